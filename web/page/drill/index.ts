// The drill: the element that other pages embed, on the recording and the model that are chosen here.
import { makeDrill } from '../../elements/drill/define.js';
import { lendEngine } from '../../elements/engine.js';
import type { Engine } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { engineFiles } from '../page_files.js';
import type { Panel } from '../places.js';
import { currentModel, currentRecording, type State } from '../state.js';
import type { Store } from '../store.js';
import { resolvedTheme } from '../theme.js';

export function makePanel(
  _page: Store<State>,
  _actions: Actions,
  engine: Promise<Engine>,
  host: HTMLElement,
): Panel {
  lendEngine(engine, engineFiles);
  const drill = makeDrill();
  drill.fixed = true; // a recording is opened by the page, which closes its connections first
  let shown: unknown[] = [];
  return {
    sync(state) {
      drill.theme = resolvedTheme(state.theme);
      const [entry, model] = [currentRecording(state), currentModel(state)];
      if (!model || !state.engine) return;
      if (shown[0] !== entry?.file || shown[1] !== model.bytes) {
        shown = [entry?.file, model.bytes];
        drill.modelFile = new Blob([model.bytes]);
        drill.file = entry?.file ?? null;
        drill.sample = !entry;
      }
      if (!drill.isConnected) host.append(drill);
    },
    folded: () => undefined,
  };
}
