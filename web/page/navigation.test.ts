import { afterEach, expect, it, vi } from 'vitest';
import { EegateError } from '../api/index.js';
import { Navigation } from './navigation.js';
import { isSectionOpen, sectionOf } from './sections.js';
import { initialState, type State } from './state.js';
import { Store } from './store.js';
import type { TaskKind } from './tasks.js';

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

afterEach(() => void vi.unstubAllGlobals());

it('an error of a workspace is not told in others once it was left; others stay', () => {
  const alert = (kind: TaskKind) => ({
    error: new EegateError({ code: 'BAD', message: 'bad' }),
    ...{ subject: kind, by: { kind, id: 1 } },
  });
  const alerts = [alert('train'), alert('open'), { ...alert('open'), by: null }];
  const store = new Store<State>(
    { ...initialState(), workspace: 'train', alerts },
    () => undefined,
  );
  const navigation = new Navigation(store);
  navigation.enter('train');
  navigation.bring('train');
  expect(store.state.alerts).toBe(alerts);
  navigation.bring('explain');
  expect(store.state.alerts).toEqual(alerts.slice(1));
  store.update({ alerts }); // it ran on, and failed while another workspace is shown
  navigation.enter('live');
  expect(store.state.alerts).toBe(alerts);
});

it('the focus moves to the first place that is on the screen, and to sheets, which are opened', () => {
  const done: string[] = [];
  const place = (id: string, isVisible: boolean) => ({
    ...{ id, tabIndex: -1, checkVisibility: () => isVisible },
    showPopover: () => done.push(`open ${id}`),
    focus: () => done.push(id),
    scrollIntoView: () => undefined,
    setAttribute: () => undefined,
  });
  const places = [place('explain', false), place('start', true), place('help', false)];
  vi.stubGlobal('requestAnimationFrame', (step: () => void) => step());
  vi.stubGlobal('document', {
    getElementById: (id: string) => places.find((one) => one.id === id) ?? null,
  });
  const navigation = new Navigation(new Store<State>(initialState(), () => undefined));
  navigation.goToWorkspace('explain'); // no recording is open
  navigation.show('help');
  expect(done).toEqual(['start', 'open help', 'help']);
});
