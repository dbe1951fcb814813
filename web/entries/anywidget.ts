// eegate/anywidget: one ES module in the format of anywidget, so that Jupyter, JupyterLab, marimo, VS Code and Jupyter Book show an
// element from one address. docs/EMBEDDING.md lists the traits.
import {
  defineElements,
  type EegClassifier,
  type EegLesson,
  type EegViewer,
} from '../elements/index.js';
import type { Prediction } from '../api/index.js';

/** The traits of the Python object, as anywidget passes them. */
export interface WidgetModel {
  /** The value of a trait. */
  get(trait: string): unknown;
  /** Sets a trait; `save_changes` sends it. */
  set(trait: string, value: unknown): void;
  /** Sends the traits that were set to Python. */
  save_changes(): void;
  /** Adds a listener for changes: "change:TRAIT". */
  on(event: string, listener: () => void): void;
  /** Removes a listener. */
  off(event: string, listener: () => void): void;
}

const tags = { classifier: 'eeg-classifier', viewer: 'eeg-viewer', lesson: 'eeg-lesson' } as const;
type Kind = keyof typeof tags;
/** Traits of each kind that are attributes of its element. */
const texts: Record<Kind, string[]> = {
  classifier: ['src', 'model', 'theme'],
  viewer: ['src', 'channels', 'start', 'duration', 'theme'],
  lesson: ['src', 'recording', 'model', 'step', 'page', 'theme'],
};
const flags: Record<Kind, string[]> = {
  classifier: ['sample', 'autorun', 'fixed'],
  viewer: ['sample', 'fixed'],
  lesson: [],
};

/** Traits that tell what is classified, beside `data` and `name`: other values leave no predictions. */
const classified = ['src', 'sample', 'model'];

/** Shows the element and updates it with the traits; returns a function that removes it. */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  defineElements();
  const asked = String(model.get('kind') ?? '');
  const kind = Object.hasOwn(tags, asked) ? (asked as Kind) : 'classifier';
  const element = document.createElement(tags[kind]) as EegClassifier | EegViewer | EegLesson;
  let shown: { data: unknown; name: unknown } = { data: null, name: null };
  let hasPredicted = false;
  const tell = (trait: string, value: unknown) => {
    model.set(trait, value);
    model.save_changes();
  };
  const forget = () => {
    const predictions = model.get('predictions');
    hasPredicted = false;
    if (Array.isArray(predictions) && predictions.length > 0) tell('predictions', []);
  };
  const show = () => {
    for (const trait of texts[kind]) {
      const value = model.get(trait);
      if (typeof value === 'string' && value !== '') element.setAttribute(trait, value);
      else if (typeof value === 'number') element.setAttribute(trait, String(value));
      else element.removeAttribute(trait);
    }
    for (const flag of flags[kind]) element.toggleAttribute(flag, model.get(flag) === true);
    if ('text' in element) element.text = String(model.get('text') ?? '') || null;
    const given = { data: model.get('data') ?? null, name: model.get('name') ?? null };
    const isSame = given.data === shown.data && (!given.data || given.name === shown.name);
    if (isSame) return; // another File would be opened anew
    shown = given;
    if (element.isConnected) forget();
    const bytes = asBytes(given.data);
    const file = bytes && new File([bytes], String(given.name ?? 'recording.edf'));
    if ('recordingFile' in element) element.recordingFile = file;
    else element.file = file;
  };
  const onDone = (event: Event) => {
    hasPredicted = true;
    tell('predictions', (event as CustomEvent<Prediction[]>).detail.map(plain));
  };
  /** Another recording or model, also one that the visitor chose in the element. Another view of the traits may have predicted. */
  const onOther = () => {
    if (hasPredicted) forget();
  };
  const onError = (event: Event) => {
    if ('predictions' in element && element.predictions.length === 0) onOther();
    tell('error', String((event as CustomEvent).detail.message));
  };
  const onSuccess = () => {
    if (model.get('error')) tell('error', '');
  };
  element.addEventListener('eegate-done', onDone);
  element.addEventListener('eegate-error', onError);
  for (const name of ['open', 'compatibility']) element.addEventListener(`eegate-${name}`, onOther);
  for (const name of ['open', 'compatibility', 'done', 'lesson'])
    element.addEventListener(`eegate-${name}`, onSuccess);
  const watched = [...texts[kind], ...flags[kind], 'text', 'data', 'name'].map(
    (trait) => `change:${trait}`,
  );
  const forgotten = kind === 'classifier' ? classified.map((trait) => `change:${trait}`) : [];
  for (const event of forgotten) model.on(event, forget);
  for (const event of watched) model.on(event, show);
  show();
  el.append(element);
  return () => {
    for (const event of forgotten) model.off(event, forget);
    for (const event of watched) model.off(event, show);
    element.remove();
  };
}

/** As plain arrays: typed arrays would come to Python as bytes. */
const plain = (one: Prediction) => ({ ...one, probabilities: [...one.probabilities] });

/** Bytes of a Python object come as a DataView. */
function asBytes(value: unknown): Uint8Array<ArrayBuffer> | null {
  if (value instanceof ArrayBuffer) return value.byteLength ? new Uint8Array(value) : null;
  if (!ArrayBuffer.isView(value) || value.byteLength === 0) return null;
  return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
}

/** The widget, as anywidget expects it. */
const widget = {
  /** Shows the element and updates it with the traits; returns a function that removes it. */
  render,
};
export default widget;
