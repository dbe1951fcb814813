// The help sheet: keys, language, and the engine.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { namedKey } from '../commands.js';
import { stageKeys } from '../sleep/night.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import { languageKey, languageNames, languageOf, languageSetting } from '../strings/languages.js';
import { closeButton } from './overlays.js';
import { selectBox } from './parts.js';

const texts = strings.shell.help;

function languageChoice({ urlSettings }: State, actions: Actions): TemplateResult {
  const choices = Object.entries(languageNames).map(([value, text]) => ({ value, text }));
  return selectBox(strings.shell.language, choices, languageOf(urlSettings), (tag) =>
    actions.navigation.setUrlSetting(languageKey, languageSetting(tag)),
  );
}

/** In Sleep, as the commands name them. */
const nightKeys = (): [unknown, string][] =>
  stageKeys.map(([key, stage]) => [
    html`<kbd>${namedKey(key)}</kbd>`,
    texts.inSleep(strings.commands.stage(stage)),
  ]);

const listView = (rows: readonly (readonly [unknown, string])[]) =>
  html`<dl class="keys">
    ${rows.map(
      ([keys, what]) =>
        html`<div>
          <dt>${keys}</dt>
          <dd>${what}</dd>
        </div>`,
    )}
  </dl>`;

export function helpSheet(state: State, actions: Actions): TemplateResult {
  const { engine } = state;
  return html`
    <section popover class="sheet" id="help" aria-label=${texts.label}>
      <h2>${texts.label} ${closeButton('help')}</h2>
      ${listView([...texts.keys(), ...nightKeys()])}
      <h3>${texts.pointer}</h3>
      ${listView(texts.gestures)} ${languageChoice(state, actions)}
      <h3>${texts.engine}</h3>
      <p class="note engine" title=${engine ? strings.privacy.whyBackend(engine.why) : ''}>
        ${
          engine
            ? strings.shell.engine(
                engine.backend === 'relaxed',
                engine.workers,
                engine.wasmBytes,
                engine.version,
              )
            : nothing
        }
      </p>
      <p class="note">${texts.purpose}</p>
    </section>
  `;
}
