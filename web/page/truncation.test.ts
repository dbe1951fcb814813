import { describe, expect, it } from 'vitest';
import type { Recording } from '../api/index.js';
import { announcedS, emptySpans, missingAfter, missingIn, timelineS } from './truncation.js';

const whole = { durationS: 33, segments: [{ onsetS: 0, durationS: 33 }] };

describe('a truncated file', () => {
  it('lacks what its header announces and the file does not hold', () => {
    expect(announcedS('61      1       ')).toBe(61);
    expect(announcedS('600     0.1     ')).toBe(60);
    expect(missingAfter(whole, 61)).toBe(28);
    expect(missingAfter({ durationS: 33, segments: [] }, 61)).toBe(28);
  });
  it('with gaps lacks no more than that', () => {
    const segments = [
      { onsetS: 0, durationS: 10 },
      { onsetS: 100, durationS: 10 },
    ];
    expect(missingAfter({ durationS: 110, segments }, 30)).toBe(10);
  });
  it('is not told from one that does not know its length', () => {
    expect(announcedS('-1      1       ')).toBeNull();
    expect(announcedS('0       1       ')).toBeNull();
    expect(announcedS('61      0       ')).toBeNull();
    expect(announcedS('abc     1       ')).toBeNull();
    expect(missingAfter(whole, null)).toBe(0);
    expect(missingAfter({ durationS: 0, segments: [] }, 0.001)).toBe(0); // a rounded length
  });
  it('has an axis of time that goes on to where it should end', () => {
    const timeline = { recording: whole, missingS: 28 };
    expect(timelineS(timeline)).toBe(61);
    expect(emptySpans(timeline)).toEqual([
      { onsetS: 33, durationS: 28, text: 'missing: the file ends here' },
    ]);
  });
});

describe('a whole file', () => {
  const file = new Blob([`${' '.repeat(236)}61      1       `]);
  const recording = (codes: string[]) =>
    ({ ...whole, warnings: codes.map((code) => ({ code, message: '' })) }) as unknown as Recording;
  it('lacks nothing, nor does one with bytes after its end', async () => {
    expect(await missingIn(file, recording([]))).toBe(0);
    expect(await missingIn(file, recording(['EDF_OTHER']))).toBe(0);
    expect(emptySpans({ recording: whole, missingS: 0 })).toEqual([]);
    const longer = { ...recording(['EDF_SIZE_MISMATCH']), durationS: 61, segments: [] };
    expect(await missingIn(file, longer as unknown as Recording)).toBe(0);
  });
  it('is not taken for a truncated one, which is found by its header', async () =>
    expect(await missingIn(file, recording(['EDF_SIZE_MISMATCH']))).toBe(28));
});
