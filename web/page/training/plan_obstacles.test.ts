// Why training cannot begin: what is said, and the exact limits of what can be asked for.
import { describe, expect, it } from 'vitest';
import { EegateError } from '../../worker/error.js';
import { strings } from '../strings/index.js';
import type { Settings } from './choices.js';
import { obstacleOf } from './plan.js';
import { eyes, further, setup, taps } from './setups.test-support.js';
import { source } from './sources.test-support.js';

const texts = strings.trainErrors;

describe('obstacles say what is wrong and what helps', () => {
  const obstacle = (...of: Parameters<typeof setup>) => {
    const { code, message, hint, field } = obstacleOf(setup(...of)) ?? {};
    return { code, message, hint, field };
  };
  it.each<[string, Parameters<typeof setup>, { message: string; hint: string }]>([
    ['TRAIN_NO_RECORDING', [eyes, {}, { isUsed: { 1: false, 2: false } }], texts.noRecording],
    ['TRAIN_CHANNELS', [[eyes[0]!, { ...eyes[1]!, chNames: ['X'] }]], texts.channels],
    [
      'TRAIN_ONE_CLASS',
      [[taps], { mode: 'annotations' }, { isClass: { 'tap\ntap': false } }],
      { message: texts.oneClass.one('flex'), hint: texts.oneClass.annotationsHint },
    ],
    [
      'TRAIN_ONE_CLASS',
      [eyes, { mode: 'recordings' }, { states: { 1: ' ', 2: '' } }],
      { message: texts.oneClass.none, hint: texts.oneClass.recordingsHint },
    ],
    [
      'TRAIN_TOO_FEW',
      [eyes, { lengthS: 58.1, stepS: 1 }],
      { message: texts.tooFew.message('eyes open', 3, 4), hint: texts.tooFew.recordingsHint },
    ],
    [
      'TRAIN_TOO_FEW',
      [
        [
          source(1, 'a.edf', [
            ...Array.from({ length: 3 }, () => ['b', 4] as [string, number]),
            ['a', 4],
            ['a', 4],
            ['a', 4],
            ['a', 4],
          ]),
        ],
        { mode: 'annotations', cut: 'after' },
        { isClass: { 'a\na': true, 'b\nb': true } },
      ],
      { message: texts.tooFew.message('b', 3, 4), hint: texts.tooFew.annotationsHint },
    ],
  ])('%s', (code, args, text) => expect(obstacle(...args)).toEqual({ code, field: '', ...text }));

  it('are none with four windows of each', () =>
    expect(obstacleOf(setup(eyes, { lengthS: 58, stepS: 1 }))).toBeNull());

  it('are weights in 8 bits, before anything is prepared', () => {
    const rounded = obstacleOf(further({}, { bits: 8 }));
    expect(rounded).toMatchObject({ code: 'MODEL_QUANTIZED', ...texts.quantized });
    expect(obstacleOf(further({}, { bits: 16 }))).toBeNull();
  });

  it('are classes that an opened model does not have', () => {
    const wrong = obstacleOf(further({}, { classes: ['eyes open', 'asleep'] }));
    expect(wrong).toBeInstanceOf(EegateError);
    expect(wrong).toMatchObject({
      code: 'TRAIN_CLASSES',
      message: texts.foreignClass.message('eyes closed', ['eyes open', 'asleep']),
      hint: texts.foreignClass.hint,
    });
  });

  const { settings: named } = strings.train;
  it.each<[keyof Settings, string, number, number]>([
    ['epochs', named.epochs, 1, 10_000],
    ['batchSize', named.batchSize, 1, 4096],
    ['learningRate', named.learningRate, 1e-7, 1000],
    ['seed', named.seed, 0, 2 ** 31],
    ['labelSmoothing', named.labelSmoothing, 0, 0.9],
    ['patience', named.patience, 0, 10_000],
    ['jitterS', named.timeJitter, 0, 5],
    ['channelDropout', named.silenced, 0, 0.9],
  ])('%s has limits', (key, name, low, high) => {
    const at = (value: number) => obstacle(eyes, { [key]: value });
    expect([at(low).code, at(high).code]).toEqual([undefined, undefined]);
    const wrong = {
      ...{ code: 'TRAIN_OPTION', field: name, hint: texts.option.hint },
      message: texts.option.range(name, low, high),
    };
    for (const value of [low - 1e-8, high + 1e-3, NaN]) expect(at(value)).toEqual(wrong);
  });

  it('lengths and steps of windows have limits', () => {
    const at = (settings: Partial<Settings>) => obstacle(eyes, settings);
    const range = (name: string, low: number, high: number) => ({
      ...{ code: 'TRAIN_OPTION', field: name, hint: texts.option.hint },
      message: texts.option.range(name, low, high),
    });
    const step = range(texts.option.step, 0.01, 3600);
    expect(at({ stepS: 0.01 }).code).toBeUndefined();
    expect(at({ stepS: 0.009 })).toEqual(step);
    const long = eyes.map((one) => ({ ...one, durationS: 1e5 }));
    expect(obstacle(long, { stepS: 3600 }).code).toBeUndefined();
    expect(obstacle(long, { stepS: 3601 })).toEqual(step);
    const length = range(texts.option.length, 0.05, 600);
    expect(at({ lengthS: 0.05 }).code).toBeUndefined();
    expect(at({ lengthS: 0.04 })).toEqual(length);
    expect(obstacle(long, { lengthS: 600 }).code).toBeUndefined();
    expect(obstacle(long, { lengthS: 601 })).toEqual(length);
  });

  it('the band rises from above nothing to below half the rate', () => {
    const wrong = {
      ...{ code: 'TRAIN_OPTION', field: texts.option.band, hint: texts.option.hint },
      message: texts.option.bandMessage(80),
    };
    const at = (lowHz: number, highHz: number) => obstacle(eyes, { lowHz, highHz });
    expect(at(0.1, 79.9).code).toBeUndefined();
    for (const [low, high] of [
      [0, 40],
      [10, 10],
      [20, 10],
      [1, 80],
    ] as const)
      expect(at(low, high)).toEqual(wrong);
    expect(obstacleOf(further({ lowHz: 0, highHz: 90 }))).toBeNull();
  });

  it('a window ends after it begins', () => {
    const at = (tminS: number, tmaxS: number) => obstacle([taps], { tminS, tmaxS });
    expect(at(0, 0.05).code).toBeUndefined();
    expect(at(1, 1.04)).toEqual({
      ...{ code: 'TRAIN_OPTION', field: texts.option.window, hint: texts.option.hint },
      message: texts.option.windowMessage,
    });
    expect(at(2, 1).code).toBe('TRAIN_OPTION');
  });
});
