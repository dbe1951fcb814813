// The playground. Its code is part of page.js: nothing is requested later.
import { html, render } from 'lit/html.js';
import type { MakePanel } from '../sections.js';
import { Store } from '../store.js';
import { appearance } from '../theme.js';
import { drawPlayground } from './charts.js';
import { PlaygroundPanel } from './panel.js';
import { settingsKey } from './settings_text.js';
import { initialPlayground, type PlaygroundState } from './state.js';
import { playgroundView } from './view.js';

export const makePanel: MakePanel = (page, actions, engine, host) => {
  const store = new Store<PlaygroundState>(initialPlayground());
  const panel = new PlaygroundPanel(store, actions, engine);
  store.onDraw((state) => {
    render(html`${playgroundView(page.state, state, panel)}`, host);
    drawPlayground(host, state);
  });
  new ResizeObserver(() => drawPlayground(host, store.state)).observe(host);
  let [shown, look]: unknown[] = [];
  return {
    sync(state) {
      panel.setBy(state.urlSettings[settingsKey] ?? '');
      if (shown === state.engine && look === appearance(state)) return;
      [shown, look] = [state.engine, appearance(state)];
      if (state.engine && !store.state.example) void panel.showExample();
      store.invalidate();
    },
    folded: () => panel.leave(),
  };
};
