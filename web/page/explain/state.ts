// State of Explain as one plain object.
import type { BandOcclusion, EegateError, ExplainChecks, ExplainMethod } from '../../api/index.js';
import type { MapPoint } from '../../plot/head.js';

export const methods: ExplainMethod[] = [
  'integrated_gradients',
  'gradient_input',
  'occlusion_channel',
  'occlusion_time',
  'attention_rollout',
];

/** What replaces an electrode or a moment that is removed. */
export const fills = ['surrogate', 'zero'] as const;
export type Fill = (typeof fills)[number];

export const isOcclusion = (method: ExplainMethod) => method.startsWith('occlusion');

/** Of one window: [rows, nTimes], rows being electrodes, or one row for all of them. */
export interface Picture {
  key: string;
  values: Float32Array;
  rows: readonly string[];
  nTimes: number;
  durationS: number;
  /** Microvolts, as the model is given them: [chNames.length, nTimes]. */
  x: Float32Array;
  chNames: readonly string[];
  /** One value for each electrode; empty where the method does not distinguish electrodes. */
  byChannel: Float32Array;
  /** What has the full colour: of samples, and of electrodes. */
  scale: number;
  channelScale: number;
  /** What the output owes to each frequency band. */
  bands: BandOcclusion;
  checks: ExplainChecks;
}

/** The mean over the windows that the model takes for one class. */
export interface ClassMean {
  key: string;
  nWindows: number;
  values: Float32Array;
  byChannel: Float32Array;
}

export interface ExplainState {
  method: ExplainMethod;
  /** Of occlusion; the other methods begin at silence. */
  fill: Fill;
  /** The picture of the other fill, once it was made. */
  other: Picture | null;
  /** Null: what the model says of the epoch. */
  target: number | null;
  picture: Picture | null;
  /** What is being explained; null when nothing is. */
  working: string | null;
  progress: number;
  problem: EegateError | null;
  mean: ClassMean | null;
  /** Null: nobody is at it. */
  meanProgress: number | null;
  cursor: { row: number; time: number };
  /** Which point of the deletion curve the cursor is at. */
  deletionPoint: number;
  dotsOnly: boolean;
  positions: Map<string, MapPoint>;
}

export function initialExplain(): ExplainState {
  return {
    method: 'integrated_gradients',
    fill: 'surrogate',
    other: null,
    target: null,
    picture: null,
    working: null,
    progress: 0,
    problem: null,
    mean: null,
    meanProgress: null,
    cursor: { row: 0, time: 0 },
    deletionPoint: 0,
    dotsOnly: false,
    positions: new Map(),
  };
}
