import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actions } from './actions.js';
import { Panels } from './panels.js';
import { sections, type Panel, type Section } from './sections.js';
import { initialState } from './state.js';
import { Store } from './store.js';

const all = sections as Section[];
const before = [...all];
beforeEach(() => void vi.stubGlobal('document', { querySelector: () => ({}) }));
afterEach(() => {
  all.splice(0, all.length, ...before);
  vi.unstubAllGlobals();
});

it('a panel that cannot begin is reported, and the others begin', async () => {
  const begun: string[] = [];
  const section = (id: string, begin: () => Promise<void>) =>
    ({
      id,
      title: id,
      load: async () => ({ makePanel: () => ({ begin, sync: () => undefined }) as Panel }),
    }) as unknown as Section;
  all.splice(
    0,
    all.length,
    section('lessons', async () => Promise.reject(new Error('no store'))),
    section('training', async () => void begun.push('training')),
  );
  const reported: unknown[] = [];
  const tasks = { report: (_: unknown, subject: string) => void reported.push(subject) };
  const store = new Store(initialState(), () => undefined);
  const panels = new Panels(store, { tasks } as unknown as Actions, new Promise(() => undefined));
  await panels.make();
  await panels.begin();
  expect([reported, begun]).toEqual([['lessons'], ['training']]);
});
