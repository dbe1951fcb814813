// One classification from the click to the last row.
import { EegateError } from '../api/index.js';
import type { FileCalibration } from './calibration.js';
import { patchRecording, patchRun, type RecordingEntry, type Run, type State } from './state.js';
import type { Lease } from './open_models.js';
import type { Store } from './store.js';
import { words } from './words/index.js';

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
  spare: () => Promise<void> | null,
): Promise<void> {
  const { model } = lease;
  const abort = new AbortController();
  const classification = model.classify(entry.recording, {
    signal: abort.signal,
    override,
    ...(calibrate && { calibrate }),
    spare,
    onPreparing: (prepared) =>
      store.update((state) => patchRun(state, entry.key, classification, { prepared })),
  });
  const run: Run = {
    status: 'running',
    modelTitle: title,
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
  const begin = performance.now();
  const patch = (change: Partial<Run>) =>
    store.update((state) => patchRun(state, entry.key, classification, change));
  store.update((state) => ({
    ...patchRecording(state, entry.key, { run }),
    status: words.status.classifying(entry.recording.name),
  }));
  try {
    patch({ plan: await classification.plan() });
    for await (const prediction of classification) {
      run.predictions.push(prediction);
      patch({ nDone: run.predictions.length });
    }
    const elapsedMs = performance.now() - begin;
    patch({ status: 'done', elapsedMs });
    store.update({ status: words.status.classified(run.predictions.length, elapsedMs / 1000) });
  } catch (thrown) {
    const isStopped = thrown instanceof EegateError && thrown.code === 'ABORTED';
    patch({ status: isStopped ? 'cancelled' : 'failed', elapsedMs: performance.now() - begin });
    if (!isStopped) throw thrown;
    store.update({ status: words.status.stopped(run.predictions.length) });
  }
}

/** Gives back what the engine holds for a run: its plan, and its model unless somebody else uses it. */
export async function closeRun(run: Run | null): Promise<void> {
  if (!run) return;
  try {
    await run.classification.close();
  } finally {
    run.lease.release();
  }
}
