// What eegate/elements declares to TypeScript: the elements as their users see them.
import type { EegateError, EngineOptions, Fit, Prediction, Recording } from '../api/index.js';

export type { EegJsxElements } from './jsx_types.js';

interface EegElementFace extends HTMLElement {
  /** Address of a recording. */
  src: string | null;
  /** Shows a minute of simulated EEG. */
  sample: boolean;
  /** No other file can be chosen. */
  fixed: boolean;
  /** A recording as File or Blob; goes before `src`. */
  file: Blob | null;
  /** "light" or "dark"; without it that of the system. */
  theme: string | null;
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

export interface EegLesson extends HTMLElement {
  /** Address of a lesson, or the name of one that comes with eegate: alpha, attention, fooling, imagery. */
  src: string | null;
  /** The lesson itself; goes before `src`. */
  text: string | null;
  /** The step in view, from 1. */
  step: number;
  /** Address of the recording for views that do not ask for the sample; without it they show the sample, too. */
  recording: string | null;
  /** That recording as Blob; goes before `recording`. */
  recordingFile: Blob | null;
  /** The model of views that name none. */
  model: string;
  /** "light" or "dark"; without it that of the system. */
  theme: string | null;
  /** Address of a page of eegate, for views that need all of it; without it eegate.html beside the script. */
  page: string | null;
}

export interface EegDrill extends EegElementFace {
  /** Address of a model file, or the name of a bundled one. */
  model: string;
  /** A model file as Blob; goes before `model`. */
  modelFile: Blob | null;
  /** How many windows are asked, at most. */
  windows: number;
  /** Of the order of the windows; the next drill has the next one. */
  seed: number;
  /** Chooses windows and asks the first one. */
  begin(): Promise<void>;
  /** The reader's answer to the window in view. */
  answer(chosen: string): void;
}

export interface DrillAnswer {
  truth: string;
  chosen: string;
  /** What the model says; empty where it gives no answer. */
  predicted: string;
  /** Of `predicted`, 0 to 1. */
  probability: number;
}

export interface DrillScore {
  n: number;
  nYours: number;
  nModel: number;
  /** Both wrong. */
  nHard: number;
}

export interface LessonRead {
  title: string;
  summary: string;
  /** Titles. */
  steps: string[];
  problems: { line: number; message: string }[];
}

export interface LessonAnswer {
  /** From 1. */
  step: number;
  /** Within the step, from 1. */
  question: number;
  /** Index of the option; null where there are none. */
  chosen: number | null;
  isRight: boolean | null;
}

export declare const EegViewer: { new (): EegViewer };
export declare const EegClassifier: { new (): EegClassifier };
export declare const EegDrill: { new (): EegDrill };
export declare const EegLesson: { new (): EegLesson };
/** Defines the elements; importing the module has done it. */
export declare function defineElements(): void;
/**
 * Options for the engines of elements, to be given before the first element opens anything; throws ELEMENT_CONFIGURED after that.
 * `assets` is asked for bundled models and lessons, too, e.g. "models/eyes.safetensors" or "lessons/alpha.md".
 */
export declare function configure(options: EngineOptions): void;

declare global {
  interface HTMLElementTagNameMap {
    'eeg-viewer': EegViewer;
    'eeg-classifier': EegClassifier;
    'eeg-lesson': EegLesson;
    'eeg-drill': EegDrill;
  }
  interface HTMLElementEventMap {
    'eegate-open': CustomEvent<Recording['info']>;
    'eegate-view': CustomEvent<{ startS: number; durationS: number }>;
    'eegate-fit': CustomEvent<Fit>;
    'eegate-prediction': CustomEvent<Prediction>;
    'eegate-done': CustomEvent<Prediction[]>;
    'eegate-lesson': CustomEvent<LessonRead>;
    'eegate-step': CustomEvent<{ step: number; title: string }>;
    'eegate-answer': CustomEvent<LessonAnswer>;
    'eegate-drill-answer': CustomEvent<DrillAnswer>;
    'eegate-drill-done': CustomEvent<DrillScore>;
    'eegate-error': CustomEvent<EegateError>;
  }
}
