// Spectrum of the visible signal, a tab of the inspector.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { maxNamed } from '../signals/tool_canvases.js';
import { stepsSeen } from '../signals/steps_seen.js';
import { bandPower, bands, binsShown, meanDensity, type ShownSpectrum } from '../signals/tools.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { figureButton } from './figure_button.js';
import { scrollTable, tableBody } from './parts.js';

const texts = strings.tools;
const { spectra } = texts;

export function spectrumTool(
  state: State,
  entry: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const spectrum = actions.tools.spectrum(state, entry);
  if (!spectrum)
    return html`<h3>${texts.spectrum}</h3>
      <p class="note">${spectra.nothing}</p>`;
  const { names, fromS, toS, binHz } = spectrum;
  const how = stepsSeen(state, entry.recording, entry.view);
  const lastHz = binsShown(spectrum)[1] * binHz;
  const { cursorHz } = state;
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
    // From where it is now: a second key may come before the first is drawn.
    actions.tools.moveCursor(Math.min(lastHz, actions.tools.cursorHz + step));
  };
  const isNamed = names.length <= maxNamed;
  return html`
    <div class="figure-head">
      <h3>${texts.spectrum}</h3>
      ${figureButton('spectrum', '#spectrum-about, #spectrum, #spectrum-names, #spectrum-summary')}
    </div>
    <p class="note" id="spectrum-about">
      ${spectra.of(formatTime(fromS, 1), formatTime(toS, 1), names.length, how, 1 / binHz, lastHz)}
      ${isNamed ? '' : spectra.thickLine}
    </p>
    <div
      class="scope"
      tabindex="0"
      role="group"
      aria-label=${spectra.scope}
      aria-describedby="spectrum-summary"
      @keydown=${press}
    >
      <canvas id="spectrum" class="curve" aria-hidden="true"></canvas>
    </div>
    ${
      isNamed
        ? html`<p class="legend tight" id="spectrum-names">
            ${names.map((name, i) => html`<span class="swatch" data-class=${(i % 6) + 1}>${name}</span>`)}
          </p>`
        : nothing
    }
    <p class="note" id="spectrum-summary" aria-live="polite">${atCursor(spectrum, cursorHz)}</p>
    <details>
      <summary>${spectra.asTable}</summary>
      ${how.length ? html`<p class="note">${spectra.changed}</p>` : nothing} ${bandTable(spectrum)}
    </details>
  `;
}

function atCursor({ names, binHz, density }: ShownSpectrum, cursorHz: number): string {
  const bin = Math.round(cursorHz / binHz);
  const values = density.map((one) => one[bin] ?? NaN);
  const best = values.reduce((b, value, i) => (value > (values[b] ?? -1) ? i : b), 0);
  const mean = meanDensity(density)[bin] ?? NaN;
  if (Number.isNaN(mean)) return spectra.noSamples;
  return spectra.atCursor(bin * binHz, mean, names[best]!, values[best]!);
}

function bandTable({ names, density, binHz }: ShownSpectrum): TemplateResult {
  return scrollTable(
    spectra.table,
    [spectra.channel, ...bands.map(({ name, lowHz, highHz }) => spectra.band(name, lowHz, highHz))],
    tableBody(
      names.map((name, i) => [
        name,
        ...bands.map((band) => strings.numbers.significant(bandPower(density[i]!, binHz, band), 3)),
      ]),
    ),
    'µV²',
  );
}
