// The drill: the element that other pages embed, with the recording and the model selected on the page.
import { isSame } from '../changes.js';
import { lendEngine } from '../../elements/engine.js';
import { engineFiles } from '../page_files.js';
import { isSample } from '../sample.js';
import type { MakePanel } from '../sections.js';
import { currentModel, currentRecording, type RecordingEntry } from '../state.js';
import { appearance, resolvedTheme } from '../theme.js';
import { strings } from '../strings/index.js';
import { PageDrill } from './element.js';

export const makePanel: MakePanel = (page, _actions, engine, host) => {
  lendEngine(engine, engineFiles);
  if (!customElements.get('eeg-drill')) customElements.define('eeg-drill', PageDrill);
  const drill = new PageDrill();
  drill.fixed = true; // a recording is opened by the page, which closes its connections first
  const show = (entry: RecordingEntry | null, bytes: ArrayBuffer) => {
    drill.modelFile = new Blob([bytes]);
    drill.show(entry);
  };
  const offer = sampleOffer(drill, () => show(null, page.state.models[0]!.bytes)); // whose classes the sample has
  let shown: unknown[] = [];
  let look = '';
  return {
    sync(state) {
      drill.theme = resolvedTheme(state.theme);
      if (look !== appearance(state)) {
        look = appearance(state);
        drill.requestUpdate();
        offer.textContent = strings.drill.onSample;
      }
      const [entry, model] = [currentRecording(state), currentModel(state)];
      if (!model || !state.engine) return;
      const own = entry?.annotationsOfFile ? entry.recording.annotations : null;
      const now = [entry?.file, model.bytes, own];
      if (!isSame(now, shown)) {
        shown = now;
        show(entry && (own || !isSample(entry)) ? entry : null, model.bytes); // the element says that its own sample is simulated
      }
      if (!drill.isConnected) host.append(drill, offer);
    },
  };
};

/** The way on where there is no drill with a recording. */
function sampleOffer(drill: PageDrill, onUse: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.hidden = true;
  button.addEventListener('click', onUse);
  drill.addEventListener('eegate-error', () => (button.hidden = drill.sample));
  drill.addEventListener('eegate-open', () => (button.hidden = true));
  return button;
}
