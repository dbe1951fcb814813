import { describe, expect, it } from 'vitest';
import { SuggestedGains } from './suggested_gains.js';
import { firstUvPerMm } from './view_steps.js';

describe('suggested gains', () => {
  const recording = {};
  const spreads = () => [3, 1, 2];
  const suitable = (height: number) => (typical: number) => (typical * 1000) / height;
  const asked = (gains: SuggestedGains, uvPerMm: number, height: number) =>
    gains.gain(recording, uvPerMm, height, spreads, suitable(height));

  it('follow the median of the rows, and the height where it changes much', () => {
    const gains = new SuggestedGains();
    const first = asked(gains, firstUvPerMm, 500);
    expect(first).toBe(4);
    expect(asked(gains, first, 400)).toBe(4);
    expect(asked(gains, first, 200)).toBe(10);
    expect(asked(gains, 10, 500)).toBe(4);
  });

  it('end where another gain was given', () => {
    const gains = new SuggestedGains();
    expect(asked(gains, 7, 500)).toBe(7);
    const changed = new SuggestedGains();
    asked(changed, firstUvPerMm, 500);
    expect(asked(changed, 30, 500)).toBe(30);
    expect(asked(changed, 4, 200)).toBe(4);
  });

  it('wait for samples', () => {
    const gains = new SuggestedGains();
    const empty = gains.gain(recording, firstUvPerMm, 500, () => [], suitable(500));
    expect(empty).toBe(firstUvPerMm);
    expect(asked(gains, firstUvPerMm, 500)).toBe(4);
  });
});
