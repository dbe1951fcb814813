import { expect, it } from 'vitest';
import type { Engine } from '../../api/index.js';
import type { TrainingRequest } from '../../api/training_types.js';
import type { Actions } from '../actions.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import type { CheckpointStore } from './saved_run.js';
import type { Plan } from './plan.js';
import { Runner } from './runner.js';
import { initialPanel, newRun, type PanelState } from './state.js';

const plan = {
  ...{ title: 'a / b', network: 'EEGNet', classes: ['a', 'b'], items: [], eachPerson: [] },
  ...{ comparisonNetwork: null, config: {}, options: {}, isKept: false },
} as unknown as Plan;

it('a run that is stopped while it is prepared leaves no other one on show', async () => {
  const engine = {
    train({ options }: TrainingRequest) {
      const stopped = new Promise<never>((_, reject) => {
        options!.signal!.addEventListener('abort', () => reject(options!.signal!.reason));
      });
      stopped.catch(() => undefined);
      return {
        info: stopped,
        result: stopped,
        [Symbol.asyncIterator]: () => ({ next: () => stopped }),
      };
    },
  } as unknown as Engine;
  const said: string[] = [];
  const actions = { tasks: { say: (text: string) => said.push(text) } } as unknown as Actions;
  const page = new Store<State>(initialState(), () => undefined);
  const earlier = Object.assign(newRun(plan, 1), { phase: 'ended' as const });
  const panel = { ...initialPanel(), run: earlier, runs: [earlier] };
  const store = new Store<PanelState>(panel, () => undefined);
  const runner = new Runner(page, store, actions, Promise.resolve(engine), {} as CheckpointStore);
  const training = runner.train(plan, null);
  await new Promise((resolve) => setTimeout(resolve));
  expect(store.state.run).toMatchObject({ phase: 'preparing' });
  await runner.stop();
  await training;
  expect(store.state).toMatchObject({ run: null, runs: [earlier] });
  expect(said.at(-1)).toBe('Stopped before there was a model');
});
