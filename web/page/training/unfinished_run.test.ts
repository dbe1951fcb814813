import { expect, it, vi } from 'vitest';
import { Store } from '../store.js';
import type { Tasks } from '../tasks.js';
import type { CheckpointSaver } from './checkpoint_saver.js';
import type { Plan } from './plan.js';
import { initialPanel, newRun, type PanelState } from './state.js';
import { UnfinishedRun } from './unfinished_run.js';

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
