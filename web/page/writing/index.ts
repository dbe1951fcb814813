// Lesson editor with the view of the reader next to it. The text is kept when another workspace is shown.
import { html, render } from 'lit/html.js';
import { isSame } from '../changes.js';
import type { MakePanel } from '../sections.js';
import { currentModel, currentRecording } from '../state.js';
import { Store } from '../store.js';
import { appearance } from '../theme.js';
import { strings } from '../strings/index.js';
import { WritingPanel } from './panel.js';
import { initialWriting, type WritingState } from './state.js';
import { writingView } from './view.js';

export const makePanel: MakePanel = (page, actions, _engine, host) => {
  const store = new Store<WritingState>(initialWriting(strings.writing.template));
  const panel = new WritingPanel(page, store, actions);
  store.onDraw((state) => render(html`${writingView(state, panel)}`, host));
  let shown: unknown[] = [];
  return {
    sync: (state) => {
      const entry = currentRecording(state);
      const now = [appearance(state), entry?.recording, currentModel(state)?.key, state.isBusy];
      panel.speak();
      if (!isSame(now, shown)) store.invalidate();
      if (!shown.length) void panel.prepare();
      shown = now;
    },
    folded: () => (shown = []),
  };
};
