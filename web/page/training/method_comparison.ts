// "Compare methods": several methods on the selected windows, computed by the engine step by step.
import type { ComparisonRequest, Engine, Model, ModelComparison } from '../../api/index.js';
import { isAbort } from '../../worker/error.js';
import type { Actions } from '../actions.js';
import type { State } from '../state.js';
import type { Store } from '../store.js';
import { strings } from '../strings/index.js';
import type { Setup } from './choices.js';
import type { Plan } from './plan.js';
import type { Source } from './sources.js';
import type { PanelState } from './state.js';

const texts = strings.methods;
const drawEveryMs = 150;
/** Recommended ones, from the simplest. */
const networks = ['band_power', 'eegnet', 'small_gated'];

/** The running or last comparison. */
export interface Compared {
  /** What was compared on, as text: see comparedOn. */
  of: string;
  isRunning: boolean;
  isPreparing: boolean;
  share: number;
  result: ModelComparison | null;
}

/** Items of a plan, and the annotations that they use, which may be corrected. */
export function comparedOn(
  { items }: Plan,
  open: readonly Pick<Source, 'key' | 'annotations'>[],
): string {
  const used = items.flatMap(({ key, recipe }) => {
    const labels = recipe.epochs?.labels;
    const { annotations = [] } = open.find((one) => one.key === key) ?? {};
    return labels ? annotations.filter(({ text }) => Object.hasOwn(labels, text)) : [];
  });
  return JSON.stringify(used.length ? [items, used] : items);
}

/** What an error is told of. */
export const subjectOf = ({ base }: Pick<Setup, 'base'>): string =>
  (base ? strings.tuning : texts).subject;

const trainedBy = ({ epochs = 20, learningRate = 5e-4, batchSize = 16 }: Plan['options']) => ({
  ...{ epochs, learningRate, batchSize },
});

export class MethodComparison {
  #abort = new AbortController();
  #tick = 0;

  constructor(
    private readonly page: Store<State>,
    private readonly store: Store<PanelState>,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
  ) {}

  /** Whether networks are compared, too, next time. */
  wantNetworks(comparesNetworks: boolean): void {
    this.store.update({ comparesNetworks });
  }

  /** Of a model that would be trained further: whether that pays, and which part of it. */
  async compare(plan: Plan, withNetworks: boolean, model: Model | null = null): Promise<void> {
    const compared: Compared = {
      of: this.#comparedOn(plan),
      isRunning: true,
      isPreparing: true,
      share: 0,
      result: null,
    };
    this.#abort = new AbortController();
    this.store.update({ compared });
    try {
      compared.result = await this.#ask(plan, compared, withNetworks, model);
      this.actions.tasks.say(model ? strings.tuning.done : texts.done);
    } catch (thrown) {
      if (!isAbort(thrown)) throw thrown;
      this.actions.tasks.say(texts.stopped);
    } finally {
      compared.isRunning = false;
      this.store.update({ compared: compared.result ? { ...compared } : null });
    }
  }

  /** Results of one plan are those of another one, too; also of a comparison that is running. */
  carryOver(from: Plan, to: Plan): void {
    const { compared } = this.store.state;
    if (compared?.of !== this.#comparedOn(from)) return;
    compared.of = this.#comparedOn(to);
    this.store.invalidate();
  }

  #comparedOn(plan: Plan): string {
    const open = this.page.state.recordings.map(({ key, recording: { annotations } }) => ({
      ...{ key, annotations },
    }));
    return comparedOn(plan, open);
  }

  cancel(): void {
    this.#abort.abort();
  }

  async #ask(
    { items, options }: Plan,
    compared: Compared,
    withNetworks: boolean,
    model: Model | null,
  ): Promise<ModelComparison> {
    const open = new Map(
      this.page.state.recordings.map(({ key, recording }) => [key, recording] as const),
    );
    const hear = (isPreparing: boolean) => (share: number) => {
      Object.assign(compared, { isPreparing, share });
      this.#tick ||= window.setTimeout(() => {
        this.#tick = 0;
        this.store.invalidate();
      }, drawEveryMs);
    };
    const engine = await this.engine;
    const request: ComparisonRequest = {
      data: items.map(({ key, recipe, subject }) => ({
        recording: open.get(key)!,
        recipe,
        subject,
      })),
      ...(model && { model, ...trainedBy(options) }),
      ...(options.seed !== undefined && { seed: options.seed }),
      ...(withNetworks && !model && { presets: ['fitted', ...networks] }),
      signal: this.#abort.signal,
      onPreparing: hear(true),
      onProgress: hear(false),
      // Classifiers that are fitted at once are shown while networks train for minutes.
      onModels: (result) => {
        compared.result = result;
        this.store.invalidate();
      },
    };
    return engine.compare(request);
  }
}
