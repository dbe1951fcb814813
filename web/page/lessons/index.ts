// Lessons next to the page. Their code is part of page.js: nothing is requested later.
import { html, render } from 'lit/html.js';
import { isSectionOpen, sections, type MakePanel } from '../sections.js';
import { Store } from '../store.js';
import { appearance } from '../theme.js';
import { strings } from '../strings/index.js';
import { LessonsPanel, sectionId } from './panel.js';
import { initialLessons, type LessonsState } from './state.js';
import { lessonsView } from './view.js';

export const makePanel: MakePanel = (page, actions, _engine, host) => {
  const store = new Store<LessonsState>(initialLessons());
  const panel = new LessonsPanel(page, store, actions);
  const section = sections.find(({ id }) => id === sectionId)!;
  let shown = '';
  let isDrawn = false;
  store.onDraw((state) => {
    const isOpen = isSectionOpen(section, page.state);
    // Style sheets put the lesson next to the page while one is open.
    document.documentElement.toggleAttribute('data-lesson', isOpen && state.current !== null);
    isDrawn ||= isOpen; // lessons that nobody opened are not parsed for their titles
    if (isDrawn) render(html`${lessonsView(state, panel)}`, host);
  });
  const loaded = panel.load();
  let language = strings.language;
  return {
    begin: async () => void loaded.then(() => panel.begin()),
    sync: (state) => {
      if (shown !== appearance(state)) store.invalidate();
      if (language !== strings.language) void loaded.then(() => panel.speak());
      language = strings.language;
      shown = appearance(state);
    },
    folded: () => {
      shown = '';
      document.documentElement.removeAttribute('data-lesson');
    },
  };
};
