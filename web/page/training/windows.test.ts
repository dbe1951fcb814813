// Windows of recordings of epochs, and at gaps: those that the core leaves out are not counted.
import { describe, expect, it } from 'vitest';
import { strings } from '../strings/index.js';
import { obstacleOf } from './plan.js';
import { fits, roomAfter } from './segment_fit.js';
import { setup } from './setups.test-support.js';
import { source } from './sources.test-support.js';
import { expectedCounts } from './windows.js';

/** Ten epochs of three seconds without time between them, each with an annotation one second after its begin. */
const segments = Array.from({ length: 10 }, (_, i) => ({ onsetS: 3 * i, durationS: 3 }));
const annotations = segments.map(({ onsetS }, i) => ({
  ...{ onsetS: onsetS + 1, durationS: 0 },
  text: i % 2 ? 'square' : 'rt',
}));
const epochs = source(1, 'epochs.set', [], { durationS: 30, segments, annotations });
const both = { isClass: { 'rt\nrt': true, 'square\nsquare': true } };

describe('windows of a recording of epochs', () => {
  const counts = (settings: Parameters<typeof setup>[1]) =>
    expectedCounts(setup([epochs], { mode: 'annotations', cut: 'after', ...settings }, both)).map(
      ({ className, count, nLeftOut }) => [className, count, nLeftOut],
    );

  it('are counted only if they lie in one epoch', () => {
    expect(counts({ tminS: 0.5, tmaxS: 3.5 })).toEqual([
      ['rt', 0, 5],
      ['square', 0, 5],
    ]);
    expect(counts({ tminS: -1, tmaxS: 2 })).toEqual([
      ['rt', 5, 0],
      ['square', 5, 0],
    ]);
    expect(counts({ tminS: -1.1, tmaxS: 1 })).toEqual([
      ['rt', 0, 5],
      ['square', 0, 5],
    ]);
  });

  it('end at first where most epochs end', () => {
    const { tminS, tmaxS } = setup([epochs], { mode: 'annotations', cut: 'after' }, both).settings;
    expect([tminS, tmaxS]).toEqual([0, 2]);
    const late = annotations.map((one) => ({ ...one, onsetS: one.onsetS + 1.2 }));
    const short = { ...epochs, annotations: late };
    expect(setup([short], { mode: 'annotations', cut: 'after' }, both).settings.tmaxS).toBe(0.8);
  });

  it('that reach over borders are said before training', () => {
    const chosen = { mode: 'annotations', cut: 'after', tminS: 0.5, tmaxS: 3.5 } as const;
    const { message, outside, outsideHint } = strings.trainErrors.tooFew;
    expect(obstacleOf(setup([epochs], chosen, both))).toMatchObject({
      code: 'TRAIN_TOO_FEW',
      message: message('rt', 0, 4) + outside(5),
      hint: outsideHint,
    });
  });

  it('of whole recordings and of long annotations stay within segments', () => {
    const whole = setup(
      [epochs],
      { mode: 'recordings', lengthS: 2, stepS: 1 },
      { states: { 1: 'a' } },
    );
    expect(expectedCounts(whole)).toEqual([{ className: 'a', count: 20, nLeftOut: 0 }]);
    const long = { ...epochs, annotations: [{ onsetS: 0, durationS: 30, text: 'rt' }] };
    const along = { mode: 'annotations', cut: 'along', lengthS: 2, stepS: 1 } as const;
    expect(expectedCounts(setup([long], along, { isClass: { 'rt\nrt': true } }))).toEqual([
      { className: 'rt', count: 20, nLeftOut: 9 },
    ]);
  });
});

describe('a window', () => {
  it('may begin half a sample before its segment, and end with it', () => {
    expect([fits(epochs, 2.998, 1, 160), fits(epochs, 2.99, 1, 160)]).toEqual([true, false]);
    expect([fits(epochs, 28, 2, 160), fits(epochs, 28.01, 2, 160)]).toEqual([true, false]);
    const plain = { segments: [], durationS: 10 };
    expect([fits(plain, -0.1, 1, 100), fits(plain, 9, 1, 100)]).toEqual([false, true]);
    expect([roomAfter(epochs, 4), roomAfter(epochs, 40)]).toEqual([2, 0]);
  });
});
