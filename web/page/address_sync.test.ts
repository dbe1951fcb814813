import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actions } from './actions.js';
import { AddressSync } from './address_sync.js';
import { shell } from './shell.js';
import { initialState, withRecording, type RecordingEntry, type State } from './state.js';
import { Store } from './store.js';

type Listener = (news: { fragment: string; isLink?: boolean }) => void;
let listeners: Record<string, Listener>;
let written: [string, boolean][];

function page() {
  const store = new Store<State>({ ...initialState(), isBusy: false }, () => undefined);
  const sync = new AddressSync(store, {} as Actions);
  const go = (workspace: State['workspace']) => {
    store.update({ workspace });
    sync.sync(store.state);
  };
  return { store, sync, go };
}

beforeEach(() => {
  vi.useFakeTimers();
  [listeners, written] = [{}, []];
  shell.fragment = '';
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { getElementById: () => null });
  vi.spyOn(shell, 'on').mockImplementation((news, listener) => {
    listeners[news] = listener as Listener;
  });
  vi.spyOn(shell, 'setFragment').mockImplementation((fragment, isNew = false) => {
    shell.fragment = fragment;
    written.push([fragment, isNew]);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  shell.fragment = '';
});

it('each change of workspace is an entry of the history, also while the page is busy; other changes are not', () => {
  const { store, sync, go } = page();
  store.update({ isBusy: true });
  go('explain');
  go('train');
  store.update({ isBusy: false, urlSettings: { m: 'ig' } });
  sync.sync(store.state);
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([
    ['p=explain', true],
    ['p=train', true],
    ['p=train&m=ig', false],
  ]);
});

it('going back shows the workspace of that entry and leaves the rest of the view', () => {
  const { store, sync, go } = page();
  go('explain');
  go('train');
  store.update({ urlSettings: { m: 'ig' } });
  listeners['visited']!({ fragment: 'p=explain&m=lime' });
  sync.sync(store.state);
  expect(store.state.workspace).toBe('explain');
  expect(store.state.urlSettings).toEqual({ m: 'ig' });
  listeners['visited']!({ fragment: '' });
  sync.sync(store.state);
  expect(store.state.workspace).toBe('signals');
  expect(written.filter(([, isNew]) => isNew).length).toBe(2);
});

it('an address that opens a workspace, or is typed, makes no entry of its own; a link to another workspace does', () => {
  shell.fragment = 'p=learn&learn=drill';
  const { store, sync } = page();
  sync.sync(store.state);
  expect(store.state.workspace).toBe('learn');
  shell.fragment = 'p=live';
  listeners['fragment']!({ fragment: 'p=live' });
  sync.sync(store.state);
  expect([store.state.workspace, written]).toEqual(['live', []]);
  shell.fragment = 'train';
  listeners['fragment']!({ fragment: 'train', isLink: true });
  sync.sync(store.state);
  shell.fragment = 't=5';
  listeners['fragment']!({ fragment: 't=5', isLink: true });
  expect(written).toEqual([
    ['train', true],
    ['t=5', false],
  ]);
});

it('keeps which part of a recording an address shows, for who has not opened it', () => {
  shell.fragment = '#p=explain&t=40&span=10&gain=15';
  expect(page().store.state.awaited).toEqual({ startS: 40, spanS: 10, isOfSample: false });
  shell.fragment = '#p=train';
  expect(page().store.state.awaited).toBeNull();
});

it.each([
  ['lesson=alpha.4', 'p=learn&lesson=alpha.3'],
  ['lesson=alpha.4&t=26&ch=O1,Oz', 'p=learn&lesson=alpha.3&t=26&ch=O1,Oz'],
])(
  'a link to a lesson follows its steps, and what shows the recording stays: %s',
  (link, moved) => {
    shell.fragment = link;
    const { store, sync } = page();
    const show = (change: Partial<State>) => {
      store.update(change);
      sync.sync(store.state);
      vi.advanceTimersByTime(1000);
    };
    show({});
    show({ urlSettings: { lesson: 'alpha.3' }, workspace: 'learn' });
    expect(written.at(-1)).toEqual([moved, false]);
  },
);

it.each([
  [86_400, 90_000, 86_400],
  [86_400, 80_000, 80_000],
  [10, 90_000, 3600],
])('of %d s, a view of %d s is one of %d s', (durationS, asked, spanS) => {
  shell.fragment = `t=0&span=${asked}`;
  const { store } = page();
  const change = vi.fn();
  const sync = new AddressSync(store, { view: { change } } as unknown as Actions);
  const recording = { channels: [], durationS };
  const entry = { key: 1, recording, missingS: 0, run: null } as unknown as RecordingEntry;
  store.update((state) => withRecording(state, entry));
  sync.sync(store.state);
  expect(change).toHaveBeenCalledWith({ startS: 0, spanS }, false);
});
