// The traces as a table, created on request: the rows that are shown, through reference and filter, not centred.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { until } from 'lit/directives/until.js';
import { guard } from 'lit/directives/guard.js';
import { summarize } from '../../plot/decimate.js';
import { formatTime } from '../../plot/time_axis.js';
import type { RecordingEntry } from '../state.js';
import { visibleRows, type Seen } from '../signals/montage.js';
import { readExtremes } from '../signals/bins.js';
import { valueTable } from './parts.js';
import { strings } from '../strings/index.js';

const texts = strings.signals.values;
const nothingRead = summarize(new Float32Array(0));

export interface SeenValues {
  seen: Seen;
  /** In words; empty: as recorded. */
  how: string;
}

/** While values are computed the last ones stay: the table that left would change the height of the traces, and so their gain. */
export function valuesView(
  entry: RecordingEntry,
  through: SeenValues,
  isOpen: boolean,
  onToggle: (isOpen: boolean) => void,
): TemplateResult {
  return html`
    <details
      ?open=${isOpen}
      @toggle=${(event: Event) => onToggle((event.target as HTMLDetailsElement).open)}
    >
      <summary>${texts.summary}</summary>
      ${isOpen ? guard([entry.recording, entry.view, through.how, strings.language], () => until(valuesTable(entry, through))) : nothing}
    </details>
  `;
}

async function valuesTable(
  { recording, view }: RecordingEntry,
  { seen, how }: SeenValues,
): Promise<TemplateResult> {
  const endS = Math.max(view.startS, Math.min(recording.durationS, view.startS + view.spanS));
  const durationS = endS - view.startS; // none behind the end of a truncated file
  const shown = visibleRows(recording, view);
  const span = [view.startS, endS] as const;
  const samples = durationS ? await readExtremes(recording, shown, seen, span) : null;
  const text = (value: number) =>
    Number.isNaN(value) ? texts.gap : strings.numbers.fixed(value, 1);
  const rows = shown.map(({ name, index }) => {
    const { min, max, mean, rms } = samples?.get(name)?.summary ?? nothingRead;
    const { isVoltage, unit } = recording.channels[index]!;
    return [name, isVoltage ? 'µV' : unit, ...[min, max, mean, rms].map(text)];
  });
  return valueTable(texts.label, texts.head, rows, {
    words: [1],
    caption: texts.caption(how, formatTime(view.startS, 1), formatTime(endS, 1)),
  });
}
