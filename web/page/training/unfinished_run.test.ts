import { expect, it, vi } from 'vitest';
import { Store } from '../store.js';
import type { Tasks } from '../tasks.js';
import type { CheckpointSaver } from './checkpoint_saver.js';
import type { Plan } from './plan.js';
import { withKeys, type SavedRun } from './saved_run.js';
import { initialPanel, newRun, type PanelState } from './state.js';
import { UnfinishedRun } from './unfinished_run.js';

it('the recordings of an earlier visit have keys of none that is open until they are opened again', async () => {
  const store = new Store<PanelState>(initialPanel(), () => undefined);
  const files = [{ key: 2 }, { key: 3 }];
  const plan = { items: ['a', 'b'].map((name, i) => ({ key: i + 2, name })) };
  const saved = { files, plan, finished: { plan } } as unknown as SavedRun;
  const takeOver = async () => saved;
  const left = new UnfinishedRun(store, { takeOver } as CheckpointSaver, {} as Tasks);
  const before = await left.takeOver();
  expect(before.plan.items.map(({ key }) => key)).toEqual([-1, -2]);
  const now = withKeys(before, [1, 5]);
  const items = ['a', 'b'].map((name, i) => ({ key: [1, 5][i], name }));
  expect(now).toEqual({
    ...{ files: [{ key: 1 }, { key: 5 }], plan: { items }, finished: { plan: { items } } },
  });
  expect(withKeys({ ...before, finished: null }, [1, 5]).finished).toBeNull();
});

it('a training that another tab began meanwhile is told, but not while this tab trains', async () => {
  const store = new Store<PanelState>(initialPanel(), () => undefined);
  const find = vi.fn<CheckpointSaver['find']>(async () => null);
  const whenFree = () => new Promise<void>(() => undefined);
  const saver = { find, whenFree } as unknown as CheckpointSaver;
  const left = new UnfinishedRun(store, saver, {} as Tasks);
  await left.offer();
  expect(store.state.isElsewhere).toBe(false);
  find.mockResolvedValue({ saved: {} as never, isElsewhere: true });
  store.update({ run: newRun({ network: 'EEGNet' } as Plan, 1) });
  await left.offer();
  expect(store.state.isElsewhere).toBe(false);
  store.update({ run: null });
  await left.offer();
  expect(store.state).toMatchObject({ isElsewhere: true, interrupted: null });
});
