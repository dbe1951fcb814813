// What eegate/elements declares to TypeScript: the elements as their users see them.
import type { EegateError, EngineOptions, Fit, Prediction, Recording } from '../api/index.js';

interface EegElementFace extends HTMLElement {
  /** Address of a recording. */
  src: string | null;
  /** Shows a minute of simulated EEG. */
  sample: boolean;
  /** No other file can be chosen. */
  fixed: boolean;
  /** A recording as File or Blob; goes before `src`. */
  file: Blob | null;
  /** What is open. */
  readonly recording: Recording | null;
}

export interface EegViewer extends EegElementFace {
  /** Names, separated by commas; without it the first ones. */
  channels: string | null;
  /** Seconds. */
  start: number;
  duration: number;
}

export interface EegClassifier extends EegElementFace {
  /** Address of a model file, or the name of a bundled one. */
  model: string;
  /** A model file as Blob; goes before `model`. */
  modelFile: Blob | null;
  /** Classifies as soon as both are there. */
  autorun: boolean;
  readonly predictions: Prediction[];
  readonly fit: Fit | null;
  /** Every epoch of the recording; resolves with the predictions. */
  classify(): Promise<Prediction[]>;
  stop(): void;
}

export declare const EegViewer: { new (): EegViewer };
export declare const EegClassifier: { new (): EegClassifier };
/** Defines the elements; importing the module has done it. */
export declare function defineElements(): void;
/** Options for the engines of elements; before the first of them opens anything. */
export declare function configure(options: EngineOptions): void;

declare global {
  interface HTMLElementTagNameMap {
    'eeg-viewer': EegViewer;
    'eeg-classifier': EegClassifier;
  }
  interface HTMLElementEventMap {
    'eegate-open': CustomEvent<Recording['info']>;
    'eegate-view': CustomEvent<{ startS: number; durationS: number }>;
    'eegate-fit': CustomEvent<Fit>;
    'eegate-prediction': CustomEvent<Prediction>;
    'eegate-done': CustomEvent<Prediction[]>;
    'eegate-error': CustomEvent<EegateError>;
  }
}
