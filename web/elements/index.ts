// eegate/elements: custom elements for any page. Importing it defines them; engines start when one is used.
import { EegClassifier } from './classifier.js';
import { EegDrill } from './drill/index.js';
import { EegLesson } from './lesson.js';
import { EegViewer } from './viewer.js';

export { configure } from './engine.js';
export { EegClassifier, EegDrill, EegLesson, EegViewer };

/** Defines each element once, even if two copies of this module are loaded. */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return;
  const all = {
    'eeg-classifier': EegClassifier,
    'eeg-viewer': EegViewer,
    'eeg-lesson': EegLesson,
    'eeg-drill': EegDrill,
  };
  for (const [tag, element] of Object.entries(all))
    if (!customElements.get(tag)) customElements.define(tag, element);
}

defineElements();
