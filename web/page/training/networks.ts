// Size and cost of each network for the open recordings: requested from the engine one after the other, and cached.
import type { ConfigSettings, EegateError, Engine, NetworkDescription } from '../../api/index.js';
import { toEegateError } from '../../worker/error.js';
import { classesOf, nTimesOf, type Setup } from './choices.js';
import { configOf, scalingOf } from './plan.js';
import type { Run } from './state.js';

export type NetworkFacts = { network: NetworkDescription } | { problem: EegateError };

/** What training several networks on one window once costs together, in milliseconds; null as long as one of them is not known. */
export function costOf(networks: readonly (NetworkFacts | null)[]): number | null {
  const costs = networks.map((one) =>
    one && 'network' in one ? (one.network.trainingMsPerEpoch ?? null) : null,
  );
  const isKnown = costs.length > 0 && costs.every((one) => one !== null);
  return isKnown ? costs.reduce((sum, one) => sum + one, 0) : null;
}

export class Networks {
  readonly #known = new Map<string, NetworkFacts | null>();
  /** Grows with every answer: what shows them depends on it. */
  nAnswers = 0;
  #isWarm = false;
  #last: Promise<unknown> = Promise.resolve();
  #waiting: { key: string; asked: Question }[] = [];
  /** Of the windows that were asked for last. */
  #sizes = '';

  constructor(
    private readonly engine: Promise<Engine>,
    private readonly onNews: () => void,
  ) {}

  /** Null until the engine has answered, which it does for windows that it `canDescribe`; the panel is drawn again then. */
  of(preset: string, setup: Setup): NetworkFacts | null {
    const asked = questionOf(preset, setup.settings.scaling, windowOf(setup));
    if (!asked) return null;
    const key = JSON.stringify(asked);
    this.#sizes = sizesOf(asked);
    if (!this.#known.has(key)) {
      this.#known.set(key, null);
      const one = { key, asked };
      if (preset === setup.settings.preset) this.#waiting.unshift(one);
      else this.#waiting.push(one);
      this.#last = this.#last.then(() => this.#askNext());
    }
    return this.#known.get(key) ?? null;
  }

  /** Whether the engine has said that this network cannot be made for the windows of a run. */
  isUnfit(preset: string, { plan, info }: Run): boolean {
    if (!info) return false;
    const { chNames, nTimes, classes } = info;
    const window = { chNames, nTimes, nClasses: classes.length };
    const facts = this.#known.get(JSON.stringify(questionOf(preset, scalingOf(plan), window)));
    return facts ? 'problem' in facts : false;
  }

  /** Waits until the engine has answered for this one. */
  async known(preset: string, setup: Setup): Promise<void> {
    this.of(preset, setup);
    await this.#last;
  }

  /** The chosen network first; what was asked for windows that are no longer wanted is left until it is wanted again. */
  async #askNext(): Promise<void> {
    const next = this.#waiting.shift();
    if (!next) return;
    if (sizesOf(next.asked) === this.#sizes) await this.#ask(next.key, next.asked);
    else this.#known.delete(next.key);
  }

  async #ask(key: string, asked: Question): Promise<void> {
    try {
      const engine = await this.engine;
      // A browser runs the first of it with code that it has not optimised yet, and something else may have kept the core busy.
      const nMeasured = this.#isWarm ? 2 : 3;
      const all: NetworkDescription[] = [];
      while (all.length < nMeasured) all.push(await engine.describeNetwork(asked));
      this.#isWarm = true;
      this.#known.set(key, { network: quickestOf(all) });
    } catch (thrown) {
      this.#known.set(key, { problem: toEegateError(thrown) });
    }
    this.nAnswers++;
    this.onNews();
  }
}

/** What is measured is never too short. */
function quickestOf(all: readonly NetworkDescription[]): NetworkDescription {
  const cost = ({ trainingMsPerEpoch }: NetworkDescription) => trainingMsPerEpoch ?? Infinity;
  return all.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}

interface Question {
  config: ConfigSettings;
  channels: string[];
}

const sizesOf = ({ config, channels }: Question) =>
  [config['n_times'], config['n_outputs'], ...channels].join();

/** The sizes of what a network reads and answers. */
interface WindowSizes {
  chNames: readonly string[];
  nTimes: number;
  nClasses: number;
}

const windowOf = (setup: Setup): WindowSizes => ({
  chNames: setup.chNames,
  nTimes: nTimesOf(setup),
  nClasses: classesOf(setup).length,
});

/** There is something that a network could learn from: what the networks cost can be said. */
export const canDescribe = (setup: Setup): boolean => isWhole(windowOf(setup));

const isWhole = ({ chNames, nTimes, nClasses }: WindowSizes) =>
  chNames.length > 0 && nTimes > 0 && nClasses > 1;

function questionOf(
  preset: string,
  scaling: Setup['settings']['scaling'],
  window: WindowSizes,
): Question | null {
  if (!isWhole(window)) return null;
  const { chNames, nTimes, nClasses } = window;
  const sizes = { n_chans: chNames.length, n_times: nTimes, n_outputs: nClasses };
  return { config: { ...configOf({ scaling }, preset), ...sizes }, channels: [...chNames] };
}
