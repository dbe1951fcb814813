// A drill: windows of a recording with known class, answers of a reader, and predictions of a model for the same windows.
import type { EpochInfo, Recording } from '../../api/index.js';
import type { DrillScore } from '../types.js';

export interface Question {
  /** Index of the window in the plan of the classification. */
  index: number;
  onsetS: number;
  durationS: number;
  truth: string;
}

export interface Answer {
  question: Question;
  chosen: string;
  /** Class that the model predicted; empty if it computed no finite number. */
  predicted: string;
  /** Probability of `predicted`, 0 to 1. */
  probability: number;
}

type Window = Pick<EpochInfo, 'onsetS' | 'durationS'>;

/**
 * Up to `n` windows in a random order, as many of each class as the recording allows, no two of which share samples; none where all
 * are of one class. The same seed gives the same ones.
 */
export function questionsOf(
  windows: readonly Window[],
  truth: readonly (string | null)[],
  n: number,
  seed: number,
): Question[] {
  const random = generator(seed);
  const all = windows.flatMap(({ onsetS, durationS }, index) => {
    const known = truth[index];
    return known ? [{ index, onsetS, durationS, truth: known }] : [];
  });
  const apart = shuffled(all, random).reduce<Question[]>(
    (kept, one) => (kept.some((other) => sharesSamples(one, other)) ? kept : [...kept, one]),
    [],
  );
  const classes = [...new Set(apart.map((one) => one.truth))];
  if (classes.length < 2) return []; // there is nothing to classify
  const queues = classes.map((name) => apart.filter((one) => one.truth === name));
  const fewest = Math.min(...queues.map((queue) => queue.length), Math.floor(n / queues.length));
  return shuffled(
    queues.flatMap((queue) => queue.slice(0, fewest)),
    random,
  );
}

function sharesSamples(a: Question, b: Question): boolean {
  const slackS = 1e-6;
  return a.onsetS < b.onsetS + b.durationS - slackS && b.onsetS < a.onsetS + a.durationS - slackS;
}

export function scoreOf(answers: readonly Answer[]): DrillScore {
  const isRight = ({ question, chosen }: Answer) => chosen === question.truth;
  const modelIsRight = ({ question, predicted }: Answer) => predicted === question.truth;
  return {
    n: answers.length,
    nYours: answers.filter(isRight).length,
    nModel: answers.filter(modelIsRight).length,
    nHard: answers.filter((one) => !isRight(one) && !modelIsRight(one)).length,
  };
}

/** The channels by the sum of |relevance|, the largest first; values are [n_chans, n_times]. */
export function channelsByRelevance(values: Float32Array, chNames: readonly string[]): string[] {
  const nTimes = values.length / chNames.length;
  const sums = chNames.map((name, row) => ({
    name,
    sum: values.subarray(row * nTimes, (row + 1) * nTimes).reduce((sum, v) => sum + Math.abs(v), 0),
  }));
  return sums.sort((a, b) => b.sum - a.sum).map(({ name }) => name);
}

/** What weighed most for the model. */
export interface Looked {
  /** Of the channels that are drawn. */
  drawn: string[];
  /** Of the others, those that weighed more than any of them. */
  hidden: string[];
}

const nNamed = 2;

/** `ranked`: by their weight. Names of the model's channels may be written differently from those that are drawn. */
export function lookedOf(ranked: readonly string[], drawnNames: readonly string[]): Looked {
  const names = new Set(drawnNames.map(plainName));
  const isDrawn = (name: string) => names.has(plainName(name));
  const first = ranked.findIndex(isDrawn);
  return {
    drawn: ranked.filter(isDrawn).slice(0, nNamed),
    hidden: ranked.slice(0, first < 0 ? nNamed : Math.min(first, nNamed)),
  };
}

/** Letters and digits alone: "Fc5." and "FC5" are one. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Channels to show: those with the strongest rhythms at rest if the recording has them, else the first ones. */
export function channelsToShow(names: readonly string[], max: number): string[] {
  const usual = ['fz', 'c3', 'cz', 'c4', 'pz', 'o1', 'oz', 'o2'];
  const found = usual.flatMap((wanted) =>
    names.filter((name) => plainName(name) === wanted).slice(0, 1),
  );
  return (found.length >= 2 ? found : names).slice(0, max);
}

const maxRows = 8;

/** Indices of the channels to show. */
export function channelsOf({ info, channels }: Recording): number[] {
  const { mainChannels } = info;
  const names = mainChannels.map((index) => channels[index]!.name);
  return channelsToShow(names, maxRows).map((name) => mainChannels[names.indexOf(name)]!);
}

/** Probabilities of the classes; not finite where a logit is not. */
export function softmax(logits: Float32Array): Float32Array {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

export function indexOfMax(values: Float32Array): number {
  return values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}

/** 0 to 1; a linear congruential generator of 32 bits, enough to shuffle a few windows. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
