// One classification from the click to the last row.
import type { Classification, Prediction } from '../api/index.js';
import { isAbort } from '../worker/error.js';
import { abortable } from '../worker/work_chunks.js';
import type { FileCalibration } from './calibration.js';
import {
  patchRecording,
  patchRun,
  type RecordingEntry,
  type Run,
  type RunStatus,
  type State,
} from './state.js';
import type { Lease } from './open_models.js';
import type { Store } from './store.js';
import { strings } from './strings/index.js';

type Span = Pick<Prediction, 'onsetS' | 'durationS'>;

/**
 * Changes the entry's run as predictions arrive. A run that is stopped keeps what it has; one that fails throws. The lease of the
 * model goes to the run, which keeps the model open as long as its results are shown.
 */
export async function runClassification(
  store: Store<State>,
  entry: RecordingEntry,
  lease: Lease,
  title: string,
  { override, calibrate }: { override: boolean; calibrate: FileCalibration | null },
  waitBeforeChunk: () => Promise<void> | null,
): Promise<void> {
  const abort = new AbortController();
  const classification = lease.model.classify(entry.recording, {
    signal: abort.signal,
    override,
    ...(calibrate && { calibrate }),
    waitBeforeChunk,
    onPreparing: (prepared) => patch({ prepared }),
  });
  const run = newRun(lease, title, classification, abort);
  const follow = followed(entry.run);
  const patch = (change: Partial<Run>) => {
    const followedTo = follow(change);
    store.update((state) =>
      patchRun(state, entry.key, classification, { ...followedTo, ...change }),
    );
  };
  store.update((state) => ({
    ...patchRecording(state, entry.key, { run, misfit: null }),
    status: strings.status.classifying(entry.recording.name),
  }));
  const { status, elapsedMs } = await carryOut(run, patch);
  const n = run.predictions.length;
  const texts = strings.status;
  const other = store.state.recordingKey === entry.key ? null : entry.recording.name;
  store.update({
    status: status === 'done' ? texts.classified(n, elapsedMs / 1000, other) : texts.stopped(n),
  });
}

/** Once the model has reached the time of the window that was chosen before, that is the chosen one again. */
function followed(before: Run | null): (change: Partial<Run>) => Partial<Run> {
  const window = before?.predictions[before.selected ?? -1];
  let wanted = -1;
  return ({ plan, nDone = 0 }) => {
    if (plan && window) wanted = windowNearest(plan.epochs, window);
    if (wanted < 0 || nDone <= wanted) return {};
    const selected = wanted;
    wanted = -1;
    return { selected };
  };
}

/** The one whose middle is nearest to that of another window, and lies in it or the other way round; -1 if there is none. */
export function windowNearest(windows: readonly Span[], wanted: Span): number {
  const middle = ({ onsetS, durationS }: Span) => onsetS + durationS / 2;
  const off = (one: Span) => Math.abs(middle(one) - middle(wanted));
  const nearest = windows.reduce((best, one, i) => {
    return best < 0 || off(one) < off(windows[best]!) ? i : best;
  }, -1);
  const found = windows[nearest];
  return found && off(found) <= Math.max(found.durationS, wanted.durationS) / 2 ? nearest : -1;
}

export function newRun(
  lease: Lease,
  modelTitle: string,
  classification: Classification,
  abort: AbortController,
): Run {
  const { model } = lease;
  return {
    status: 'running',
    modelTitle,
    lease,
    classes: model.classes,
    isRegression: model.config['task'] === 'regress',
    abort,
    classification,
    plan: null,
    prepared: 0,
    predictions: [],
    nDone: 0,
    elapsedMs: 0,
    selected: null,
    beginning: null,
  };
}

/** From the plan to the last prediction; throws what is no wish to stop. */
export async function carryOut(
  run: Run,
  patch: (change: Partial<Run>) => void,
): Promise<Pick<Run, 'status' | 'elapsedMs'>> {
  const begin = performance.now();
  const ended = (status: RunStatus) => {
    const end = { status, elapsedMs: performance.now() - begin };
    patch(end);
    return end;
  };
  try {
    patch({ plan: await abortable(run.classification.plan(), run.abort.signal) });
    for await (const prediction of run.classification) {
      run.predictions.push(prediction);
      patch({ nDone: run.predictions.length });
    }
    return ended('done');
  } catch (thrown) {
    const isStopped = isAbort(thrown);
    const end = ended(isStopped ? 'cancelled' : 'failed');
    if (!isStopped) throw thrown;
    return end;
  }
}

/** Gives back what the engine holds for a run: its plan, and its model unless something else uses it. */
export async function closeRun(run: Run | null): Promise<void> {
  if (!run) return;
  try {
    await run.classification.close();
  } finally {
    run.lease.release();
  }
}
