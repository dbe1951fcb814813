import { describe, expect, it } from 'vitest';
import { epochAt, epochInView, reachOf, rescored, withStage } from './epochs.js';
import {
  chosenEpoch,
  comparedWith,
  inBed,
  initialNight,
  isScoringFile,
  marksOf,
  mayHoldStages,
  mostProbable,
  nCorrected,
  probabilitiesOf,
  rowsOf,
  shownBeside,
  stageColors,
  stageOfKey,
  unscored,
  withLight,
  withLights,
} from './night.js';

it('a model is shown beside a scoring that is not its own, also where epochs of another length bar a comparison', () => {
  const values = new Float32Array(10).fill(0.2);
  const probabilities = { name: () => 'a model', epochS: 30, startS: 0, values, isMoved: false };
  const night = { ...initialNight(0), probabilities };
  const byHand = { name: () => 'mine', hypnogram: unscored(60, 20), warnings: [] };
  expect(comparedWith({ ...night, scoring: byHand })).toBeNull();
  expect(shownBeside({ ...night, scoring: byHand })!.name()).toBe('a model');
  expect(shownBeside({ ...night, scoring: mostProbable(probabilities) })).toBeNull();
  expect(shownBeside({ ...night, scoring: byHand, probabilities: null })).toBeNull();
});

describe('the time in bed', () => {
  const night = unscored(300, 30); // ten epochs

  it('is that between the lights, to the nearest epoch', () => {
    expect(inBed(night)).toEqual({ first: 0, end: 10 });
    expect(inBed({ ...night, lights: { offS: 44, onS: 285 } })).toEqual({ first: 1, end: 10 });
    expect(inBed({ ...night, startS: 60, lights: { offS: 0, onS: 90 } })).toEqual({
      first: 0,
      end: 1,
    });
  });

  it('is changed by one light, and a copy alone; with no epoch in it it is refused', () => {
    const dark = withLight(night, 'offS', 60)!;
    expect(dark.lights).toEqual({ offS: 60 });
    expect(night.lights).toBeUndefined();
    expect(withLight(dark, 'onS', 240)!.lights).toEqual({ offS: 60, onS: 240 });
    expect(withLight(dark, 'offS', null)!.lights).toEqual({});
    expect(withLights(night, { offS: 60, onS: 240 }).lights).toEqual({ offS: 60, onS: 240 });
    expect(withLights(night, { offS: 400, onS: 240 }).lights).toEqual({ onS: 240 });
    expect(withLights(night, {}).lights).toBeUndefined();
    expect(withLight(dark, 'onS', 60)).toBeNull();
    expect(withLight(dark, 'offS', 600)).toBeNull();
    expect(withStage(dark, 0, 'W').lights).toEqual({ offS: 60 });
  });
});

describe('scoring by hand', () => {
  it('begins with all epochs of the recording, unscored', () => {
    expect(unscored(95, 30)).toEqual({ epochS: 30, startS: 0, stages: ['?', '?', '?'] });
    expect(unscored(100, 20).stages).toHaveLength(5);
    expect(unscored(10, 30).stages).toHaveLength(1);
  });

  it.each([
    ['w', 'W'],
    ['W', 'W'],
    ['1', 'N1'],
    ['2', 'N2'],
    ['3', 'N3'],
    ['r', 'R'],
    ['Delete', '?'],
    ['m', null],
    ['4', null],
    ['constructor', null],
  ])('the key %s means %s', (key, stage) => expect(stageOfKey(key)).toBe(stage));

  it('changes one epoch, and a copy alone', () => {
    const before = unscored(90, 30);
    const after = withStage(before, 1, 'N2');
    expect(after.stages).toEqual(['?', 'N2', '?']);
    expect(before.stages).toEqual(['?', '?', '?']);
  });

  it('adds the epochs that a shorter hypnogram lacks, as far as the recording goes', () => {
    const short = { ...unscored(60, 30), startS: 75 };
    expect(reachOf(short, 300)).toEqual({ first: -2, last: 6 });
    expect(reachOf(short, 60)).toEqual({ first: -2, last: 1 });
    expect(epochAt(short, 250, 300)).toBe(5);
    expect(epochAt(short, 20, 300)).toBe(-2);
    expect(withStage(short, 3, 'N2')).toMatchObject({ startS: 75, stages: ['?', '?', '?', 'N2'] });
    expect(withStage(short, -2, 'W')).toMatchObject({ startS: 15, stages: ['W', '?', '?', '?'] });
    expect(withStage(short, 3, '?')).toBe(short);
    expect(withStage(short, -1, '?')).toBe(short);
  });

  it('counts corrections by time, also after epochs were added before the first one', () => {
    const hypnogram = { ...unscored(60, 30), startS: 60 };
    const scoring = { name: () => 'a', hypnogram, warnings: [], original: ['W', 'N1'] as const };
    const opened = { ...scoring, hypnogram: { ...hypnogram, stages: [...scoring.original] } };
    const longer = rescored(opened, withStage(opened.hypnogram, -2, 'W'));
    expect(longer.original).toEqual(['?', '?', 'W', 'N1']);
    expect(nCorrected(longer)).toBe(1);
    expect(nCorrected(rescored(longer, withStage(longer.hypnogram, 4, 'R')))).toBe(2);
    expect(rescored(longer, opened.hypnogram)).toEqual(opened);
  });

  it('finds the epoch at a time', () => {
    const hypnogram = { ...unscored(90, 30), startS: 15 };
    expect([0, 15, 44, 45, 1000].map((timeS) => epochAt(hypnogram, timeS, 0))).toEqual([
      0, 0, 0, 1, 2,
    ]);
  });
});

describe('the epoch that is scored', () => {
  const hypnogram = unscored(300, 30);
  const inView = (chosen: number, startS: number, spanS = 30) =>
    epochInView(hypnogram, chosen, { startS, spanS }, 300);

  it('is the one in the traces, wherever they were moved', () => {
    expect(inView(1, 30)).toBe(1);
    expect(inView(1, 240)).toBe(8);
    expect(inView(1, 33)).toBe(1); // most of it is in view
    expect(inView(1, 50)).toBe(2);
    expect(inView(1, 36, 10)).toBe(1);
  });

  it('stays the chosen one while a longer span shows it, otherwise it is the first whole one', () => {
    expect(inView(3, 0, 120)).toBe(3);
    expect(inView(4, 0, 120)).toBe(0);
    expect(inView(0, 10, 120)).toBe(1);
  });

  it('may lie partly or wholly outside the recording', () => {
    expect(epochInView(unscored(330, 30), 10, { startS: 280, spanS: 30 }, 310)).toBe(10);
    expect(epochInView(unscored(400, 30), 12, { startS: 280, spanS: 30 }, 310)).toBe(12);
  });

  it('may be one that the hypnogram does not have yet', () =>
    expect(epochInView(unscored(90, 30), 2, { startS: 240, spanS: 30 }, 300)).toBe(8));
});

describe('what a stager says', () => {
  const values = new Float32Array([0.1, 0.1, 0.6, 0.1, 0.1, NaN, NaN, NaN, NaN, NaN]);
  const probabilities = { name: () => 'a stager', epochS: 30, startS: 0, values, isMoved: false };

  it('is its most probable stage, and none without an answer', () =>
    expect(mostProbable(probabilities).hypnogram.stages).toEqual(['N2', '?']));

  it('is at its time after a gap, and epochs in the gap have no stage', () => {
    const row = (stage: number) => Array.from({ length: 5 }, (_, i) => (i === stage ? 0.8 : 0.05));
    const staged = (...onsetS: number[]) =>
      probabilitiesOf(
        {
          epochS: 30,
          models: ['one'],
          channels: [],
          onsetS,
          reasons: [],
          agreement: [],
          probabilities: new Float32Array(onsetS.flatMap((_, i) => row(i))),
        },
        () => 'several',
      );
    const night = staged(10, 40, 160);
    expect(night).toMatchObject({ startS: 10, isMoved: false });
    expect(night.name()).toBe('one');
    expect(mostProbable(night).hypnogram.stages).toEqual(['W', 'N1', '?', '?', '?', 'N2']);
    const moved = staged(0, 30, 3 * 30 + 14.5, 4 * 30 + 14.5);
    expect(moved.isMoved).toBe(true);
    expect(mostProbable(moved).hypnogram.stages).toEqual(['W', 'N1', '?', 'N2', 'N3']);
    expect(mostProbable(staged()).hypnogram.stages).toEqual([]);
  });

  it('is compared with, unless another scoring is open', () => {
    const night = { ...initialNight(0), probabilities };
    expect(comparedWith(night)?.name()).toBe('a stager');
    const other = { name: () => 'b', hypnogram: unscored(60, 30), warnings: [] };
    expect(comparedWith({ ...night, other })?.name()).toBe('b');
    expect(comparedWith(initialNight(0))).toBeNull();
    const taken = mostProbable(probabilities);
    expect(comparedWith({ ...night, scoring: taken })).toBeNull();
    const corrected = { ...taken, hypnogram: withStage(taken.hypnogram, 0, 'N3') };
    expect(comparedWith({ ...night, scoring: corrected })?.name()).toBe('a stager');
  });
});

describe('the picture', () => {
  it('has R below W, and a colour for each stage', () => {
    expect(rowsOf(['W', 'R', 'N1', 'N2', 'N3', 'M', '?'])).toEqual([0, 1, 2, 3, 4, -1, -1]);
    expect(new Set(stageColors).size).toBe(5);
  });
});

describe('spindles and slow waves', () => {
  it('become annotations', () => {
    const event = { onsetS: 61.5, durationS: 1, amplitudeUv: 40, frequencyHz: 13 };
    const wave = { onsetS: 90, durationS: 1.25, amplitudeUv: 90, frequencyHz: 0.8 };
    const events = { searchedMin: 1, spindleThresholdUv: 5, spindles: [event], slowWaves: [wave] };
    expect(marksOf(events, { spindle: 'a', slowWave: 'b' })).toEqual([
      { onsetS: 61.5, durationS: 1, text: 'a' },
      { onsetS: 90, durationS: 1.25, text: 'b' },
    ]);
  });
});

describe('files', () => {
  it.each([
    ['stages.csv', true],
    ['SC4001EC-Hypnogram.edf', true],
    ['SC4001E0-PSG.edf', false],
    ['night.vhdr', false],
    ['mesa-0001-profusion.xml', true],
  ])('%s is a scoring: %s', (name, is) => expect(isScoringFile({ name })).toBe(is));

  it('stages among annotations are recognised by their words', () => {
    expect(mayHoldStages([{ text: 'T1' }, { text: 'Sleep stage 2' }])).toBe(true);
    expect(mayHoldStages([{ text: 'N2' }])).toBe(true);
    expect(mayHoldStages([{ text: 'T0' }, { text: 'eyes open' }])).toBe(false);
  });
});

it('the epoch that is scored has a place on the time axis of the recording', () => {
  const scoring = { name: () => 'a', hypnogram: { ...unscored(300, 30), startS: 5 }, warnings: [] };
  const night = { ...initialNight(0), scoring, epoch: 3 };
  expect(chosenEpoch(night)).toEqual({ onsetS: 95, durationS: 30 });
  expect(chosenEpoch(initialNight(0))).toBeNull();
  expect(chosenEpoch(null)).toBeNull();
});
