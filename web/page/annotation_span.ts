// Where the next annotation goes, by what is marked in the traces.
import type { Annotation } from '../api/index.js';
import { currentRecording, type RecordingEntry, type State } from './state.js';

type Span = Pick<Annotation, 'onsetS' | 'durationS'>;

/** What the caliper spans. */
function measuredSpan({ measured }: State, { recording }: RecordingEntry): Span | null {
  if (!measured || measured.fromS === measured.toS) return null;
  const [from, to] = [measured.fromS, measured.toS].sort((a, b) => a - b) as [number, number];
  const onsetS = Math.max(0, from);
  return { onsetS, durationS: Math.min(to, recording.durationS) - onsetS };
}

/** Where the next annotation goes if nothing else is typed: what is measured, the chosen window, or the second in the middle of the view. */
export function suggestedSpan(state: State, entry: RecordingEntry): Span {
  const { run, view, recording } = entry;
  const window = run?.predictions[run.selected ?? -1];
  const durationS = Math.min(1, recording.durationS);
  const middleS = Math.min(view.startS + view.spanS / 2, recording.durationS) - durationS / 2;
  const middle = { onsetS: Math.max(0, middleS), durationS };
  const measured = measuredSpan(state, entry);
  return measured || !window ? inHundredths(measured ?? middle) : window; // a window begins at a sample
}

/** What a hand points at is no more exact. */
const inHundredths = ({ onsetS, durationS }: Span): Span => ({
  onsetS: Number(onsetS.toFixed(2)),
  durationS: Number(durationS.toFixed(2)),
});

/** What was pointed at when the field was asked for: what is measured, or the cursor. */
export function pointedSpan(state: State): Span | null {
  const entry = currentRecording(state);
  if (!entry) return null;
  const atCursor = state.cursorS === null ? null : { onsetS: state.cursorS, durationS: 0 };
  return measuredSpan(state, entry) ?? atCursor;
}
