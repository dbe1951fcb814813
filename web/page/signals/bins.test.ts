import { describe, expect, it } from 'vitest';
import type { Recording } from '../../api/index.js';
import { readExtremes } from './bins.js';

const sfreq = 100;
const rows = [{ name: 'X', index: 0, minus: [] }];

/** Samples by their number; counts the longest request. */
function recordingOf(durationS: number, sample: (i: number) => number) {
  const asked: number[] = [];
  const recording = {
    durationS,
    info: { sizeBytes: 2 ** 20 * durationS, mainChannels: [0] },
    channels: [{ name: 'X', sfreq, isVoltage: true, isTrigger: false }],
    async readWindow({ startS, durationS: lengthS }: { startS: number; durationS: number }) {
      asked.push(lengthS);
      const first = Math.ceil(startS * sfreq - 1e-6);
      const n = Math.round(lengthS * sfreq);
      const data = [Float32Array.from({ length: n }, (_, i) => sample(first + i))];
      return { sfreq, startS: first / sfreq, data, bytesRead: 0 };
    },
  } as unknown as Recording;
  return { recording, asked };
}

describe('extremes of a long stretch', () => {
  it('need no more room than those of a short one, and are read in small parts', async () => {
    const lengths = [];
    for (const durationS of [500, 5000]) {
      const { recording, asked } = recordingOf(durationS, (i) => i % 7);
      const read = await readExtremes(recording, rows, {}, [0, durationS]);
      lengths.push(read!.get('X')!.samples.length);
      expect(Math.max(...asked)).toBe(2); // of a megabyte a second
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2 * 2 ** 11);
  });

  it('hide no sample, and tell mean and deviation of all of them', async () => {
    const spike = 123_457;
    const { recording } = recordingOf(5000, (i) => (i === spike ? -900 : i % 2 ? 1 : -1));
    const {
      samples,
      sfreq: rate,
      startS,
      summary,
    } = (await readExtremes(...([recording, rows, {}, [0, 5000]] as const)))!.get('X')!;
    const at = samples.indexOf(-900);
    expect(at).toBeGreaterThan(0);
    expect(Math.abs(startS + at / rate - spike / sfreq)).toBeLessThan(2 / rate);
    expect(samples.filter((one) => one === -900)).toHaveLength(1);
    expect(samples.filter((one) => one === 1)).toHaveLength(samples.length / 2);
    expect(summary).toMatchObject({ min: -900, max: 1, n: 500_000 });
    expect(summary!.mean).toBeCloseTo(-899 / 500_000, 2);
    expect(summary!.rms).toBeCloseTo(Math.sqrt(1 + 900 ** 2 / 500_000), 2);
  });

  it('are none in a gap', async () => {
    const { recording } = recordingOf(5000, (i) => (i >= 200_000 && i < 300_000 ? NaN : 1));
    const read = await readExtremes(recording, rows, {}, [0, 5000]);
    const { samples, sfreq: rate, summary } = read!.get('X')!;
    expect(samples[Math.round(2500 * rate)]).toBeNaN();
    expect(samples[Math.round(1000 * rate)]).toBe(1);
    expect(summary).toMatchObject({ n: 400_000, mean: 1, rms: 0 });
  });

  it('are given up as soon as nobody wants them', async () => {
    const { recording, asked } = recordingOf(5000, () => 0);
    expect(await readExtremes(recording, rows, {}, [0, 5000], () => false)).toBeNull();
    expect(asked).toHaveLength(1);
  });
});
