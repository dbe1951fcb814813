// The elements in JSX, without a dependency on any library of it: whoever uses one hands these to its IntrinsicElements.
import type { EegClassifier, EegDrill, EegLesson, EegViewer } from './types.js';

type Events = Pick<HTMLElementEventMap, Extract<keyof HTMLElementEventMap, `eegate-${string}`>>;

/** `oneegate-done` as React 19 and Preact have it, `on:eegate-done` as Solid has it. */
type Handlers = {
  [Name in keyof Events as `on${Name}` | `on:${Name}`]?: (event: Events[Name]) => void;
};

/** Of an element: what the library allows on every one, events, colours, and its own. */
type JsxElement<Common, Face, Names extends keyof Face> = Omit<
  Common,
  keyof Handlers | Names | 'theme'
> &
  Handlers & { theme?: 'light' | 'dark' | null | undefined } & {
    [Name in Names]?: Face[Name] | undefined;
  };
type Opened = 'src' | 'sample' | 'fixed' | 'file';

/**
 * Tags of the elements and what can be set on them. `Common` is what the library allows on every element, as
 * `React.HTMLAttributes<HTMLElement> & React.RefAttributes<HTMLElement>`.
 */
export interface EegJsxElements<Common = object> {
  /** Traces of a recording. */
  'eeg-viewer': JsxElement<Common, EegViewer, Opened | 'channels' | 'start' | 'duration'>;
  /** A recording through a model. */
  'eeg-classifier': JsxElement<Common, EegClassifier, Opened | 'model' | 'modelFile' | 'autorun'>;
  /** A lesson, step by step. */
  'eeg-lesson': JsxElement<
    Common,
    EegLesson,
    'src' | 'text' | 'step' | 'recording' | 'recordingFile' | 'model' | 'page'
  >;
  /** Windows to be told apart. */
  'eeg-drill': JsxElement<Common, EegDrill, Opened | 'model' | 'modelFile' | 'windows' | 'seed'>;
}
