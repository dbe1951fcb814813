// Tools to read with, each behind a button: head map, filter, spectrum, annotations, ruler.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { earNames, rowOrder } from '../signals/montage.js';
import { mostNamed } from '../signals/tool_canvases.js';
import {
  bandPower,
  bands,
  meanDensity,
  type Response,
  type ShownSpectrum,
} from '../signals/tools.js';
import type { RecordingEntry, State } from '../state.js';
import { counted, formatPercent } from '../text.js';
import { words } from '../words.js';
import { annotationTool } from './annotations.js';
import { scrollTable, selectBox } from './parts.js';

type View = (state: State, entry: RecordingEntry, actions: Actions) => TemplateResult;

const tools: { id: string; title: string; view: View }[] = [
  { id: 'head', title: words.tools.head, view: headTool },
  { id: 'filter', title: words.tools.filter, view: filterTool },
  { id: 'spectrum', title: words.tools.spectrum, view: spectrumTool },
  { id: 'marks', title: words.tools.marks, view: annotationTool },
  { id: 'ruler', title: words.tools.ruler, view: rulerTool },
];

export function toolsView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const open = tools.filter(({ id }) => state.tools.includes(id));
  return html`
    <div class="tool-buttons" role="group" aria-label=${words.tools.group}>
      ${tools.map(
        ({ id, title }) => html`
          <button
            type="button"
            class="tool"
            aria-expanded=${state.tools.includes(id)}
            aria-controls="tool-${id}"
            @click=${() => actions.looking.toggleTool(id)}
          >
            ${title}
          </button>
        `,
      )}
    </div>
    <div class="tools" ?hidden=${open.length === 0}>
      ${tools.map(
        ({ id, title, view }) => html`
          <div
            class="tool-panel"
            id="tool-${id}"
            role="group"
            aria-label=${title}
            ?hidden=${!state.tools.includes(id)}
          >
            ${state.tools.includes(id) ? view(state, entry, actions) : nothing}
          </div>
        `,
      )}
    </div>
  `;
}

function headTool(_: State, { recording, view }: RecordingEntry, actions: Actions): TemplateResult {
  const names = rowOrder(recording).map((index) => recording.channels[index]!.name);
  const picked = new Set(view.picked);
  const places = actions.tools.places(recording);
  const half = (isWanted: (x: number) => boolean) => () =>
    actions.looking.pick(names.filter((name) => places.has(name) && isWanted(places.get(name)!.x)));
  const note = picked.size
    ? `${counted(picked.size, 'channel')} picked`
    : 'All channels are shown. Click electrodes to show only those.';
  return html`
    <h3>${words.tools.head}</h3>
    ${places.size ? html`<canvas id="head-map" class="head-map" aria-hidden="true"></canvas>` : nothing}
    <p class="note" aria-live="polite">${note}</p>
    <div class="row">
      <button type="button" ?disabled=${!picked.size} @click=${() => actions.looking.pick([])}>
        Show all
      </button>
      ${
        places.size
          ? html`
              <button type="button" @click=${half((x) => x < -0.01)}>Left</button>
              <button type="button" @click=${half((x) => Math.abs(x) <= 0.01)}>Middle</button>
              <button type="button" @click=${half((x) => x > 0.01)}>Right</button>
            `
          : nothing
      }
    </div>
    <details ?open=${!places.size}>
      <summary>The same as a list</summary>
      <ul class="picks" aria-label="Channels to show">
        ${names.map(
          (name) => html`
            <li>
              <button
                type="button"
                aria-pressed=${picked.has(name)}
                @focus=${() => actions.tools.focus(name)}
                @blur=${() => actions.tools.focus(null)}
                @click=${() => actions.looking.toggle(name)}
              >
                ${name}
              </button>
            </li>
          `,
        )}
      </ul>
    </details>
  `;
}

const highpassHz = [0.1, 0.3, 0.5, 1, 2, 5, 10];
const lowpassHz = [12, 15, 20, 30, 35, 40, 50, 70, 100, 150];
const notchHz = [50, 60];

function filterTool(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { recording, view } = entry;
  const sfreq = recording.channels[recording.info.mainChannels[0] ?? 0]?.sfreq ?? 0;
  const box = (label: string, choices: number[], value: number | null, key: EdgeKey) => {
    const fitting = choices.filter((hz) => hz < sfreq / 2);
    if (value !== null && !fitting.includes(value)) fitting.push(value);
    const options = [
      { value: 'off', text: 'off' },
      ...fitting.sort((a, b) => a - b).map((hz) => ({ value: String(hz), text: `${hz} Hz` })),
    ];
    return selectBox(label, options, value === null ? 'off' : String(value), (text) =>
      actions.looking.change({
        [key]: text === 'off' ? null : Number(text),
        filtering: 'own',
      }),
    );
  };
  const response = actions.tools.response(state, entry);
  const isOwn = view.filtering === 'own';
  return html`
    <h3>${words.tools.filter}</h3>
    ${view.filtering === 'model' ? html`<p class="note">The traces are seen as the model's recipe has them. A choice here takes its place.</p>` : nothing}
    <div class="row">
      ${box('High-pass', highpassHz, isOwn ? view.highpassHz : null, 'highpassHz')}
      ${box('Low-pass', lowpassHz, isOwn ? view.lowpassHz : null, 'lowpassHz')}
      ${box('Notch', notchHz, isOwn ? view.notchHz : null, 'notchHz')}
    </div>
    ${
      response
        ? html`
            <p class="note">${describeResponse(response)}</p>
            <canvas
              id="filter-response"
              class="curve"
              role="img"
              aria-label="Frequency response in decibels: ${describeResponse(response)}"
            ></canvas>
          `
        : html`<p class="note">No filter: the traces are as they were recorded.</p>`
    }
    ${response ? gainTable(response) : nothing}
    <p class="note">
      Only for looking. What a model is given is filtered by its own recipe.
      ${isOwn ? 'Butterworth, order 2, run forwards and backwards: nothing is delayed, and −6 dB at the edges.' : ''}
    </p>
  `;
}

const tabledHz = [0.1, 0.3, 0.5, 1, 2, 4, 8, 10, 13, 20, 30, 40, 50, 60, 70, 100, 150, 200];

function gainTable({ hz, gain }: Response): TemplateResult {
  const nearest = (wanted: number) =>
    hz.reduce(
      (best, one, i) => (Math.abs(one - wanted) < Math.abs(hz[best]! - wanted) ? i : best),
      0,
    );
  const known = tabledHz.filter((one) => one <= hz.at(-1)!);
  return html`
    <details>
      <summary>The response as a table</summary>
      ${scrollTable(
        'Frequency response',
        ['Frequency', 'Amplitude that passes'],
        html`
          <tbody>
            ${known.map((one) => {
              const i = nearest(one);
              return html`
                <tr>
                  <th scope="row">${Number(hz[i]!.toPrecision(2))} Hz</th>
                  <td class="number">${formatPercent(gain[i]!)}</td>
                </tr>
              `;
            })}
          </tbody>
        `,
      )}
    </details>
  `;
}

type EdgeKey = 'highpassHz' | 'lowpassHz' | 'notchHz';

/** Where half of the amplitude passes. */
function describeResponse({ hz, gain }: Response): string {
  const first = gain.findIndex((one) => one >= 0.5);
  if (first < 0) return 'Nothing passes.';
  let last = gain.length - 1;
  while (gain[last]! < 0.5) last--;
  // Between two frequencies of the curve, where it crosses one half.
  const crossing = (below: number, above: number) => {
    const share = (0.5 - gain[below]!) / (gain[above]! - gain[below]!);
    return hz[below]! + share * (hz[above]! - hz[below]!);
  };
  const text = (value: number) => `${Number(value.toPrecision(2))} Hz`;
  const from = first === 0 ? '0 Hz' : text(crossing(first - 1, first));
  const isOpen = last === gain.length - 1;
  const to = isOpen ? 'the highest frequency of the recording' : text(crossing(last + 1, last));
  return `Passes ${from} to ${to} (at least half the amplitude)`;
}

function spectrumTool(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const spectrum = actions.tools.spectrum(state, entry);
  if (!spectrum)
    return html`<h3>${words.tools.spectrum}</h3>
      <p class="note">There is nothing in view to take a spectrum of.</p>`;
  const { names, fromS, toS, binHz } = spectrum;
  const { cursorHz } = actions.tools;
  const keys: Record<string, number> = {
    ArrowLeft: -binHz,
    ArrowRight: binHz,
    PageUp: 5,
    PageDown: -5,
  };
  const press = (event: KeyboardEvent) => {
    const step = keys[event.key];
    if (step === undefined) return;
    event.preventDefault();
    actions.tools.moveCursor(Math.min(70, cursorHz + step));
  };
  const isNamed = names.length <= mostNamed;
  return html`
    <h3>${words.tools.spectrum}</h3>
    <p class="note">
      Of ${formatTime(fromS, 1)} to ${formatTime(toS, 1)}, ${counted(names.length, 'channel')};
      µV²/Hz, logarithmic. ${isNamed ? '' : 'The thick line is their mean.'}
    </p>
    <div
      class="scope"
      tabindex="0"
      role="group"
      aria-label="Spectrum. Left and right move the cursor."
      aria-describedby="spectrum-summary"
      @keydown=${press}
    >
      <canvas id="spectrum" class="curve" aria-hidden="true"></canvas>
    </div>
    ${
      isNamed
        ? html`<p class="legend tight">
            ${names.map((name, i) => html`<span class="swatch" data-class=${(i % 6) + 1}>${name}</span>`)}
          </p>`
        : nothing
    }
    <p class="note" id="spectrum-summary" aria-live="polite">${atCursor(spectrum, cursorHz)}</p>
    <details>
      <summary>Power in the bands, as a table</summary>
      ${bandTable(spectrum)}
    </details>
  `;
}

function atCursor({ names, binHz, density }: ShownSpectrum, cursorHz: number): string {
  const bin = Math.round(cursorHz / binHz);
  const values = density.map((one) => one[bin] ?? NaN);
  const best = values.reduce((b, value, i) => (value > (values[b] ?? -1) ? i : b), 0);
  const mean = meanDensity(density)[bin] ?? NaN;
  const text = (value: number) => `${Number(value.toPrecision(3))} µV²/Hz`;
  if (Number.isNaN(mean)) return 'No samples here.';
  return `At ${Number((bin * binHz).toFixed(2))} Hz: mean ${text(mean)}, strongest in ${names[best]} with ${text(values[best]!)}`;
}

function bandTable({ names, density, binHz }: ShownSpectrum): TemplateResult {
  return scrollTable(
    'Power in the bands',
    ['Channel', ...bands.map(({ name, lowHz, highHz }) => `${name} ${lowHz}–${highHz} Hz`)],
    html`
      <tbody>
        ${names.map(
          (name, i) => html`
            <tr>
              <th scope="row">${name}</th>
              ${bands.map((band) => html`<td class="number">${Number(bandPower(density[i]!, binHz, band).toPrecision(3))}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    `,
    'µV²',
  );
}

const barPx = 378; // 100 mm on a screen of 96 pixels per inch

function rulerTool(state: State, { recording }: RecordingEntry, actions: Actions): TemplateResult {
  const mm = Number((barPx / state.pxPerMm).toFixed(1));
  const measured = (event: Event) => {
    const value = Number((event.target as HTMLInputElement).value);
    if (value >= 20 && value <= 400) actions.set({ pxPerMm: barPx / value });
  };
  const ears = earNames(recording);
  return html`
    <h3>${words.tools.ruler}</h3>
    <p class="note">
      Millimetres are those that the browser assumes. For true µV/mm and mm/s measure this bar and
      write down its length.
    </p>
    <svg class="ruler" viewBox="0 0 378 16" aria-hidden="true">
      <path d="M0.5 1v14M0.5 8h377M377.5 1v14" />
    </svg>
    <div class="field">
      <label for="bar-mm">Length of the bar in millimetres</label>
      <input
        id="bar-mm"
        type="number"
        min="20"
        max="400"
        step="0.5"
        .value=${String(mm)}
        @change=${measured}
      />
    </div>
    ${ears.length ? html`<p class="note">Ears in this recording: ${ears.join(', ')}.</p>` : nothing}
  `;
}
