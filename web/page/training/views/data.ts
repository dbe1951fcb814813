// First column: recordings, their persons and classes.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatLength } from '../../../plot/time_axis.js';
import { checkBox, scrollTable } from '../../views/parts.js';
import { fewChannels } from '../common_input.js';
import { shortestAlongS, type LabelChoice, type Setup, type SourceChoice } from '../choices.js';
import { copiesIn, ignoredCorrections } from '../doubts.js';
import type { Panel } from '../panel.js';
import { planOf } from '../plan.js';
import { sharedWindows } from '../shared_windows.js';
import { expectedCounts } from '../windows.js';
import { numberBox, radios, textBox } from './fields.js';
import { strings } from '../../strings/index.js';

const texts = strings.train.setup;
const { units } = strings.train.settings;

/** The first column: what exists to learn from, and how it is cut into windows. */
export function dataView(setup: Setup, panel: Panel): TemplateResult {
  const shared = sharedWindows(setup);
  const few = setup.base ? null : fewChannels(setup.learnt);
  return html`
    ${unreadView(panel)}
    <p class="note">${amountText(setup)}</p>
    ${shared ? html`<p class="warning">${strings.train.shared(shared.n, shared.classes)}</p>` : nothing}
    ${copiesView(setup)}
    ${panel.doubt === 'byFile' ? html`<p class="warning">${strings.train.byFile}</p>` : nothing}
    ${few ? html`<p class="warning">${strings.train.fewChannels(few)}</p>` : nothing}
    ${notEegView(setup, panel)} ${modeFields(setup, panel)} ${correctedView(setup)}
    ${sourcesTable(setup, panel)}
    ${setup.settings.mode === 'annotations' ? labelsTable(setup, panel) : nothing}
    ${windowFields(setup, panel)}
  `;
}

/** Classes and numbers are not final yet. */
function unreadView({ unread }: Panel): TemplateResult | typeof nothing {
  const [first] = unread.entries;
  if (!first) return nothing;
  const { name, annotations } = first.recording;
  return html`<p class="warning">${strings.train.readingAnnotations(name, annotations.length)}</p>`;
}

function copiesView(setup: Setup): TemplateResult {
  const { used, unused } = copiesIn(setup);
  const { copiesUsed, copiesUnused } = strings.train;
  return html`
    ${used.length ? html`<p class="warning">${copiesUsed(used)}</p>` : nothing}
    ${unused.length ? html`<p class="note">${copiesUnused(unused)}</p>` : nothing}
  `;
}

/** Movements of the eyes or the heart's rate may tell the classes apart: who wants EEG alone leaves them out. */
function notEegView({ notEeg, settings }: Setup, panel: Panel): TemplateResult | typeof nothing {
  const { isOnlyEeg } = settings;
  if (!notEeg.length) return nothing;
  const { note, leaveOut } = texts.notEeg;
  return html`
    ${isOnlyEeg ? nothing : html`<p class="warning">${note(notEeg)}</p>`}
    ${checkBox(leaveOut(notEeg), isOnlyEeg, (on) => panel.set({ isOnlyEeg: on }))}
  `;
}

/** What was changed by hand plays no part where whole recordings are the classes. */
function correctedView(setup: Setup): TemplateResult | typeof nothing {
  const names = ignoredCorrections(setup);
  return names.length ? html`<p class="warning">${texts.ignoredCorrections(names)}</p>` : nothing;
}

function amountText(setup: Setup): string {
  const counts = expectedCounts(setup);
  const { items } = planOf(setup);
  const sumOf = (key: 'count' | 'nLeftOut') => counts.reduce((sum, one) => sum + one[key], 0);
  return strings.train.amount(
    { n: sumOf('count'), nLeftOut: sumOf('nLeftOut') },
    {
      nRecordings: items.length,
      nPersons: new Set(items.map(({ subject }) => subject)).size,
      nChannels: setup.chNames.length,
      sfreq: setup.sfreq,
    },
  );
}

function modeFields({ settings, labels }: Setup, panel: Panel): TemplateResult {
  return radios(
    texts.modes.legend,
    [
      { value: 'annotations', text: texts.modes.annotations, isDisabled: !labels.length },
      { value: 'recordings', text: texts.modes.recordings },
    ],
    settings.mode,
    (mode) => panel.set({ mode }),
  );
}

function sourcesTable({ sources, settings }: Setup, panel: Panel): TemplateResult {
  const isWhole = settings.mode === 'recordings';
  const named = texts.sources;
  const head = isWhole
    ? [named.recording, named.class, named.person]
    : [named.recording, named.person, named.length];
  return scrollTable(
    named.label,
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
  const length = formatLength(durationS);
  const size = texts.sources.channelsAt(chNames.length, sfreq);
  // Class and person need the room of a column: then the length is below the name.
  return html`
    <tr>
      <th scope="row">
        ${checkBox(name, isUsed, (on) => panel.use(key, on))}
        ${isWhole ? html`<span class="note" title=${size}>${length}</span>` : nothing}
      </th>
      ${isWhole ? html`<td>${textBox(texts.classOf(name), state, (text) => panel.nameState(key, text), !isUsed)}</td>` : nothing}
      <td class="narrow">
        ${textBox(texts.personOf(name), person, (text) => panel.namePerson(key, text), !isUsed)}
      </td>
      ${isWhole ? nothing : html`<td class="number" title=${size}>${length}</td>`}
    </tr>
  `;
}

function labelsTable({ labels }: Setup, panel: Panel): TemplateResult {
  return scrollTable(
    texts.labels.label,
    texts.labels.head,
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
        ${textBox(texts.classOf(shown), className, (name) => panel.nameClass(id, name), !isUsed)}
      </td>
      <td class="number" title=${texts.labels.count(count, keys.length)}>
        ${strings.numbers.number(count)}
      </td>
      <td class="number">${medianS > 0 ? texts.labels.lasts(medianS) : texts.labels.moment}</td>
    </tr>
  `;
}

function windowFields({ settings, canCutAlong, base, sfreq }: Setup, panel: Panel): TemplateResult {
  const { mode, cut, tminS, tmaxS, lengthS, stepS, lowHz, highHz } = settings;
  const isAfter = mode === 'annotations' && cut === 'after';
  const inSeconds = { unit: units.seconds, step: 0.1 };
  return html`
    ${
      mode === 'annotations'
        ? radios(
            texts.cuts.legend,
            [
              { value: 'after', text: texts.cuts.after },
              {
                value: 'along',
                text: texts.cuts.along,
                isDisabled: !canCutAlong && cut !== 'along',
              },
            ],
            cut,
            (choice) => panel.set({ cut: choice }),
          )
        : nothing
    }
    ${mode === 'annotations' && !canCutAlong ? html`<p class="note">${texts.cuts.tooShort(shortestAlongS(lengthS))}</p>` : nothing}
    <div class="fields">
      ${
        isAfter
          ? html`
              ${numberBox(texts.windowFrom, tminS, { ...inSeconds, min: -60 }, (value) => panel.set({ tminS: value }))}
              ${numberBox(texts.windowTo, tmaxS, { ...inSeconds, min: -60 }, (value) => panel.set({ tmaxS: value }))}
            `
          : html`
              ${numberBox(texts.windowLength, lengthS, inSeconds, (value) => panel.set({ lengthS: value }))}
              ${numberBox(texts.windowEvery, stepS, inSeconds, (value) => panel.set({ stepS: value }))}
            `
      }
      ${
        base
          ? nothing
          : html`
              ${numberBox(texts.bandFrom, lowHz, { unit: units.hertz, step: 0.1 }, (value) => panel.set({ lowHz: value }))}
              ${numberBox(texts.bandTo, highHz, { unit: units.hertz, step: 1, max: sfreq / 2 }, (value) => panel.set({ highHz: value }))}
            `
      }
    </div>
    ${base ? html`<p class="note">${texts.ofOpenedModel}</p>` : nothing}
  `;
}
