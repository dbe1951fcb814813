import { describe, expect, it } from 'vitest';
import { correctedAnnotations } from './correction.js';
import { scoreOf, truthOf } from './truth.js';

const eyes = ['eyes open', 'eyes closed'];
const windows = (n: number, lengthS = 2, stepS = lengthS, label = '') =>
  Array.from({ length: n }, (_, i) => ({ onsetS: i * stepS, durationS: lengthS, label }));
const at = (onsetS: number, durationS: number, text: string) => ({ onsetS, durationS, text });

describe('the truth of a window', () => {
  it('is what an annotation says that covers all of it', () => {
    const annotations = [at(0, 5, 'Eyes open '), at(5, 5, 'eyes closed'), at(1, 0.4, 'blink')];
    expect(truthOf(windows(6), annotations, eyes, 'a.edf')).toEqual([
      'eyes open',
      'eyes open',
      null, // 4 to 6 s: half of each
      'eyes closed',
      'eyes closed',
      null, // nothing tells
    ]);
  });
  it('goes on from one annotation to the next of the same class', () => {
    const annotations = [at(2, 2, 'eyes open'), at(0, 2, 'eyes open')];
    expect(truthOf([windows(1, 4)[0]!], annotations, eyes, 'a.edf')).toEqual(['eyes open']);
  });
  it('is the label of the plan where there is one', () => {
    expect(truthOf(windows(1, 2, 2, 'eyes closed'), [], eyes, 'a.edf')).toEqual(['eyes closed']);
    expect(truthOf(windows(1, 2, 2, 'other'), [at(0, 2, 'eyes open')], eyes, '')).toEqual([null]);
  });
  it('is known from codes that a data set gives a meaning', () => {
    const fists = ['left fist', 'right fist'];
    const annotations = [at(0, 4, 'T1'), at(4, 4, 'T0'), at(8, 4, 'T2')];
    expect(truthOf(windows(3, 4), annotations, fists, 'S042R04.edf')).toEqual([
      'left fist',
      null,
      'right fist',
    ]);
    expect(truthOf(windows(3, 4), annotations, fists, 'a.edf')).toEqual([null, null, null]);
  });
  it('of a trial is what its annotation says now, after a correction, too', () => {
    const fists = ['left fist', 'right fist'];
    const labels = { T1: 'left fist', T2: 'right fist' };
    const recipe = { epochs: { by: 'annotation' as const, labels, tmin_s: 0.5, tmax_s: 3.5 } };
    const plan = { recipe, sfreq: 160 };
    const trials = [
      at(4.1, 4.1, 'T2'),
      at(12.4, 4.1, 'T1'),
      at(16.5, 4.1, 'T0'),
      at(20.7, 4.1, 'T1'),
    ];
    const cut = [4.6, 12.9, 21.2].map((onsetS, i) => ({
      onsetS: Math.round(onsetS * 160) / 160 + 0.001,
      durationS: 3,
      label: fists[1 - Math.min(i, 1)]!,
    }));
    expect(truthOf(cut, trials, fists, 'S001R04.edf', plan)).toEqual([
      fists[1],
      fists[0],
      fists[0],
    ]);
    const run = { classes: fists, plan, name: 'S001R04.edf' };
    const corrected = correctedAnnotations(trials, cut[0]!, 'left fist', run);
    expect(corrected).toEqual([at(4.1, 4.1, 'T1'), ...trials.slice(1)]); // as many trials as before
    expect(truthOf(cut, corrected, fists, 'S001R04.edf', plan)).toEqual([
      fists[0],
      fists[0],
      fists[0],
    ]);
    expect(truthOf(cut, trials.slice(1), fists, 'S001R04.edf', plan)[0]).toBeNull(); // its annotation was removed
  });
  it('is not told by a moment', () =>
    expect(truthOf(windows(1), [at(0, 0, 'eyes open')], eyes, 'a.edf')).toEqual([null]));
});

describe('the score', () => {
  const predicted = (labels: string[], stepS = 2) =>
    labels.map((label, index) => ({ index, label, onsetS: index * stepS, durationS: 2 }));
  it('counts windows of known truth alone, with an interval', () => {
    const truth = [...Array.from({ length: 58 }, () => 'eyes open'), null];
    const labels = truth.map((_, i) => (i === 3 ? 'eyes closed' : 'eyes open'));
    const score = scoreOf(predicted(labels), truth, eyes)!;
    expect(score).toMatchObject({ n: 58, nRight: 57, isOverlapping: false });
    expect(score.interval[0]).toBeCloseTo(0.9086, 3);
    expect(score.interval[1]).toBeCloseTo(0.9969, 3);
    expect(score.confusion).toEqual([
      [57, 1],
      [0, 0],
    ]);
  });
  it('counts a window without an answer as not right', () =>
    expect(scoreOf(predicted(['']), ['eyes open'], eyes)).toMatchObject({ n: 1, nRight: 0 }));
  it('knows windows that share samples', () =>
    expect(scoreOf(predicted(['eyes open', 'eyes open'], 1), eyes, eyes)!.isOverlapping).toBe(
      true,
    ));
  it('is nothing where nothing is known', () =>
    expect(scoreOf(predicted(['eyes open']), [null], eyes)).toBeNull());
});
