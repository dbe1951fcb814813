// Lessons beside the page. Their code is part of page.js: nothing is requested later.
import { html, render } from 'lit/html.js';
import type { Engine } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { isPlaceOpen, places, type Panel } from '../places.js';
import type { State } from '../state.js';
import { Store } from '../store.js';
import { appearance } from '../theme.js';
import { words } from '../words/index.js';
import { LessonsPanel, placeId } from './panel.js';
import { initialLessons, type LessonsState } from './state.js';
import { lessonsView } from './view.js';

export function makePanel(
  page: Store<State>,
  actions: Actions,
  _engine: Promise<Engine>,
  host: HTMLElement,
): Panel {
  const store = new Store<LessonsState>(initialLessons());
  const panel = new LessonsPanel(page, store, actions);
  const place = places.find(({ id }) => id === placeId)!;
  let shown = '';
  store.onDraw((state) => {
    const isOpen = isPlaceOpen(place, page.state);
    // Style sheets put the lesson beside the page while one is open.
    document.documentElement.toggleAttribute('data-lesson', isOpen && state.current !== null);
    render(html`${lessonsView(state, panel)}`, host);
  });
  const loaded = panel.load();
  let language = words.language;
  return {
    begin: async () => void loaded.then(() => panel.begin()),
    sync: (state) => {
      if (shown !== appearance(state)) store.invalidate();
      if (language !== words.language) void loaded.then(() => panel.speak());
      language = words.language;
      shown = appearance(state);
    },
    folded: () => {
      shown = '';
      document.documentElement.removeAttribute('data-lesson');
    },
  };
}
