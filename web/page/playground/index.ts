// The playground. Its code is part of page.js: nothing is requested later.
import { html, render } from 'lit/html.js';
import type { Engine } from '../../api/index.js';
import type { Actions } from '../actions.js';
import type { Panel } from '../places.js';
import type { State } from '../state.js';
import { Store } from '../store.js';
import { PlaygroundPanel } from './panel.js';
import { initialPlayground, type PlaygroundState } from './state.js';
import { playgroundView } from './view.js';

export function makePanel(
  page: Store<State>,
  actions: Actions,
  engine: Promise<Engine>,
  host: HTMLElement,
): Panel {
  const store = new Store<PlaygroundState>(initialPlayground());
  const panel = new PlaygroundPanel(store, actions, engine);
  store.onDraw((state) => {
    const hadFocus = host.contains(document.activeElement);
    render(html`${playgroundView(page.state, state, panel)}`, host);
    // Start and Stop take each other's place.
    if (hadFocus && document.activeElement === document.body)
      host.querySelector<HTMLElement>('.playground-run')?.focus({ preventScroll: true });
  });
  let shown: unknown = null;
  return {
    sync(state) {
      if (shown === state.engine) return;
      shown = state.engine;
      store.invalidate();
    },
  };
}
