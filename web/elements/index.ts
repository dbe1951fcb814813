// eegate/elements: custom elements for any page. Importing it defines them; nothing else happens until one is used.
import { EegClassifier } from './classifier.js';
import { EegDrill } from './drill/index.js';
import { EegLesson } from './lesson.js';
import { EegViewer } from './viewer.js';

export { configure } from './engine.js';
export { EegClassifier, EegDrill, EegLesson, EegViewer };

/** Once is enough, also where two copies of this module meet. */
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
