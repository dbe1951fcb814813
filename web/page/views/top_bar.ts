// The top bar: recording, model, Classify, and settings of the page.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { isBarred, obstacle } from '../classify_obstacle.js';
import { currentModel, currentRecording, type Run, type State } from '../state.js';
import { nextTheme } from '../theme.js';
import { strings } from '../strings/index.js';
import { languageKey, languageNames, languageOf, languageSetting } from '../strings/languages.js';
import {
  brandIcon,
  chevronIcon,
  fileIcon,
  helpIcon,
  lockIcon,
  modelIcon,
  runIcon,
  searchIcon,
  themeIcon,
} from './icons.js';
import { classifyAllButton } from './recordings.js';
import { button, opener, progressBar } from './parts.js';

const texts = strings.shell;

export function topBar(state: State, actions: Actions): TemplateResult {
  const entry = currentRecording(state);
  return html`
    <header class="top">
      <a class="skip" href="#main">${texts.skip}</a>
      <h1>
        <a
          class="brand"
          href="#signals"
          aria-label=${texts.nav.top}
          @click=${(event: Event) => {
            event.preventDefault();
            actions.navigation.enter('signals');
          }}
        >
          ${brandIcon}<span>eegate</span>
        </a>
      </h1>
      ${recordingButton(state)} ${modelButton(state)}
      ${entry ? classifyButtons(state, actions) : nothing}
      <span class="spring"></span>
      ${privacyButton(state)}
      <button
        type="button"
        class="quiet commands"
        popovertarget="palette"
        aria-label=${strings.commands.open}
      >
        ${searchIcon}<kbd aria-hidden="true">${strings.commands.key}</kbd>
      </button>
      ${opener(helpIcon, 'help', { kind: 'quiet', label: texts.help.open })}
      ${languageButton(state, actions)} ${themeButton(state, actions)}
    </header>
  `;
}

function recordingButton(state: State): TemplateResult {
  const entry = currentRecording(state);
  const name = entry?.recording.name ?? texts.noRecording;
  const nMore = state.recordings.length - 1;
  return html`
    <button
      type="button"
      class="picker"
      popovertarget="recordings"
      aria-label=${texts.recordings(nMore > 0 ? `${name} +${nMore}` : name)}
      title=${name}
    >
      ${fileIcon}<span class="picked">${name}</span>
      ${nMore > 0 ? html`<span class="tag">+${nMore}</span>` : nothing} ${chevronIcon}
    </button>
  `;
}

function modelButton(state: State): TemplateResult {
  const title = currentModel(state)?.title ?? strings.model.loading;
  const entry = currentRecording(state);
  const verdict = entry ? state.compatibility?.verdict : undefined;
  const told = verdict ? strings.model.compatibility.verdicts[verdict] : '';
  return html`
    <button
      type="button"
      class="picker"
      popovertarget="fit"
      aria-label=${texts.chosenModel(title, told)}
      title=${title}
    >
      ${modelIcon}<span class="picked">${title}</span>
      ${entry ? html`<span class="fit-dot" data-verdict=${verdict ?? 'none'} title=${told}></span>` : nothing}
      ${chevronIcon}
    </button>
  `;
}

function classifyButtons(state: State, actions: Actions): TemplateResult {
  const run = currentRecording(state)?.run;
  const isRunning = state.batch !== null || run?.status === 'running';
  const reason = obstacle(state);
  return html`
    <button
      type="button"
      class="primary classify"
      ?disabled=${reason !== ''}
      aria-describedby="classify-note"
      title=${reason}
      @click=${() => void actions.classifier.classify()}
    >
      ${runIcon}<span>${strings.model.classify}</span>
    </button>
    ${isRunning ? nothing : classifyAllButton(state, actions, 'classify-all')}
    ${
      isRunning
        ? html`${progressView(state)}
          ${button(strings.model.cancel, () => actions.classifier.cancel(), { kind: 'cancel' })}`
        : nothing
    }
    ${!isRunning && isBarred(state) ? opener(texts.whyNot, 'fit', { kind: 'link' }) : nothing}
  `;
}

/** Of the recording that is shown, or of all of them. */
function progressView(state: State): TemplateResult {
  const { batch, recordings } = state;
  const run = batch
    ? recordings.find(({ key }) => key === batch.key)?.run
    : currentRecording(state)?.run;
  const { text, share } = run?.status === 'running' ? progressOf(run) : { text: '', share: 0 };
  if (!batch) return progressBar(text, share);
  const { nBehind, n } = batch;
  return progressBar(strings.model.progress.recordings(nBehind, n), (nBehind + share) / n);
}

function progressOf({ plan, nDone, prepared }: Run): { text: string; share: number } {
  const { progress } = strings.model;
  const total = plan?.epochs.length ?? 0;
  const text = nDone
    ? progress.epochs(nDone, total)
    : total
      ? progress.filtering
      : progress.planning;
  return { text, share: nDone ? nDone / total : prepared };
}

function privacyButton({ ledger: { since, requests } }: State): TemplateResult {
  return html`
    <button type="button" class="ledger" popovertarget="privacy" data-bad=${requests.length > 0}>
      ${lockIcon}
      <span class="roomy"
        >${since === null ? texts.ledgerEmpty : `${texts.requests(requests.length)} ${texts.sinceOpening}`}</span
      >
      <span class="only-narrow" aria-hidden="true">${requests.length}</span>
    </button>
  `;
}

/** The other language, in its own words. */
function languageButton({ urlSettings }: State, actions: Actions): TemplateResult {
  const other = languageOf(urlSettings) === 'de' ? 'en' : 'de';
  return html`
    <button
      class="quiet language"
      type="button"
      lang=${other}
      aria-label="${other.toUpperCase()} ${languageNames[other]}"
      title=${languageNames[other]}
      @click=${() => actions.navigation.setUrlSetting(languageKey, languageSetting(other))}
    >
      ${other.toUpperCase()}
    </button>
  `;
}

function themeButton(state: State, actions: Actions): TemplateResult {
  const theme = texts.themes[state.theme];
  return button(themeIcon, () => actions.set({ theme: nextTheme(state.theme) }), {
    kind: 'quiet',
    label: texts.theme(theme),
    title: texts.theme(theme),
  });
}
