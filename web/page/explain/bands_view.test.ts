import { describe, expect, it } from 'vitest';
import { barScale, decidingBand } from './bands_view.js';

const occlusion = (...falls: (number | null)[]) => ({
  logit: 1,
  bands: falls.map((logitDrop, i) => ({ name: String(i), lowHz: i, highHz: i + 1, logitDrop })),
});

describe('the bands', () => {
  it('name the one without which the output falls most, if there is one', () => {
    expect(decidingBand(occlusion(0.1, 2, null, -3))?.name).toBe('1');
    expect(decidingBand(occlusion(0, -1, null))).toBeNull();
    expect(decidingBand(occlusion(0.07, -1, null))).toBeNull(); // next to what another band raises it
    expect(decidingBand({ ...occlusion(0.047, 0.02), logit: 8.2 })).toBeNull(); // next to the output
    expect(decidingBand({ ...occlusion(0.047, 0.02), logit: -0.1 })?.name).toBe('0');
  });

  it('have bars on both sides of one zero, which fill the width', () => {
    expect(barScale([3, -1, null])).toEqual({ zero: 25, unit: 25 });
    expect(barScale([2, 4])).toEqual({ zero: 0, unit: 25 });
    expect(barScale([0, 0])).toEqual({ zero: 0, unit: 100 });
  });
});
