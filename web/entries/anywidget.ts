// eegate/anywidget: one ES module with the shape that anywidget asks for, so that Jupyter, JupyterLab, marimo, VS Code and
// Jupyter Book show an element from one address. Traits: see docs/EMBEDDING.md.
import { defineElements, type EegClassifier, type EegViewer } from '../elements/index.js';

/** What anywidget hands in: the traits of the Python object. */
export interface WidgetModel {
  get(trait: string): unknown;
  set(trait: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

const tags = { classifier: 'eeg-classifier', viewer: 'eeg-viewer' } as const;
const texts = ['src', 'model', 'channels', 'start', 'duration'];

/** Shows the element and keeps it in step with the traits; answers what takes it away again. */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  defineElements();
  const kind = model.get('kind') === 'viewer' ? 'viewer' : 'classifier';
  const element = document.createElement(tags[kind]) as EegClassifier | EegViewer;
  const show = () => {
    for (const trait of texts) {
      const name = trait === 'model' && kind === 'viewer' ? 'data-model' : trait;
      const value = model.get(trait);
      if (typeof value === 'string' && value !== '') element.setAttribute(name, value);
      else if (typeof value === 'number') element.setAttribute(name, String(value));
      else element.removeAttribute(name);
    }
    for (const flag of ['sample', 'autorun'])
      element.toggleAttribute(flag, model.get(flag) === true);
    const bytes = asBytes(model.get('data'));
    if (bytes) element.file = new File([bytes], String(model.get('name') ?? 'recording.edf'));
  };
  const tell = (trait: string, value: unknown) => {
    model.set(trait, value);
    model.save_changes();
  };
  const onDone = (event: Event) => tell('predictions', (event as CustomEvent).detail);
  const onError = (event: Event) => tell('error', String((event as CustomEvent).detail.message));
  element.addEventListener('eegate-done', onDone);
  element.addEventListener('eegate-error', onError);
  const watched = [...texts, 'sample', 'autorun', 'data'].map((trait) => `change:${trait}`);
  for (const event of watched) model.on(event, show);
  show();
  el.append(element);
  return () => {
    for (const event of watched) model.off(event, show);
    element.remove();
  };
}

/** Bytes of a Python object come as a DataView. */
function asBytes(value: unknown): Uint8Array<ArrayBuffer> | null {
  if (value instanceof ArrayBuffer) return value.byteLength ? new Uint8Array(value) : null;
  if (!ArrayBuffer.isView(value) || value.byteLength === 0) return null;
  return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
}

export default { render };
