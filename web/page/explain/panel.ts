// Controller of Explain: follows the selected window, requests explanations from the model, and caches the last ones.
import { EegateError, type Engine, type ExplainBaseline, type Model } from '../../api/index.js';
import { indexOfMax } from '../../elements/drill/model.js';
import { projected } from '../../plot/head.js';
import { joined } from '../../worker/work_chunks.js';
import { currentRecording, patchRun, type Run, type State } from '../state.js';
import { spread } from '../spread.js';
import type { Store } from '../store.js';
import { byChannel, colorScale, scaleOf } from './reductions.js';
import { meanOver } from './class_mean.js';
import { fills, isOcclusion, type ExplainState, type Picture } from './state.js';
import { beginningsOf, windowInFocus } from '../first_window.js';
import { strings } from '../strings/index.js';

const maxKept = 24;
const maxInBackground = 16;

export interface Subject {
  run: Run;
  epoch: number;
  target: number;
}

/** Architectures that take logarithms of covariances: a signal of zeros has no covariance, so it cannot be their baseline. */
const withoutZero: ReadonlySet<string> = new Set(['tangent_space', 'mdm', 'csp']);

export class ExplainPanel {
  readonly #kept = new Map<string, Picture>();
  readonly #runs = new WeakMap<object, number>();
  /** Runs whose window to begin with is found. */
  readonly #settled = new WeakSet<object>();
  readonly #backgrounds = new WeakMap<object, Float32Array>();
  #nRuns = 0;
  #wanted = '';
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;
  #abortMean: AbortController | null = null;

  /** `reveal` brings a window into view. */
  constructor(
    private readonly page: Store<State>,
    private readonly engine: Promise<Engine>,
    readonly store: Store<ExplainState>,
    private readonly reveal: (onsetS: number, durationS: number) => void,
  ) {}

  subject(): Subject | null {
    const run = currentRecording(this.page.state)?.run;
    const epoch = run ? windowInFocus(run) : null;
    if (!run || epoch === null) return null;
    const said = run.classes.indexOf(run.predictions[epoch]!.label);
    return { run, epoch, target: this.store.state.target ?? Math.max(0, said) };
  }

  /** After every draw of the page: explains what is chosen now, unless that was done. */
  follow(): void {
    const subject = this.subject();
    const key = subject ? this.#keyOf(subject) : '';
    if (key === this.#wanted) return;
    this.#wanted = key;
    this.#abort?.abort();
    this.#abort = null;
    const picture = this.#kept.get(key) ?? null;
    if (subject && picture) this.#bringIntoView(subject);
    const other = subject ? this.#otherOf(subject) : null;
    this.store.update({ picture, other, problem: null, working: null });
    clearTimeout(this.#waiting);
    if (subject && !picture)
      this.#waiting = setTimeout(() => void this.#explain(subject, key), this.#settleMs());
    if (subject && this.store.state.mean?.key !== this.#meanKey(subject)) {
      this.cancelMean();
      this.store.update({ mean: null });
    }
  }

  /** While the user scrolls through the recording, not every window on the way is explained. */
  #settleMs(): number {
    const isChosen = typeof currentRecording(this.page.state)?.run?.selected === 'number';
    return isChosen ? 0 : 250;
  }

  /** The place was folded up: nobody waits any more. */
  rest(): void {
    clearTimeout(this.#waiting);
    this.#abort?.abort();
    this.#abort = null;
    this.cancelMean();
    this.#wanted = '';
  }

  choose(change: Partial<Pick<ExplainState, 'method' | 'target' | 'fill'>>): void {
    this.store.update(change);
    this.follow();
  }

  async #explain(subject: Subject, key: string): Promise<void> {
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const { run, epoch, target } = subject;
    const { method } = this.store.state;
    const baseline = this.#baseline(run);
    this.store.update({ working: strings.explain.windowName(epoch + 1), progress: 0 });
    try {
      const { model } = run.classification;
      await this.#findPlaces(model);
      const x = await run.classification.epochs(epoch, 1, { signal });
      const bands = await model.explainBands(x, { target, batch: 1, signal });
      const { data: found, checks } = await model.explain(x, {
        target,
        method,
        baseline,
        ...(await this.#background(run, baseline, signal)),
        batch: 1,
        signal,
        onProgress: (progress) => this.store.update({ progress }),
      });
      const chNames = model.info.chNames;
      const nTimes = x.length / chNames.length;
      const { durationS } = run.predictions[epoch]!;
      const each = byChannel(found, chNames.length, nTimes, method);
      const rows = each.length ? chNames : [strings.explain.map.all];
      const values = found.subarray(0, rows.length * nTimes); // where all electrodes say the same, once
      const scales = { scale: colorScale(values), channelScale: scaleOf(each) };
      const picture = {
        key,
        values,
        rows,
        nTimes,
        durationS,
        x,
        chNames,
        bands,
        checks,
        ...scales,
      };
      this.#keep({ ...picture, byChannel: each });
      if (this.#wanted === key && this.#beginElsewhere(subject, checks.trustworthy)) return;
      if (this.#wanted !== key) return;
      this.#bringIntoView(subject);
      this.#show(this.#kept.get(key)!);
    } catch (thrown) {
      if (signal.aborted || this.#wanted !== key) return;
      this.store.update({ working: null, problem: problemOf(thrown) });
    }
  }

  /**
   * Nobody has chosen a window, and the explanation of the first one fails its checks: tries the next. If all fail the first is
   * shown. Once something was shown, the window changes only when the user chooses.
   */
  #beginElsewhere({ run, epoch }: Subject, isTrustworthy: boolean): boolean {
    const { classification, selected, status } = run;
    if (selected !== null || status === 'running' || this.#settled.has(classification))
      return false;
    const windows = beginningsOf(run);
    const next = isTrustworthy ? undefined : windows[windows.indexOf(epoch) + 1];
    if (next === undefined) this.#settled.add(classification);
    const beginning = isTrustworthy ? epoch : (next ?? windows[0]!);
    if (beginning === epoch) return false;
    const { recordingKey } = this.page.state;
    if (recordingKey === null) return false;
    this.page.update((state) => patchRun(state, recordingKey, classification, { beginning }));
    this.follow();
    return true;
  }

  #bringIntoView({ run, epoch }: Subject): void {
    if (run.selected !== null) return; // the choice has done so
    const { onsetS, durationS } = run.predictions[epoch]!;
    this.reveal(onsetS, durationS);
  }

  #show(picture: Picture): void {
    const { nTimes, rows, byChannel, values } = picture;
    // The electrode with the largest relevance, and its strongest moment.
    const row = rows.length > 1 && byChannel.length ? indexOfMax(byChannel) : 0;
    const cursor = { row, time: indexOfMax(values.subarray(row * nTimes, (row + 1) * nTimes)) };
    this.store.update({ picture, working: null, cursor, deletionPoint: 0 });
  }

  #keep(picture: Picture): void {
    this.#kept.set(picture.key, picture);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(key);
    }
  }

  async #findPlaces(model: Model): Promise<void> {
    const { positions } = this.store.state;
    const missing = model.info.chNames.filter((name) => !positions.has(name));
    if (!missing.length) return;
    const found = await (await this.engine).electrodes(missing);
    const more = missing.flatMap((name, i) => {
      const at = found[i];
      return at ? [[name, projected(at)] as const] : [];
    });
    if (more.length) this.store.update({ positions: new Map([...positions, ...more]) });
  }

  /** Explains every window that the model takes for the class, and shows the mean. */
  async computeMean(): Promise<void> {
    const subject = this.subject();
    if (!subject) return;
    const { run, target } = subject;
    const epochs = run.predictions.filter(({ label }) => label === run.classes[target]);
    const key = this.#meanKey(subject);
    const abort = (this.#abortMean = new AbortController());
    this.store.update({ meanProgress: 0 });
    try {
      const { signal } = abort;
      const baseline = this.#baseline(run);
      const background = await this.#background(run, baseline, signal);
      const { method } = this.store.state;
      const asked = { target, method, baseline, ...background, signal };
      const onProgress = (meanProgress: number) => this.store.update({ meanProgress });
      const mean = await meanOver(run.classification, epochs, asked, onProgress);
      if (!signal.aborted) this.store.update({ mean: { key, ...mean }, meanProgress: null });
    } catch (thrown) {
      if (abort.signal.aborted) return;
      this.store.update({ meanProgress: null, problem: problemOf(thrown) });
    }
  }

  cancelMean(): void {
    this.#abortMean?.abort();
    this.#abortMean = null;
    if (this.store.state.meanProgress !== null) this.store.update({ meanProgress: null });
  }

  #baseline({ classification }: Run): ExplainBaseline {
    const { method, fill } = this.store.state;
    if (withoutZero.has(classification.model.config.architecture)) return 'surrogate';
    return isOcclusion(method) ? fill : 'zero';
  }

  /** Windows from all over the recording: what its surrogates are made of. */
  async #background(
    run: Run,
    baseline: ExplainBaseline,
    signal: AbortSignal,
  ): Promise<{ background?: Float32Array }> {
    if (baseline !== 'surrogate') return {};
    const known = this.#backgrounds.get(run.classification);
    if (known) return { background: known };
    const all = spread(run.predictions, maxInBackground);
    const epochs: Float32Array[] = [];
    for (const { index } of all) epochs.push(await run.classification.epochs(index, 1, { signal }));
    const background = joined(epochs);
    if (run.status !== 'running') this.#backgrounds.set(run.classification, background);
    return { background };
  }

  /** The same with the other fill, if it was made before. */
  #otherOf(subject: Subject): Picture | null {
    if (!isOcclusion(this.store.state.method)) return null;
    if (withoutZero.has(subject.run.classification.model.config.architecture)) return null;
    const other = fills.find((fill) => fill !== this.store.state.fill)!;
    return this.#kept.get(this.#keyOf(subject, other)) ?? null;
  }

  #keyOf({ run, epoch, target }: Subject, baseline = this.#baseline(run)): string {
    return `${this.#runId(run)}/${epoch}/${target}/${this.store.state.method}/${baseline}`;
  }

  #meanKey({ run, target }: Subject): string {
    return `${this.#runId(run)}/${target}/${this.store.state.method}/${this.#baseline(run)}`;
  }

  #runId({ classification }: Run): number {
    const known = this.#runs.get(classification);
    if (known) return known;
    this.#runs.set(classification, ++this.#nRuns);
    return this.#nRuns;
  }
}

function problemOf(thrown: unknown): EegateError {
  if (thrown instanceof EegateError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new EegateError({ code: 'PAGE_FAILED', message }, thrown);
}
