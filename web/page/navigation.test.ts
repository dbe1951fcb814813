import { expect, it } from 'vitest';
import { Navigation } from './navigation.js';
import { isSectionOpen, sectionOf } from './sections.js';
import { initialState, type State } from './state.js';
import { Store } from './store.js';

it('the lessons take the place of the lesson that is written, and leave the drill beside them', () => {
  for (const [learn, after] of [
    ['writing', ''],
    ['drill', 'drill'],
  ] as const) {
    const state = { ...initialState(), workspace: 'learn' as const, urlSettings: { learn } };
    const store = new Store<State>(state, () => undefined);
    new Navigation(store).bring('lessons');
    expect(store.state.urlSettings['learn']).toBe(after);
    expect(isSectionOpen(sectionOf('lessons'), store.state)).toBe(true);
  }
});
