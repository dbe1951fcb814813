// The choices: which recordings, whose, what their parts are called.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { formatTime } from '../../../plot/time_axis.js';
import { formatHz } from '../../text.js';
import { checkBox, scrollTable } from '../../views/parts.js';
import type { LabelChoice, Setup, SourceChoice } from '../choices.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';
import { numberBox, radios, textBox } from './fields.js';
import { networksView } from './networks.js';
import { modelFields, moreFields } from './settings.js';

export function setupView(setup: Setup, state: PanelState, panel: Panel): TemplateResult {
  const toggle = (event: Event) =>
    panel.show({ areSettingsOpen: (event.target as HTMLDetailsElement).open });
  const { settings } = setup;
  return html`
    <details class="setup" .open=${live(state.areSettingsOpen)} @toggle=${toggle}>
      <summary>Data and settings</summary>
      <div class="plain">
        <div class="columns">
          <div class="part">
            <h3>What to learn from</h3>
            ${modeFields(setup, panel)} ${sourcesTable(setup, panel)}
            ${settings.mode === 'annotations' ? labelsTable(setup, panel) : nothing}
            ${windowFields(setup, panel)}
          </div>
          <div class="part">
            <h3>What learns, and how</h3>
            ${modelFields(setup, panel)}
          </div>
        </div>
        ${setup.base ? nothing : networksView(setup, state, panel)}
        <details>
          <summary>More settings</summary>
          <div class="part">${moreFields(setup, panel)}</div>
        </details>
        ${checkBox(
          'Keep a copy in this browser while it runs, so that a reload loses nothing',
          settings.isKept,
          (isKept) => panel.set({ isKept }),
        )}
        <p class="note">
          Recordings and weights are then stored in this browser only, and erased when the run ends
          or is discarded.
        </p>
      </div>
    </details>
  `;
}

function modeFields({ settings, labels }: Setup, panel: Panel): TemplateResult {
  return radios(
    'The classes are',
    [
      { value: 'annotations', text: 'annotations in the recordings', isDisabled: !labels.length },
      { value: 'recordings', text: 'whole recordings' },
    ],
    settings.mode,
    (mode) => panel.set({ mode }),
  );
}

function sourcesTable({ sources, settings }: Setup, panel: Panel): TemplateResult {
  const isWhole = settings.mode === 'recordings';
  const head = ['Recording', ...(isWhole ? ['Class'] : []), 'Person', 'Length', 'Channels'];
  return scrollTable(
    'Recordings to learn from',
    head,
    html`<tbody>
      ${sources.map((choice) => sourceRow(choice, isWhole, panel))}
    </tbody>`,
  );
}

function sourceRow(
  { source, isUsed, person, state }: SourceChoice,
  isWhole: boolean,
  panel: Panel,
): TemplateResult {
  const { key, name, durationS, chNames, sfreq } = source;
  return html`
    <tr>
      <th scope="row">${checkBox(name, isUsed, (on) => panel.use(key, on))}</th>
      ${isWhole ? html`<td>${textBox(`Class of ${name}`, state, (text) => panel.nameState(key, text), !isUsed)}</td>` : nothing}
      <td class="narrow">
        ${textBox(`Person of ${name}`, person, (text) => panel.namePerson(key, text), !isUsed)}
      </td>
      <td class="number">${formatTime(durationS)}</td>
      <td class="number">${chNames.length}, ${formatHz(sfreq)}</td>
    </tr>
  `;
}

function labelsTable({ labels }: Setup, panel: Panel): TemplateResult {
  return scrollTable(
    'Annotations as classes',
    ['Annotation', 'Class', 'How many', 'Each lasts'],
    html`<tbody>
      ${labels.map((choice) => labelRow(choice, panel))}
    </tbody>`,
  );
}

function labelRow({ row, isUsed, className }: LabelChoice, panel: Panel): TemplateResult {
  const { id, text, usual, count, keys, medianS } = row;
  const shown = usual === text ? text : `${text} (${usual})`;
  return html`
    <tr>
      <th scope="row">${checkBox(text, isUsed, (on) => panel.useLabel(id, on))}</th>
      <td>
        ${textBox(`Class of ${shown}`, className, (name) => panel.nameClass(id, name), !isUsed)}
      </td>
      <td class="number">${count}${keys.length > 1 ? ` in ${keys.length} recordings` : ''}</td>
      <td class="number">${medianS > 0 ? `${Number(medianS.toFixed(1))} s` : 'a moment'}</td>
    </tr>
  `;
}

function windowFields({ settings, canCutAlong, base, sfreq }: Setup, panel: Panel): TemplateResult {
  const { mode, cut, tminS, tmaxS, lengthS, stepS, lowHz, highHz } = settings;
  const isAfter = mode === 'annotations' && cut === 'after';
  const s = (step: number) => ({ unit: 's', step });
  return html`
    ${
      mode === 'annotations'
        ? radios(
            'Windows are cut',
            [
              { value: 'after', text: 'one after each annotation begins' },
              {
                value: 'along',
                text: 'all along each annotation',
                isDisabled: !canCutAlong && cut !== 'along',
              },
            ],
            cut,
            (choice) => panel.set({ cut: choice }),
          )
        : nothing
    }
    <div class="fields">
      ${
        isAfter
          ? html`
              ${numberBox('Window from', tminS, { ...s(0.1), min: -60 }, (value) => panel.set({ tminS: value }))}
              ${numberBox('Window to', tmaxS, { ...s(0.1), min: -60 }, (value) => panel.set({ tmaxS: value }))}
            `
          : html`
              ${numberBox('Window length', lengthS, s(0.1), (value) => panel.set({ lengthS: value }))}
              ${numberBox('A window every', stepS, s(0.1), (value) => panel.set({ stepS: value }))}
            `
      }
      ${
        base
          ? nothing
          : html`
              ${numberBox('Band from', lowHz, { unit: 'Hz', step: 0.1 }, (value) => panel.set({ lowHz: value }))}
              ${numberBox('Band to', highHz, { unit: 'Hz', step: 1, max: sfreq / 2 }, (value) => panel.set({ highHz: value }))}
            `
      }
    </div>
    ${base ? html`<p class="note">Filters, channels and rate are those of the opened model.</p>` : nothing}
  `;
}
