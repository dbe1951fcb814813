import { afterEach, describe, expect, it, vi } from 'vitest';
import { binsOf, eegBands, fallsOf, withoutBands } from './band_occlusion.js';

const [sfreq, nTimes] = [100, 200]; // frequencies in steps of half a hertz
const rhythm = (hz: number, size: number, phase: number) =>
  Float32Array.from({ length: nTimes }, (_, t) =>
    Math.fround(size * Math.cos((2 * Math.PI * hz * t) / sfreq + phase)),
  );
const sum = (...all: Float32Array[]) =>
  all[0]!.map((_, t) => all.reduce((whole, one) => whole + one[t]!, 0));
const alpha = eegBands[2]!;

describe('frequency bands', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('are those of clinical EEG, without gaps', () =>
    expect(eegBands.map(({ lowHz, highHz }) => [lowHz, highHz])).toEqual([
      [0.5, 4],
      [4, 8],
      [8, 13],
      [13, 30],
      [30, 45],
    ]));

  it('are taken out in blocks of 8 ms, after each of which a signal ends it', async () => {
    let nowMs = 1000;
    let channelMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += channelMs));
    const taken = () => withoutBands(rhythm(6, 1, 0), 1, sfreq, [alpha], AbortSignal.abort());
    await expect(taken()).resolves.toHaveLength(nTimes);
    channelMs = 7;
    await expect(taken()).resolves.toHaveLength(nTimes);
    channelMs = 8;
    await expect(taken()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('have the discrete frequencies from their lower edge to below the upper one', () => {
    const hz = binsOf(alpha, nTimes, sfreq).map((bin) => bin / 2);
    expect([hz[0], hz.at(-1), hz.length]).toEqual([8, 12.5, 10]);
    expect(binsOf({ name: 'gamma', lowHz: 30, highHz: 45 }, 200, 64).at(-1)).toBe(99); // below 32 Hz
    expect(binsOf({ name: 'gamma', lowHz: 30, highHz: 45 }, 200, 50)).toEqual([]);
  });

  it('are taken out, and what is beside them stays, channel by channel', async () => {
    const slow = rhythm(6, 3, 0.3);
    const fast = rhythm(20, 2, 1);
    const offset = new Float32Array(nTimes).fill(7);
    const first = sum(slow, rhythm(10, 5, 0.7), rhythm(8, 1, 0), offset);
    const second = sum(fast, rhythm(12.5, 4, 2), rhythm(13, 1.5, 0.2));
    const x = new Float32Array([...first, ...second]);
    const left = await withoutBands(x, 2, sfreq, [alpha, eegBands[1]!]);
    const want = [...sum(slow, offset), ...sum(fast, rhythm(13, 1.5, 0.2))];
    want.forEach((value, i) => expect(left[i]).toBeCloseTo(value, 4));
    // Without theta: the first channel loses 6 Hz alone, the second nothing.
    const second_ = left.subarray(x.length);
    sum(rhythm(10, 5, 0.7), rhythm(8, 1, 0), offset).forEach((value, i) =>
      expect(second_[i]).toBeCloseTo(value, 4),
    );
    second.forEach((value, i) => expect(second_[nTimes + i]).toBeCloseTo(value, 4));
  });

  it('are told by how far the output falls without them: of a linear model, by hand', async () => {
    const weights = sum(rhythm(10, 0.02, 0), rhythm(6, -0.01, 0));
    const x = sum(rhythm(10, 5, 0), rhythm(6, 3, 0), rhythm(20, 9, 0));
    const left = await withoutBands(x, 1, sfreq, eegBands);
    const output = (signal: Float32Array) =>
      signal.reduce((all, value, t) => all + value * weights[t]!, 0);
    const rows = [x, ...eegBands.map((_, i) => left.subarray(i * nTimes, (i + 1) * nTimes))];
    const logits = Float32Array.from(rows.flatMap((row) => [0, output(row)]));
    const { logit, bands } = fallsOf(logits, 1, eegBands, () => true);
    // The mean square of a cosine is one half: 200 / 2 * 5 * 0.02 = 10, and 200 / 2 * 3 * -0.01 = -3.
    expect(logit).toBeCloseTo(7, 3);
    [0, -3, 10, 0, 0].forEach((fall, i) => expect(bands[i]!.logitDrop).toBeCloseTo(fall, 3));
  });

  it('of one output stand for two classes, and where there is no frequency nothing is told', () => {
    const logits = Float32Array.of(2, 0.5);
    const [, theta] = eegBands;
    expect(fallsOf(logits, 1, [theta!], () => true).bands[0]!.logitDrop).toBe(1.5);
    expect(fallsOf(logits, 0, [theta!], () => true)).toMatchObject({
      logit: -2,
      bands: [{ logitDrop: -1.5 }],
    });
    expect(fallsOf(logits, 1, [theta!], () => false).bands[0]!.logitDrop).toBeNull();
  });

  it('of the one output of a regression are those of its value', () => {
    const logits = Float32Array.of(2, 0.5);
    expect(fallsOf(logits, 0, [alpha], () => true, true)).toMatchObject({
      logit: 2,
      bands: [{ logitDrop: 1.5 }],
    });
  });

  it('from 0 Hz on take the mean out', async () => {
    const x = sum(rhythm(10, 5, 0.7), new Float32Array(nTimes).fill(7));
    const slow = { name: 'slow', lowHz: 0, highHz: 4 };
    const left = await withoutBands(x, 1, sfreq, [slow]);
    rhythm(10, 5, 0.7).forEach((value, i) => expect(left[i]).toBeCloseTo(value, 4));
  });
});
