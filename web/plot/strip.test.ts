import { describe, expect, it } from 'vitest';
import { frameOf, stripBlocks } from './strip.js';

describe('stripBlocks', () => {
  it('shares out the time of overlapping epochs at the middle between their centres', () => {
    const epochs = [0, 1, 2].map((onsetS) => ({ onsetS, durationS: 2 }));
    expect(stripBlocks(epochs)).toEqual([
      { fromS: 0, toS: 1.5 },
      { fromS: 1.5, toS: 2.5 },
      { fromS: 2.5, toS: 4 },
    ]);
  });

  it('leaves the time between separate epochs empty', () => {
    const epochs = [
      { onsetS: 4.5, durationS: 3 },
      { onsetS: 12.6, durationS: 3 },
    ];
    expect(stripBlocks(epochs)).toEqual([
      { fromS: 4.5, toS: 7.5 },
      { fromS: 12.6, toS: 15.6 },
    ]);
  });

  it('lets touching epochs touch', () => {
    expect(stripBlocks([0, 2].map((onsetS) => ({ onsetS, durationS: 2 })))).toEqual([
      { fromS: 0, toS: 2 },
      { fromS: 2, toS: 4 },
    ]);
  });
});

describe('the frame on the overview', () => {
  const axis = { startS: 0, spanS: 3, left: 100, right: 400 };

  it('ends with the recording, also where the view is longer', () => {
    expect(frameOf(axis, { startS: 0, spanS: 10 })).toEqual({ from: 100, width: 300 });
    expect(frameOf(axis, { startS: 1, spanS: 1 })).toEqual({ from: 200, width: 100 });
  });
});
