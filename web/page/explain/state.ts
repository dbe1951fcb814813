// What the place Explain shows, as one plain object.
import type {
  EegateError,
  ExplainBaseline,
  ExplainChecks,
  ExplainMethod,
} from '../../api/index.js';
import type { MapPoint } from '../../plot/head.js';

export const methods: { value: ExplainMethod; text: string; says: string }[] = [
  {
    value: 'integrated_gradients',
    text: 'integrated gradients',
    says: 'Every sample’s part of the model’s output. The parts add up to how far this epoch moves it.',
  },
  {
    value: 'gradient_input',
    text: 'gradient × input',
    says: 'Quick and rough: what a straight line through this epoch would make of each sample.',
  },
  {
    value: 'occlusion_channel',
    text: 'switch off electrodes',
    says: 'How far the output falls when an electrode is silent. Measured, not derived.',
  },
  {
    value: 'occlusion_time',
    text: 'switch off moments',
    says: 'How far the output falls when all electrodes are silent for 0.2 s. Measured, not derived.',
  },
  {
    value: 'attention_rollout',
    text: 'attention rollout (routing)',
    says: 'Where the model’s attention fetches its values from, through residuals and gates. This is routing, not importance.',
  },
];

/** What takes the place of an electrode or a moment that is switched off. */
export const fills: { value: ExplainBaseline; text: string; says: string }[] = [
  {
    value: 'surrogate',
    text: 'EEG without a message',
    says: 'In its place stands a surrogate: the electrode’s own average spectrum over this recording, with random phases. It looks like EEG to the model, and is about no moment.',
  },
  {
    value: 'zero',
    text: 'silence',
    says: 'In its place stands a flat line. No electrode ever records one, so the model may answer strangely.',
  },
];

export const isOcclusion = (method: ExplainMethod) => method.startsWith('occlusion');

/** Of one epoch: [rows, nTimes], rows being electrodes, or one row for all of them. */
export interface Picture {
  key: string;
  values: Float32Array;
  rows: string[];
  nTimes: number;
  durationS: number;
  /** Microvolts, as the model is given them: [chNames.length, nTimes]. */
  x: Float32Array;
  chNames: string[];
  /** One value for each electrode; empty where the method does not tell electrodes apart. */
  byChannel: Float32Array;
  /** What has the full colour: of samples, and of electrodes. */
  scale: number;
  channelScale: number;
  checks: ExplainChecks;
}

/** The mean over the epochs that the model takes for one class. */
export interface ClassMean {
  key: string;
  nEpochs: number;
  values: Float32Array;
  byChannel: Float32Array;
}

export interface ExplainState {
  method: ExplainMethod;
  /** Of occlusion; the other methods begin at silence. */
  fill: ExplainBaseline;
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
  dotsOnly: boolean;
  places: Map<string, MapPoint>;
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
    dotsOnly: false,
    places: new Map(),
  };
}
