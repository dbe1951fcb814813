// The window that Explain and Inside show until one is selected: the one the model is surest of, as explanations require.
import type { Prediction } from '../api/index.js';
import type { RecordingEntry, Run, State } from './state.js';

type Predicted = Pick<Prediction, 'label' | 'probabilities'>;

/** The surest window of each class, the surest class first. */
export function surestWindows(predictions: readonly Predicted[]): number[] {
  const best = new Map<string, { index: number; sureness: number }>();
  predictions.forEach(({ label, probabilities }, index) => {
    const sureness = Math.max(...probabilities);
    if (label && sureness > (best.get(label)?.sureness ?? -1)) best.set(label, { index, sureness });
  });
  return [...best.values()].sort((a, b) => b.sureness - a.sureness).map(({ index }) => index);
}

const candidates = new WeakMap<object, number[]>();

/** Windows to begin at, the most promising first; the first one while the run is active. */
export function beginningsOf({ status, predictions, classification }: Run): number[] {
  if (predictions.length === 0) return [];
  if (status === 'running') return [0];
  const known = candidates.get(classification);
  if (known) return known;
  const found = surestWindows(predictions);
  const beginnings = found.length ? found : [0]; // of numbers instead of classes none is surest
  candidates.set(classification, beginnings);
  return beginnings;
}

/** Null while there is none. */
export function windowInFocus(run: Run): number | null {
  const { selected, beginning, predictions } = run;
  if (selected !== null && predictions[selected]) return selected;
  return beginning ?? beginningsOf(run)[0] ?? null;
}

/** Whether there is, or will be at once, a window to look into. */
export const hasWindows = (run: Run | null): run is Run =>
  run !== null && (run.status === 'running' || windowInFocus(run) !== null);

/** The window that the traces and the model's lane mark: where Explain or Inside is open, also one that nobody chose. */
export function markedWindow(
  { workspace, openSections }: Pick<State, 'workspace' | 'openSections'>,
  run: Run,
): number | null {
  const isExplained = workspace === 'explain' || openSections.includes('inside');
  return isExplained ? windowInFocus(run) : run.selected;
}

/** The predictions that the traces have beside them; none in Sleep, where epochs are scored and need the height. */
export const shownRun = (
  { workspace }: Pick<State, 'workspace'>,
  { run }: Pick<RecordingEntry, 'run'>,
): Run | null => (workspace === 'sleep' ? null : run);
