// What eegate/elements declares to TypeScript: the elements as their users see them.
import type {
  Compatibility,
  EegateError,
  EngineOptions,
  Prediction,
  Recording,
} from '../api/index.js';

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

/** `<eeg-viewer>`: traces of a recording. */
export interface EegViewer extends EegElementFace {
  /** Names, separated by commas; without it the first ones. */
  channels: string | null;
  /** Seconds. */
  start: number;
  /** Seconds in view. */
  duration: number;
}

/** `<eeg-classifier>`: a recording through a model, one answer for each epoch. */
export interface EegClassifier extends EegElementFace {
  /** Address of a model file, or the name of a bundled one. */
  model: string;
  /** A model file as Blob; goes before `model`. */
  modelFile: Blob | null;
  /** Classifies as soon as both are there. */
  autorun: boolean;
  /** Those that are there so far. */
  readonly predictions: Prediction[];
  /** Whether the recording suits the model; null until both are open. */
  readonly compatibility: Compatibility | null;
  /** Every epoch of the recording; resolves with the predictions. */
  classify(): Promise<Prediction[]>;
  /** Ends a classification; what is there stays. */
  stop(): void;
}

/** `<eeg-lesson>`: a lesson, step by step. */
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

/** `<eeg-drill>`: windows to be told apart, beside the model. */
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

/** One window, as `eegate-drill-answer` tells it. */
export interface DrillAnswer {
  /** The class that an annotation gives the window. */
  truth: string;
  /** The reader's answer. */
  chosen: string;
  /** What the model says; empty where it gives no answer. */
  predicted: string;
  /** Of `predicted`, 0 to 1. */
  probability: number;
}

/** As `eegate-drill-done` tells it. */
export interface DrillScore {
  /** Windows that were asked. */
  n: number;
  /** Of these, right by the reader. */
  nYours: number;
  /** Right by the model. */
  nModel: number;
  /** Both wrong. */
  nHard: number;
}

/** A lesson that is in view, as `eegate-lesson` tells it. */
export interface LessonRead {
  /** Its first heading. */
  title: string;
  /** The text before the first step. */
  summary: string;
  /** Titles. */
  steps: string[];
  /** What could not be understood; empty for a lesson without mistakes. */
  problems: {
    /** From 1. */
    line: number;
    /** What is wrong, in words. */
    message: string;
  }[];
}

/** A prediction of the reader, as `eegate-answer` tells it. */
export interface LessonAnswer {
  /** From 1. */
  step: number;
  /** Within the step, from 1. */
  question: number;
  /** Index of the option; null where there are none. */
  chosen: number | null;
  /** Null where the question has no right answer. */
  isRight: boolean | null;
}

/** The class of `<eeg-viewer>`. */
export declare const EegViewer: {
  /** As `document.createElement` makes it. */
  new (): EegViewer;
};
/** The class of `<eeg-classifier>`. */
export declare const EegClassifier: {
  /** As `document.createElement` makes it. */
  new (): EegClassifier;
};
/** The class of `<eeg-drill>`. */
export declare const EegDrill: {
  /** As `document.createElement` makes it. */
  new (): EegDrill;
};
/** The class of `<eeg-lesson>`. */
export declare const EegLesson: {
  /** As `document.createElement` makes it. */
  new (): EegLesson;
};
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
    'eegate-compatibility': CustomEvent<Compatibility>;
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
