// The drill: the element that other pages embed, with the recording and the model selected on the page.
import { makeDrill } from '../../elements/drill/define.js';
import { lendEngine } from '../../elements/engine.js';
import type { Engine } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { engineFiles } from '../page_files.js';
import type { Panel } from '../sections.js';
import { currentModel, currentRecording, type ModelEntry, type State } from '../state.js';
import type { Store } from '../store.js';
import { appearance, resolvedTheme } from '../theme.js';
import { strings } from '../strings/index.js';

export function makePanel(
  page: Store<State>,
  _actions: Actions,
  engine: Promise<Engine>,
  host: HTMLElement,
): Panel {
  lendEngine(engine, engineFiles);
  const drill = makeDrill();
  drill.fixed = true; // a recording is opened by the page, which closes its connections first
  const show = (file: File | null, model: ModelEntry) => {
    drill.modelFile = new Blob([model.bytes]);
    drill.file = file;
    drill.sample = file === null;
  };
  const offer = sampleOffer(drill, () => show(null, page.state.models[0]!)); // whose classes the sample has
  let shown: unknown[] = [];
  let look = '';
  return {
    sync(state) {
      drill.theme = resolvedTheme(state.theme);
      if (look !== appearance(state)) {
        look = appearance(state);
        (drill as typeof drill & { requestUpdate(): void }).requestUpdate();
        offer.textContent = strings.drill.onSample;
      }
      const [entry, model] = [currentRecording(state), currentModel(state)];
      if (!model || !state.engine) return;
      if (shown[0] !== entry?.file || shown[1] !== model.bytes) {
        shown = [entry?.file, model.bytes];
        show(entry && !entry.isSimulated ? entry.file : null, model); // the element says that its own sample is simulated
      }
      if (!drill.isConnected) host.append(drill, offer);
    },
  };
}

/** The way on where a recording does not tell the classes of its windows. */
function sampleOffer(drill: ReturnType<typeof makeDrill>, onUse: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.hidden = true;
  button.addEventListener('click', onUse);
  drill.addEventListener('eegate-error', ({ detail: { code } }) => {
    button.hidden = !['DRILL_TRUTH', 'FIT_INCOMPATIBLE'].includes(code) || drill.sample;
  });
  drill.addEventListener('eegate-open', () => (button.hidden = true));
  return button;
}
