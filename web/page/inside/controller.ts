// Controller of Inside: inspects the selected window, in the model as it is and with parts changed by hand.
import type { Ablation, EegateError, Model } from '../../api/index.js';
import { toEegateError } from '../../worker/error.js';
import type { Actions } from '../actions.js';
import type { Lease } from '../open_models.js';
import { currentRecording, type State } from '../state.js';
import type { Store } from '../store.js';
import { firstCell, initialInside, type InsideState, type Inspected } from './state.js';
import { gateWeights } from './arithmetic.js';
import { gateOf } from './gates.js';
import { partsOf } from './ablations.js';
import { windowInFocus } from '../first_window.js';
import { strings } from '../strings/index.js';
import { PageError } from '../page_error.js';

const nothingInspected = {
  inspected: null,
  ablated: null,
  comparison: null,
  isComparisonDrawn: false,
  row: null,
};

/** Which window of which run is looked at. */
interface Target {
  entry: NonNullable<ReturnType<typeof currentRecording>>;
  run: NonNullable<NonNullable<ReturnType<typeof currentRecording>>['run']>;
  index: number;
}

export class Controller {
  #shown: unknown[] = [];
  /** What steps that can be undone are about. */
  #undoSubject = {};
  #turn = 0;
  #comparisonTurn = 0;
  #nAttempts = 0;
  #isAblating = false;
  readonly #leases: Record<'inspected' | 'comparison', Lease | null> = {
    inspected: null,
    comparison: null,
  };

  constructor(
    private readonly page: Store<State>,
    private readonly store: Store<InsideState>,
    private readonly actions: Actions,
  ) {}

  get target(): Target | null {
    const entry = currentRecording(this.page.state);
    const run = entry?.run;
    if (!entry || !run) return null;
    const index = windowInFocus(run);
    return index === null ? null : { entry, run, index };
  }

  /** Looks at the selected window if it is another one than before. */
  follow(): void {
    const { target } = this;
    const now = [target?.run.classification, target?.index];
    if (now.every((one, i) => one === this.#shown[i])) return;
    const isSameRun = now[0] === this.#shown[0];
    this.#shown = now;
    if (!isSameRun) this.#forgetSteps();
    if (target) return void this.#inspect(target, isSameRun);
    this.#beginTurn();
    const { parts, comparisonKey } = this.store.state; // kept for the next window that can be looked into
    this.store.update({ ...initialInside(), parts, comparisonKey });
    this.#useFor('inspected', null);
    this.#useFor('comparison', null);
  }

  /** What comes from now on is of another window, or of none. */
  #beginTurn(): void {
    this.#turn++;
    this.#comparisonTurn++;
  }

  /** Tells later whether another window is looked at than now. */
  #isOtherWindow(): () => boolean {
    const turn = this.#turn;
    return () => turn !== this.#turn;
  }

  #forgetSteps(): void {
    this.actions.undo.drop({ about: this.#undoSubject });
    this.#undoSubject = {};
  }

  /** A change by hand, of a part with this name; it can be undone while the same run is looked into. */
  change(parts: readonly Ablation[], what: string): void {
    const { parts: before } = this.store.state;
    this.actions.undo.push({
      kind: `inside: ${what}`,
      about: this.#undoSubject,
      undo: () => void this.ablate(before),
      redo: () => void this.ablate(parts),
    });
    void this.ablate(parts);
  }

  /** Parts changed, or restored. Changes that come during an inspection are done after it, in one inspection of the last of them. */
  async ablate(parts: readonly Ablation[]): Promise<void> {
    this.store.update({ parts });
    if (this.#isAblating) return;
    this.#isAblating = true;
    try {
      await this.#attempt(this.#isOtherWindow(), () => this.#ablateAll());
    } finally {
      this.#isAblating = false;
    }
  }

  async #ablateAll(): Promise<void> {
    for (;;) {
      const { inspected, parts } = this.store.state;
      if (!inspected) return;
      const ablate = { ...this.#wishes(inspected.model), ablate: parts };
      const ablated = parts.length ? await inspected.model.inspect(inspected.x, ablate) : null;
      const { state } = this.store;
      if (state.inspected === inspected) this.store.update({ ablated });
      if (state.inspected === inspected && state.parts === parts) return;
    }
  }

  /** A second model with the same part of the recording. */
  async compareWith(key: string): Promise<void> {
    const turn = ++this.#comparisonTurn;
    if (key !== this.store.state.comparisonKey)
      this.store.update({ comparisonKey: key, comparison: null, isComparisonDrawn: false });
    const { target } = this;
    const modelEntry = this.page.state.models.find((one) => one.key === key);
    if (!target || !modelEntry) return this.#useFor('comparison', null);
    const isOld = () => turn !== this.#comparisonTurn;
    await this.#attempt(isOld, async () => {
      const lease = await this.actions.models.use(key);
      if (isOld()) return lease.release();
      this.#useFor('comparison', lease);
      const comparison = await this.#inspectComparison(target, lease, modelEntry.title);
      if (!isOld()) this.store.update({ comparison });
    });
  }

  /** The token that is read from: as it is, a view may be a key older. */
  get query(): number {
    return this.store.state.cell.query;
  }

  /** The attention of one token, in full where a map sums up neighbouring tokens. */
  async readFrom(query: number): Promise<void> {
    const { cell, inspected, parts } = this.store.state;
    this.store.update({ cell: { ...cell, query } });
    const map = inspected?.inspection.find(`blocks.${cell.block}.attention_map`);
    const queries = inspected?.inspection.find(`blocks.${cell.block}.queries`);
    if (!inspected || !map || !queries || map.dims[1] === queries.dims[0]) return;
    await this.#attempt(this.#isOtherWindow(), async () => {
      const wishes = this.#wishes(inspected.model);
      const inspection = await inspected.model.inspect(inspected.x, wishes);
      const { state } = this.store;
      if (state.inspected !== inspected || state.cell.query !== query) return;
      this.store.update({ inspected: { ...inspected, inspection } });
      if (parts.length) await this.ablate(parts);
    });
  }

  async #inspect(target: Target, isSameRun: boolean): Promise<void> {
    this.#beginTurn();
    const isOld = this.#isOtherWindow();
    const { run, index } = target;
    const { model, bytes } = run.lease;
    this.#useFor('inspected', run.lease.again());
    if (!isSameRun) this.store.update({ ...nothingInspected, cell: firstCell });
    this.store.update({ nWindows: run.predictions.length });
    await this.#attempt(isOld, async () => {
      const x = await run.classification.epochs(index, 1);
      const inspection = await model.inspect(x, this.#wishes(model));
      if (isOld()) return;
      const { onsetS, durationS } = run.predictions[index]!;
      const parts = partsOf(inspection, this.store.state.parts);
      const ablate = { ...this.#wishes(model), ablate: parts };
      const ablated = parts.length ? await model.inspect(x, ablate) : null;
      if (isOld()) return;
      this.store.update({
        inspected: { model, bytes, title: run.modelTitle, onsetS, durationS, x, inspection },
        index,
        parts,
        ablated,
        problem: null,
      });
      if (run.selected === null) this.actions.view.bringIntoView(onsetS, durationS); // the choice has done so
      const { comparisonKey } = this.store.state;
      if (comparisonKey) await this.compareWith(comparisonKey);
    });
  }

  /** The window of another model that begins nearest to the one that is looked at. */
  async #inspectComparison(
    { entry, run, index }: Target,
    lease: Lease,
    title: string,
  ): Promise<Inspected> {
    const { onsetS } = run.predictions[index]!;
    const { model, bytes } = lease;
    const classification = model.classify(entry.recording);
    try {
      const { epochs } = await classification.plan();
      const distance = (i: number) => Math.abs(epochs[i]!.onsetS - onsetS);
      let nearest = 0;
      for (let i = 1; i < epochs.length; i++) if (distance(i) < distance(nearest)) nearest = i;
      const epoch = epochs[nearest];
      if (!epoch || distance(nearest) > epoch.durationS) throw nothingThere(title, onsetS);
      const x = await classification.epochs(nearest, 1);
      const inspection = await model.inspect(x, { batch: 1 });
      return {
        model,
        bytes,
        title,
        onsetS: epoch.onsetS,
        durationS: epoch.durationS,
        x,
        inspection,
      };
    } finally {
      await classification.close();
    }
  }

  /** A model stays open as long as it is looked into; what was looked into before is given back. */
  #useFor(what: 'inspected' | 'comparison', lease: Lease | null): void {
    this.#leases[what]?.release();
    this.#leases[what] = lease;
  }

  #wishes(model: Model) {
    const names = new Set(model.info.tensors.map(({ name }) => name));
    const gate = gateOf(model.config);
    const nBlocks = Number(model.config['n_blocks'] ?? 0);
    const gates = Array.from({ length: gate ? nBlocks : 0 }, (_, block) =>
      gateWeights(block, gate!),
    ).flat();
    const isTransformer = model.config['architecture'] === 'transformer';
    const head = isTransformer ? ['head.weight', 'head.bias'] : [];
    const weights = [...gates, ...head].filter((name) => names.has(name));
    return { batch: 1 as const, query: this.store.state.cell.query, weights };
  }

  /** The error of what is old when it fails is of no use. */
  async #attempt(isOld: () => boolean, work: () => Promise<void>): Promise<void> {
    this.#nAttempts++;
    this.store.update({ isBusy: true, problem: null });
    try {
      await work();
    } catch (thrown) {
      if (!isOld()) this.store.update({ problem: toEegateError(thrown) });
    } finally {
      this.store.update({ isBusy: --this.#nAttempts > 0 });
    }
  }
}

function nothingThere(title: string, onsetS: number): EegateError {
  return new PageError({
    code: 'INSIDE_NO_EPOCH',
    message: strings.inside.noWindowNear(title, onsetS),
  });
}
