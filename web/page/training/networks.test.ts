import { expect, it, vi } from 'vitest';
import type { Engine } from '../../api/index.js';
import { EegateError } from '../../worker/error.js';
import { canDescribe, Networks } from './networks.js';
import { planOf } from './plan.js';
import { eyes, setup } from './setups.test-support.js';
import { newRun } from './state.js';

/** An engine for which windows of fewer than 64 samples are too short for this network. */
const engine = {
  describeNetwork: ({ config }: { config: Record<string, unknown> }) =>
    config['preset'] === 'small_gated' && (config['n_times'] as number) < 64
      ? Promise.reject(new EegateError({ code: 'MODEL_CONFIG_CONFLICT', message: 'no token' }))
      : Promise.resolve({ parameters: 10 }),
} as unknown as Engine;

it('has nothing to say of windows without a channel or a second class, and does not wait for it', () => {
  const networks = new Networks(Promise.resolve(engine), () => undefined);
  const apart = setup([eyes[0]!, { ...eyes[1]!, chNames: ['X'] }]);
  const alone = setup(eyes, { mode: 'recordings' }, { states: { 1: 'a', 2: 'a' } });
  expect([setup(), apart, alone].map(canDescribe)).toEqual([true, false, false]);
  expect(networks.of('eegnet', apart)).toBeNull();
});

it('knows which networks cannot be made for the windows of a run', async () => {
  const networks = new Networks(Promise.resolve(engine), () => undefined);
  const short = setup(eyes, { lengthS: 0.3, stepS: 1 });
  const info = { chNames: [...short.chNames], nTimes: 48, classes: ['a', 'b'] };
  const run = Object.assign(newRun(planOf(short), 1), { info });
  expect(networks.isUnfit('small_gated', run)).toBe(false); // not known yet
  for (const id of ['small_gated', 'eegnet']) networks.of(id, short);
  await vi.waitFor(() => expect(networks.nAnswers).toBe(2));
  expect(networks.isUnfit('small_gated', run)).toBe(true);
  expect(networks.isUnfit('eegnet', run)).toBe(false);
  const long = { ...run, info: { ...info, nTimes: 160 } } as unknown as typeof run;
  expect(networks.isUnfit('small_gated', long)).toBe(false);
});
