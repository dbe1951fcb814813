import { expect, it } from 'vitest';
import { opened } from './fake_pool.test-support.js';
import { frozen } from './frozen.js';
import type { Engine } from './engine.js';
import { replaySource } from './live/replay.js';
import type { Model } from './model.js';
import type { Recording } from './recording.js';

it('what the library goes on using cannot be sorted or shortened by its caller', async () => {
  const { recording, model } = await opened(1);
  const run = model.classify(recording);
  const plan = await run.plan();
  const given = [{ onsetS: 1, durationS: 0, text: 'a' }];
  await recording.setAnnotations(given);
  const lists = [
    recording.channels,
    recording.annotations,
    recording.segments,
    recording.warnings,
    recording.info.mainChannels,
    model.classes,
    model.info.chNames,
    plan.epochs,
  ] as unknown[][];
  for (const list of lists) {
    expect(() => list.reverse().push(0)).toThrow(TypeError);
    for (const one of list.filter((each) => typeof each === 'object'))
      expect(one).toSatisfy(Object.isFrozen);
  }
  given.push({ onsetS: 2, durationS: 0, text: 'b' }); // the caller's own list stays free
  expect(recording.annotations).toHaveLength(1);
  await run.close();
});

it('bytes and samples stay what they are', () => {
  const value = frozen({ samples: new Float32Array(2), bytes: new ArrayBuffer(2), none: null });
  value.samples[0] = 1;
  expect(value.samples[0]).toBe(1);
  expect(Object.isFrozen(value)).toBe(true);
});

it('lists of results, and constant recipes, may be given back: a matter of types', () => {
  const recipe = { version: 1, pick: ['Oz'], reference: ['Cz', 'Pz'] } as const;
  const give = (engine: Engine, model: Model, recording: Recording) => [
    engine.electrodes(model.info.chNames),
    engine.describeNetwork({ config: model.config, channels: model.info.chNames }),
    engine.makeSyntheticTrials({ channels: model.info.chNames }),
    engine.train({ config: { config: {}, channels: model.info.chNames }, data: [] as const }),
    replaySource(recording, { channels: recording.info.mainChannels }),
    recording.epochs(recipe),
  ];
  expect(give).toBeTypeOf('function');
});
