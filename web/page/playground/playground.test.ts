import { describe, expect, it } from 'vitest';
import { areaUnderCurve, electrodes, levelOf, relevanceByChannel } from './head.js';
import { intervalOf } from '../../truth/share_interval.js';
import { readSettings, writeSettings } from './settings_text.js';
import {
  firstSettings,
  initialPlayground,
  isFoundWithoutTraining,
  networks,
  obstacleOf,
  shownPlaces,
  verdictOf,
} from './state.js';

describe('settings in the address', () => {
  it('are those that were changed, and are read again', () => {
    expect(writeSettings(firstSettings)).toBe('');
    const changed = { ...firstSettings, places: ['Fz', 'O2'], endS: 1.2, network: 'patch_gated' };
    expect(writeSettings(changed)).toBe('Fz,O2,to:1.2,net:patch_gated');
    const without = { ...firstSettings, places: [], seed: 3 };
    for (const settings of [firstSettings, changed, without])
      expect(readSettings(writeSettings(settings))).toEqual(settings);
  });

  it('are left out where they make no sense', () => {
    const text = 'hz:99,strength:,noise:abc,net:none,X9,constructor:1,trials:80.4';
    expect(readSettings(text)).toEqual({ ...firstSettings, trials: 80 });
  });
});

it('four electrodes are drawn, however many have the rhythm', () => {
  const all = electrodes.map(({ name }) => name);
  expect([[], ['C3'], all].map((places) => shownPlaces(places).length)).toEqual([4, 4, 4]);
});

describe('where a model looked', () => {
  const values = new Map([
    ['C3', 5],
    ['Cz', 1],
    ['C4', 2],
    ['O1', 1],
  ]);

  it('is told from the planted electrodes', () => {
    expect(areaUnderCurve(values, new Set(['C3']))).toBe(1);
    expect(areaUnderCurve(values, new Set(['C4']))).toBeCloseTo(2 / 3);
    expect(areaUnderCurve(values, new Set(['Cz']))).toBeCloseTo(0.5 / 3);
    expect(areaUnderCurve(values, new Set())).toBeNaN();
  });

  it('has levels for colours', () => {
    expect([0, 1, 2.5, 5].map((value) => levelOf(value, values.values()))).toEqual([0, 2, 5, 9]);
    expect(levelOf(0, [0, 0])).toBe(0);
  });

  it('is what is left of contributions in the mean over trials', () => {
    const relevance = Float32Array.of(1, 1, 3, -3, 3, 3, -2, 0); // 2 trials, 2 channels, 2 times
    expect(relevanceByChannel(relevance, ['C3', 'C4'], 2)).toEqual(
      new Map([
        ['C3', 4],
        ['C4', 1],
      ]),
    );
  });
});

it('a map that points to the rhythm before training is told', () => {
  const looked = (auc: number) => ({ values: new Map<string, number>(), auc });
  const isFound = (trained: number, untrained: number) =>
    isFoundWithoutTraining({ trained: looked(trained), untrained: looked(untrained) });
  expect([isFound(1, 0.94), isFound(1, 0.5), isFound(0.5, 1), isFound(NaN, NaN)]).toEqual([
    ...[true, false, false, false],
  ]);
});

describe('what came of it', () => {
  it('has an interval that is honest for few trials', () => {
    const [low, high] = intervalOf(95, 100);
    expect(low).toBeCloseTo(0.8882, 3);
    expect(high).toBeCloseTo(0.9785, 3);
    expect(intervalOf(10, 10)[0]).toBeLessThan(0.8);
    expect(intervalOf(10, 10)[1]).toBeCloseTo(1);
  });

  it('is said without flattery', () => {
    expect(verdictOf(58, 100, 1)).toContain('No better than chance');
    expect(verdictOf(62, 100, 1)).toContain('Better than chance');
    expect(verdictOf(58, 100, 0)).toContain('nothing is hidden');
  });

  it('cannot be asked for without a place or a time', () => {
    const { settings } = initialPlayground();
    expect(obstacleOf(settings)).toBe('');
    expect(obstacleOf({ ...settings, places: [] })).toContain('electrode');
    expect(obstacleOf({ ...settings, beginS: 1.4 })).toContain('0.2\u00a0s');
    for (const beginS of [0.1, 1.2, 1.8])
      expect(obstacleOf({ ...settings, beginS, endS: Math.round(10 * beginS + 2) / 10 })).toBe('');
    expect(networks.length).toBe(3);
  });
});
