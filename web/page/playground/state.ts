// State of the playground.
import { intervalOf } from '../../truth/share_interval.js';
import type { EegateError } from '../../api/index.js';
import { presets } from '../training/presets.js';
import { strings } from '../strings/index.js';

export interface Settings {
  places: string[];
  hz: number;
  beginS: number;
  endS: number;
  strength: number;
  noiseUv: number;
  trials: number;
  network: string;
  passes: number;
  /** Of noise, order and first weights. */
  seed: number;
}

type Phase = 'making' | 'training' | 'testing' | 'explaining' | 'ended' | 'failed';

/** Relevance of every electrode, and how well it tells the planted ones. */
export interface Looked {
  values: Map<string, number>;
  auc: number;
}

interface Explained {
  trained: Looked;
  untrained: Looked;
}

export interface PlaygroundRun {
  phase: Phase;
  settings: Settings;
  pass: number;
  /** After each pass, on trials that were kept apart: 0 to 1. */
  accuracy: number[];
  nTrain: number;
  /** On new trials, which nothing was chosen by. */
  nRight: number;
  nTest: number;
  explained: Explained | null;
  problem: EegateError | null;
  /** Of earlier settings, while nothing can be trained with those of now. */
  isOld: boolean;
}

/** One trial of each kind, as it is planted: microvolts of the electrodes in view. */
export interface Example {
  names: string[];
  sfreq: number;
  rhythm: Float32Array[];
  none: Float32Array[];
}

export interface PlaygroundState {
  settings: Settings;
  run: PlaygroundRun | null;
  example: Example | null;
  /** The electrode that Tab stops at. */
  reached: string;
}

/** Small enough to learn within seconds from trials of 160 samples. */
export const networks = presets.filter(({ id }) =>
  ['small_gated', 'small_standard', 'patch_gated'].includes(id),
);

export const testTrials = 100;
export const maxSeed = 1000;

const nShown = 4;

/** Electrodes of the example: those with the rhythm, and others up to a few. */
export function shownPlaces(places: readonly string[]): string[] {
  const others = ['Cz', 'Pz', 'Fz', 'C4', 'O1'].filter((name) => !places.includes(name));
  return [...places.slice(0, nShown - Math.min(1, others.length)), ...others].slice(0, nShown);
}

export const trialS = 2;
export const shortestS = 0.2;
const rounding = 1e-9; // 2 - 1.8 is a little less than 0.2

export const firstSettings: Settings = {
  places: ['C3'],
  hz: 10,
  beginS: 0.5,
  endS: 1.5,
  strength: 1,
  noiseUv: 20,
  trials: 160,
  network: 'small_gated',
  passes: 30,
  seed: 1,
};

export function initialPlayground(): PlaygroundState {
  return { settings: firstSettings, run: null, example: null, reached: 'C3' };
}

export function isBusy(run: PlaygroundRun | null): boolean {
  return run !== null && run.phase !== 'ended' && run.phase !== 'failed';
}

/** Why trials cannot be made; empty if they can. */
export function obstacleOf({ places, beginS, endS }: Settings): string {
  if (places.length === 0) return strings.playground.obstacles.noElectrode;
  if (endS - beginS < shortestS - rounding) return strings.playground.obstacles.tooShort;
  return '';
}

const plainly = 0.8;

/** The map points to the rhythm before training already, where the explanation follows the input: it does not show what was learned. */
export const isFoundWithoutTraining = ({ trained, untrained }: Explained): boolean =>
  trained.auc >= plainly && untrained.auc >= plainly;

/** What came of it, in one sentence: beyond guessing or not. */
export function verdictOf(nRight: number, n: number, strength: number): string {
  const [low] = intervalOf(nRight, n);
  const { found, notFound, nothingHidden } = strings.playground;
  return low > 0.5 ? found : strength > 0 ? notFound : nothingHidden;
}
