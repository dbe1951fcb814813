// The two figures of Live with their cursor, and the same as text and numbers.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatTime } from '../../plot/time_axis.js';
import { classNumber } from '../class_number.js';
import { formatPercent } from '../text.js';
import { figureButton } from '../views/figure_button.js';
import { scrollTable, valueTable } from '../views/parts.js';
import type { LivePanel } from './panel.js';
import { channelReadings, microvolts, summaryText } from './cursor_readout.js';
import { historyS, type LiveRun } from './state.js';
import { keptS } from './trace.js';
import { strings } from '../strings/index.js';

const texts = strings.live;

export function figuresView(run: LiveRun, panel: LivePanel): TemplateResult {
  // While samples stream in, only what the user asks for by a key is read out.
  const isStill = run.phase !== 'running';
  const hasFocus = document.activeElement?.classList.contains('live-scope');
  return html`
    <div class="live-figures">
      ${figureButton('live', '.live-scope')}
      <div
        class="scope live-scope"
        tabindex="0"
        role="group"
        aria-label=${texts.figures.scope}
        aria-describedby="live-summary live-keys"
        @keydown=${(event: KeyboardEvent) => onKey(event, panel)}
      >
        <p class="note">${texts.figures.signal(keptS, run.trace?.names ?? [])}</p>
        <canvas class="live-trace" aria-hidden="true"></canvas>
        ${
          run.isRegression
            ? nothing
            : html`<p class="note">
                  ${texts.figures.decisions(historyS)}
                  ${run.classes.map(
                    (name, k) =>
                      html`<span class="swatch" data-class=${classNumber(run.classes, k)}
                        >${name}</span
                      > `,
                  )}
                </p>
                <canvas class="live-history" aria-hidden="true"></canvas>`
        }
      </div>
    </div>
    <p id="live-cursor" class="note cursor-values" aria-live=${hasFocus ? 'polite' : 'off'}>
      ${run.cursorText}
    </p>
    <p id="live-summary" class="summary" aria-live=${isStill ? 'polite' : 'off'}>
      ${summaryText(run)}
    </p>
    <p id="live-keys" class="note">${texts.figures.keys()}</p>
  `;
}

function onKey(event: KeyboardEvent, panel: LivePanel): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (panel.pressKey(event.key)) event.preventDefault();
}

export function signalTable(run: LiveRun): TemplateResult {
  const rows = channelReadings(run).map(({ name, atCursor, mean, min, max }) => [
    name,
    ...[atCursor, mean, min, max].map(microvolts),
  ]);
  return valueTable(texts.signalTable.label(keptS), texts.signalTable.head, rows);
}

export function decisionTable({ decisions, classes, isRegression }: LiveRun): TemplateResult {
  const { windowEnds, class: className, latency, label: title } = texts.decisions;
  const head = [windowEnds, ...(isRegression ? [] : [className]), ...classes, latency];
  const body = html`<tbody>
    ${decisions
      .slice(-10)
      .reverse()
      .map(
        ({ onsetS, durationS, label, probabilities, latencyMs }) =>
          html`<tr>
            <td class="number">${formatTime(onsetS + durationS, 2)}</td>
            ${isRegression ? nothing : html`<td>${label}</td>`}
            ${[...probabilities].map(
              (value) =>
                html`<td class="number">
                  ${isRegression ? strings.numbers.fixed(value, 3) : formatPercent(value)}
                </td>`,
            )}
            <td class="number">${texts.ms(latencyMs)}</td>
          </tr>`,
      )}
  </tbody>`;
  return scrollTable(title, head, body);
}
