// The declarations of eegate/elements: the elements as their users see them.
import type {
  Compatibility,
  EegateError,
  EngineOptions,
  Prediction,
  Recording,
} from '../api/index.js';

export type { EegJsxElements } from './jsx_types.js';

/** What elements with a recording have in common. */
interface EegElementFace extends HTMLElement {
  /**
   * Address of a recording in one file. For one in several files (BrainVision, EEGLAB with .fdt, split FIF) use `openRecording` with
   * `companions`, or convert it into one file.
   */
  src: string | null;
  /** Shows one minute of simulated EEG. */
  sample: boolean;
  /** Hides the button that opens another file. */
  fixed: boolean;
  /** A recording as File or Blob, in place of `src`; what the reader chooses becomes the `file`, and null shows `src` again. */
  file: Blob | null;
  /** "light" or "dark"; default: that of the system. */
  theme: string | null;
  /** The open recording; null if none is open. */
  readonly recording: Recording | null;
}

/**
 * `<eeg-viewer>`: traces of a recording.
 *
 * @example
 * ```html
 * <eeg-viewer src="recording.edf" channels="O1, Oz, O2" start="10" duration="5"></eeg-viewer>
 * ```
 */
export interface EegViewer extends EegElementFace {
  /** Names of channels, separated by commas; default: the first 24. */
  channels: string | null;
  /** Start of the view, in seconds; while a recording is open, what is shown. No number means 0. */
  start: number;
  /** Duration of the view, in seconds, default 10; while a recording is open, what is shown. No number means 10. */
  duration: number;
}

/**
 * `<eeg-classifier>`: classifies a recording with a model, epoch by epoch.
 *
 * @example
 * ```html
 * <eeg-classifier src="recording.edf" model="eyes" autorun></eeg-classifier>
 * ```
 */
export interface EegClassifier extends EegElementFace {
  /** Address of a model file, or the name of a bundled one. */
  model: string;
  /** A model file as Blob; goes before `model`. */
  modelFile: Blob | null;
  /** Classifies as soon as recording and model are open. */
  autorun: boolean;
  /** Predictions so far. */
  readonly predictions: Prediction[];
  /** Whether the recording suits the model; null until both are open. */
  readonly compatibility: Compatibility | null;
  /**
   * Classifies every epoch of the recording, and resolves with all predictions. It waits for a recording and a model that are being
   * loaded. Calls that come meanwhile share the one that is going on.
   *
   * @throws {EegateError} What went wrong, which is also shown and reported by `eegate-error`; ELEMENT_EMPTY: no recording is open.
   * @throws {DOMException} AbortError: it was stopped, the element was removed, or another recording or model was opened.
   */
  classify(): Promise<Prediction[]>;
  /** Stops a classification, whose call rejects; predictions so far stay in `predictions`. */
  stop(): void;
}

/**
 * `<eeg-lesson>`: a lesson, step by step.
 *
 * @example
 * ```html
 * <eeg-lesson src="alpha"></eeg-lesson>
 * ```
 */
export interface EegLesson extends HTMLElement {
  /** Address of a lesson, or the name of a bundled one: alpha, attention, fooling, imagery. */
  src: string | null;
  /** The lesson as Markdown, in place of `src`. */
  text: string | null;
  /** Number of the current step, from 1. */
  step: number;
  /** Address of the recording for views that do not ask for the sample; default: the sample. */
  recording: string | null;
  /** That recording as Blob, in place of `recording`. */
  recordingFile: Blob | null;
  /** Model of views that name none. */
  model: string;
  /** "light" or "dark"; default: that of the system. */
  theme: string | null;
  /** Address of a page of eegate, for links to views that need it; default: eegate.html next to the script, none if a bundler has moved the script. */
  page: string | null;
}

/**
 * `<eeg-drill>`: the reader classifies windows of a recording, and is compared with a model.
 *
 * @example
 * ```html
 * <eeg-drill src="S001R03.edf" model="leftright" windows="20"></eeg-drill>
 * ```
 */
export interface EegDrill extends EegElementFace {
  /** Address of a model file, or the name of a bundled one. */
  model: string;
  /** A model file as Blob; goes before `model`. */
  modelFile: Blob | null;
  /** Largest number of windows. */
  windows: number;
  /** Seed of the order of the windows; it increases with every drill. */
  seed: number;
  /** Chooses windows, once they are cut, and shows the first one. Errors are shown and reported by `eegate-error`. */
  begin(): Promise<void>;
  /** Answers the current window with a class. */
  answer(chosen: string): void;
}

/** One answered window: detail of `eegate-drill-answer`. */
export interface DrillAnswer {
  /** Class of the window by its annotation. */
  truth: string;
  /** Class that the reader chose. */
  chosen: string;
  /** Class that the model predicted; empty if it computed no finite number. */
  predicted: string;
  /** Probability of `predicted`, 0 to 1. */
  probability: number;
}

/** Result of a drill: detail of `eegate-drill-done`. */
export interface DrillScore {
  /** Number of windows. */
  n: number;
  /** Windows that the reader answered correctly. */
  nYours: number;
  /** Windows that the model predicted correctly. */
  nModel: number;
  /** Windows where both were wrong. */
  nHard: number;
}

/** A lesson that was read: detail of `eegate-lesson`. */
export interface LessonRead {
  /** Title: its first heading. */
  title: string;
  /** The text before the first step. */
  summary: string;
  /** Titles of the steps. */
  steps: string[];
  /** Mistakes in the lesson; empty if there are none. */
  problems: {
    /** Line, from 1. */
    line: number;
    /** What is wrong, in words. */
    message: string;
  }[];
}

/** The part of a recording in a viewer: detail of `eegate-view`. */
export interface ViewRange {
  /** Start in seconds. */
  startS: number;
  /** Duration in seconds. */
  durationS: number;
}

/** The current step of a lesson: detail of `eegate-step`. */
export interface LessonStep {
  /** Number of the step, from 1. */
  step: number;
  /** Title of the step. */
  title: string;
}

/** An answer of the reader: detail of `eegate-answer`. */
export interface LessonAnswer {
  /** Number of the step, from 1. */
  step: number;
  /** Number of the question in the step, from 1. */
  question: number;
  /** Index of the chosen option, from 0; null for a question without options. */
  chosen: number | null;
  /** Whether it is right; null for a question without options. */
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
/** Defines the custom elements. Importing the module does it, too. */
export declare function defineElements(): void;
/**
 * Sets the options of the engine of the elements, before the first element opens anything. `assets` is called for bundled models and
 * lessons, too, for instance with "models/eyes.safetensors" or "lessons/alpha.md". It can be called again as long as no engine has started, also
 * after a start that failed; elements that failed open their recording when it is set again.
 *
 * @throws {EegateError} ELEMENT_CONFIGURED: the engine has started already; ENGINE_OPTION: an impossible option.
 */
export declare function configure(options: EngineOptions): void;

declare global {
  /** The elements by tag. */
  interface HTMLElementTagNameMap {
    /** Traces of a recording. */
    'eeg-viewer': EegViewer;
    /** Classification of a recording. */
    'eeg-classifier': EegClassifier;
    /** A lesson, step by step. */
    'eeg-lesson': EegLesson;
    /** A drill: the reader compared with a model. */
    'eeg-drill': EegDrill;
  }
  /** Events of the elements; they bubble and cross shadow roots. */
  interface HTMLElementEventMap {
    /** A recording was opened; detail: its properties. */
    'eegate-open': CustomEvent<Recording['info']>;
    /** The viewer shows another part; detail: start and duration in seconds. */
    'eegate-view': CustomEvent<ViewRange>;
    /** Recording and model were compared; detail: the result. */
    'eegate-compatibility': CustomEvent<Compatibility>;
    /** An epoch was classified; detail: its prediction. */
    'eegate-prediction': CustomEvent<Prediction>;
    /** All epochs were classified; detail: the predictions. */
    'eegate-done': CustomEvent<Prediction[]>;
    /** A lesson was read; detail: its title, steps and mistakes. */
    'eegate-lesson': CustomEvent<LessonRead>;
    /** The lesson shows another step; detail: its number and title. */
    'eegate-step': CustomEvent<LessonStep>;
    /** The answer to a question was shown; detail: what the reader chose. */
    'eegate-answer': CustomEvent<LessonAnswer>;
    /** A window of a drill was answered; detail: the answer. */
    'eegate-drill-answer': CustomEvent<DrillAnswer>;
    /** A drill has ended; detail: its result. */
    'eegate-drill-done': CustomEvent<DrillScore>;
    /** Something failed; detail: the error. */
    'eegate-error': CustomEvent<EegateError>;
  }
}
