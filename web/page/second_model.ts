// A second model on the same recording, for a comparison window by window.
import type { Prediction } from '../api/index.js';
import type { Models } from './models.js';
import { carryOut, closeRun, newRun } from './classification_run.js';
import {
  currentRecording,
  patchRecording,
  type ModelEntry,
  type Run,
  type State,
} from './state.js';
import type { Store } from './store.js';
import type { Tasks } from './tasks.js';
import type { Undo } from './undo.js';
import { strings } from './strings/index.js';

export class SecondModel {
  constructor(
    private readonly store: Store<State>,
    private readonly models: Models,
    private readonly tasks: Tasks,
    private readonly undo: Undo,
  ) {}

  /** Empty: no second model. A step that can be undone. */
  async choose(modelKey: string): Promise<void> {
    const entry = currentRecording(this.store.state);
    if (!entry) return;
    const { models } = this.store.state;
    const before = models.find(({ bytes }) => bytes === entry.second?.lease.bytes)?.key ?? '';
    if (before === modelKey) return;
    const step = (to: string) => () => void this.#put(entry.key, to);
    this.undo.push({ kind: `second:${entry.key}`, undo: step(before), redo: step(modelKey) });
    await this.#put(entry.key, modelKey);
  }

  /** Nothing where the recording was closed meanwhile. */
  async #put(key: number, modelKey: string): Promise<void> {
    const recording = this.store.state.recordings.find((one) => one.key === key)?.recording;
    if (!recording) return;
    await this.tasks.attempt('classify', recording.name, async () => {
      await this.#replace(key, null);
      const model = this.store.state.models.find((one) => one.key === modelKey);
      if (!model) return;
      const lease = await this.models.use(modelKey);
      const abort = new AbortController();
      const classification = lease.model.classify(recording, { signal: abort.signal });
      const run = newRun(lease, model.title, classification, abort);
      await this.#replace(key, run);
      const { status } = await carryOut(run, (change) => this.#patch(key, run, change)).catch(
        async (thrown: unknown) => {
          await this.#replace(key, null); // nothing is left to be compared with
          throw thrown;
        },
      );
      if (status === 'done') this.tasks.say(strings.results.second.done(model.title));
    });
  }

  /** What was there before is stopped and closed. */
  async #replace(key: number, second: Run | null): Promise<void> {
    const entry = this.store.state.recordings.find((one) => one.key === key);
    const before = entry?.second ?? null;
    before?.abort.abort();
    this.store.update((state) => patchRecording(state, key, { second }));
    await closeRun(before);
    if (!entry) await closeRun(second); // the recording was closed meanwhile
  }

  #patch(key: number, { classification }: Run, change: Partial<Run>): void {
    this.store.update((state) => {
      const second = state.recordings.find((one) => one.key === key)?.second;
      if (second?.classification !== classification) return {}; // another has taken its place
      return patchRecording(state, key, { second: { ...second, ...change } });
    });
  }
}

const classesOf = new WeakMap<ArrayBuffer, string>();

/** The classes of a model as its file lists them, in any order; empty where it does not. */
function classSet({ bytes }: ModelEntry): string {
  const known = classesOf.get(bytes);
  if (known !== undefined) return known;
  const found = readClasses(bytes);
  classesOf.set(bytes, found);
  return found;
}

function readClasses(file: ArrayBuffer): string {
  try {
    const length = Number(new DataView(file).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 8, length))) as {
      __metadata__?: { classes?: string };
    };
    return setOf(JSON.parse(header.__metadata__?.classes ?? '[]') as string[]);
  } catch {
    return '';
  }
}

const setOf = (classes: readonly string[]) => [...classes].sort().join('\n');

/** Models that distinguish the same classes as the one that classified. */
export function comparable(models: readonly ModelEntry[], run: Run): ModelEntry[] {
  const wanted = setOf(run.classes);
  return models.filter((one) => one.bytes !== run.lease.bytes && classSet(one) === wanted);
}

interface Agreement {
  /** What the second model says of each window of the first; null where it has no window there. */
  labels: (string | null)[];
  /** Windows that both have classified. */
  n: number;
  nSame: number;
}

/** Windows of different lengths are compared where they are: the middle of one lies in the other, as near its middle as any. */
export function agreementOf(
  first: readonly Prediction[],
  second: readonly Prediction[],
): Agreement {
  const middle = ({ onsetS, durationS }: Prediction) => onsetS + durationS / 2;
  let at = 0;
  const labels = first.map((window) => {
    const t = middle(window);
    while (at + 1 < second.length && distance(second[at + 1]!, t) <= distance(second[at]!, t)) at++;
    const near = second[at];
    return near && distance(near, t) <= near.durationS / 2 ? near.label : null;
  });
  const pairs = labels.flatMap((label, i) => (label === null ? [] : [label === first[i]!.label]));
  return { labels, n: pairs.length, nSame: pairs.filter(Boolean).length };
  function distance(window: Prediction, t: number): number {
    return Math.abs(middle(window) - t);
  }
}

interface Differing {
  /** Windows of which both say something else and the file tells the class. */
  n: number;
  nFirstRight: number;
  nSecondRight: number;
}

/** Who is right where they differ. */
export function differing(
  first: readonly Prediction[],
  { labels }: Agreement,
  truth: readonly (string | null)[],
): Differing {
  const windows = first.flatMap(({ index, label }, i) => {
    const [second, was] = [labels[i], truth[index]];
    return second && was && second !== label ? [{ label, second, was }] : [];
  });
  return {
    n: windows.length,
    nFirstRight: windows.filter(({ label, was }) => label === was).length,
    nSecondRight: windows.filter(({ second, was }) => second === was).length,
  };
}

const known = new WeakMap<object, { n: number; nOther: number; agreement: Agreement }>();

/** Found anew only when one of both has more windows. */
export function agreementOfRuns(first: Run, second: Run): Agreement {
  const before = known.get(second.classification);
  const [n, nOther] = [first.nDone, second.nDone];
  if (before?.n === n && before.nOther === nOther && before.agreement.labels.length === n)
    return before.agreement;
  const agreement = agreementOf(first.predictions, second.predictions);
  known.set(second.classification, { n, nOther, agreement });
  return agreement;
}
