// The elements in JSX, independent of the JSX library: users add these types to its IntrinsicElements.
import type { EegClassifier, EegDrill, EegLesson, EegViewer } from './types.js';

/** Events of the elements. */
type Events = Pick<HTMLElementEventMap, Extract<keyof HTMLElementEventMap, `eegate-${string}`>>;

/** Event handlers: `oneegate-done` in React 19 and Preact, `on:eegate-done` in Solid. */
type Handlers = {
  [Name in keyof Events as `on${Name}` | `on:${Name}`]?: (event: Events[Name]) => void;
};

/** An element in JSX: the attributes that the library allows on every element, events, `theme`, and its own properties. */
type JsxElement<Common, Face, Names extends keyof Face> = Omit<
  Common,
  keyof Handlers | Names | 'theme'
> &
  Handlers & {
    /** "light" or "dark"; default: that of the system. */ theme?:
      'light' | 'dark' | null | undefined;
  } & {
    [Name in Names]?: Face[Name] | undefined;
  };
/** Properties of elements with a recording. */
type Opened = 'src' | 'sample' | 'fixed' | 'file';

/**
 * The tags of the elements with their attributes, properties and events. `Common`: what the JSX library allows on every element, such as
 * `React.HTMLAttributes<HTMLElement> & React.RefAttributes<HTMLElement>`.
 */
export interface EegJsxElements<Common = object> {
  /** Traces of a recording. */
  'eeg-viewer': JsxElement<Common, EegViewer, Opened | 'channels' | 'start' | 'duration'>;
  /** Classification of a recording. */
  'eeg-classifier': JsxElement<Common, EegClassifier, Opened | 'model' | 'modelFile' | 'autorun'>;
  /** A lesson, step by step. */
  'eeg-lesson': JsxElement<
    Common,
    EegLesson,
    'src' | 'text' | 'step' | 'recording' | 'recordingFile' | 'model' | 'page'
  >;
  /** A drill: the reader compared with a model. */
  'eeg-drill': JsxElement<Common, EegDrill, Opened | 'model' | 'modelFile' | 'windows' | 'seed'>;
}
