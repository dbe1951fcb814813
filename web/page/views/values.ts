// The traces as a table, created on request.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { until } from 'lit/directives/until.js';
import { guard } from 'lit/directives/guard.js';
import { summarize } from '../../plot/decimate.js';
import { formatTime } from '../../plot/time_axis.js';
import type { RecordingEntry } from '../state.js';
import { visibleRows } from '../signals/montage.js';
import { scrollTable } from './parts.js';
import { strings } from '../strings/index.js';

const texts = strings.signals.values;

export function valuesView(
  entry: RecordingEntry,
  isOpen: boolean,
  onToggle: (isOpen: boolean) => void,
): TemplateResult {
  return html`
    <details
      ?open=${isOpen}
      @toggle=${(event: Event) => onToggle((event.target as HTMLDetailsElement).open)}
    >
      <summary>${texts.summary}</summary>
      ${isOpen ? guard([entry.recording, entry.view, strings.language], () => until(valuesTable(entry), nothing)) : nothing}
    </details>
  `;
}

async function valuesTable({ recording, view }: RecordingEntry): Promise<TemplateResult> {
  const endS = Math.max(view.startS, Math.min(recording.durationS, view.startS + view.spanS));
  const rows = await Promise.all(
    [...new Set(visibleRows(recording, view).map(({ index }) => index))].map(async (index) => {
      const durationS = endS - view.startS; // none behind the end of a truncated file
      const [samples] = durationS
        ? await recording.read({ channels: [index], startS: view.startS, durationS })
        : [];
      const { min, max, mean, rms } = summarize(samples ?? new Float32Array(0));
      return { channel: recording.channels[index]!, cells: [min, max, mean, rms] };
    }),
  );
  const text = (value: number) =>
    Number.isNaN(value) ? texts.gap : strings.numbers.fixed(value, 1);
  return scrollTable(
    texts.label,
    texts.head,
    html`
      <tbody>
        ${rows.map(
          ({ channel, cells }) => html`
            <tr>
              <th scope="row">${channel.name}</th>
              <td>${channel.isVoltage ? 'µV' : channel.unit}</td>
              ${cells.map((value) => html`<td class="number">${text(value)}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    `,
    texts.caption(formatTime(view.startS, 1), formatTime(endS, 1)),
  );
}
