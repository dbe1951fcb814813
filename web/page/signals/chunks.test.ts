import { describe, expect, it } from 'vitest';
import type { Recording } from '../../api/index.js';
import { Chunks } from './chunks.js';

const sfreq = 100;

/** One channel whose samples are their own number; counts what is asked of it. */
function setup(durationS = 60, bytesPerS = 2 * sfreq) {
  const asked: [number, number][] = [];
  const recording = {
    durationS,
    name: 'ramp',
    info: { id: 1, sizeBytes: bytesPerS * durationS, mainChannels: [0] },
    channels: [{ name: 'X', sfreq, isVoltage: true, isTrigger: false }],
    async readWindow({ startS, durationS: lengthS }: { startS: number; durationS: number }) {
      asked.push([startS, startS + lengthS]);
      const first = Math.round(startS * sfreq);
      const n = Math.round(lengthS * sfreq);
      const data = [Float32Array.from({ length: n }, (_, i) => first + i)];
      return { sfreq, startS: first / sfreq, data, bytesRead: 0 };
    },
  } as unknown as Recording;
  const errors: unknown[] = [];
  const chunks = new Chunks(
    () => undefined,
    (thrown) => errors.push(thrown),
  );
  const source = { recording, rows: [{ name: 'X', index: 0, minus: [] }], seen: {}, chunkS: 2 };
  chunks.use(source);
  return { chunks, source, asked, errors };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('chunks', () => {
  it('come together in one request, and each holds its own time and a little more', async () => {
    const { chunks, asked } = setup();
    chunks.want(3, 6);
    await soon();
    expect(asked).toHaveLength(1);
    for (let index = 3; index <= 6; index++) {
      const { samples, startS } = chunks.get(index)!.get('X')!;
      const first = Math.round(startS * sfreq);
      expect(samples[0]).toBe(first);
      expect(first).toBeLessThanOrEqual(index * 2 * sfreq);
      expect(first + samples.length).toBeGreaterThanOrEqual((index + 1) * 2 * sfreq);
    }
    expect(chunks.at(7.5)).toBe(chunks.get(3));
  });

  it('tell of a row whether it changes at all', async () => {
    const { chunks } = setup();
    chunks.want(3, 6);
    await soon();
    expect(chunks.constantIn('X', 3, 6)).toBeNull();
    for (const index of [3, 4]) chunks.get(index)!.get('X')!.samples.fill(-3200);
    chunks.get(4)!.get('X')!.samples[7] = NaN; // a gap
    expect(chunks.constantIn('X', 3, 4)).toBe(-3200);
    expect(chunks.constantIn('X', 3, 5)).toBeNull();
    expect(chunks.constantIn('X', 20, 21)).toBeNull(); // not here
  });

  it('of large recordings come one after the other, those of a filter some at a time', async () => {
    const { chunks, source, asked } = setup(60, 2 ** 20);
    const lengths = async () => {
      asked.length = 0;
      for (let i = 0; i < 8; i++) {
        chunks.want(0, 3);
        chunks.want(0, 3);
        await soon();
      }
      return asked.map(([fromS, toS]) => Math.round(toS - fromS));
    };
    expect(await lengths()).toEqual([2, 2, 2, 2]);
    expect([0, 1, 2, 3].map((index) => chunks.get(index) !== null)).not.toContain(false);
    chunks.use({ ...source, seen: { display: { lowpass_hz: 30 } } });
    expect(await lengths()).toEqual([6, 2]);
  });

  it('are asked for once, and ahead only when the view has moved', async () => {
    const { chunks, asked } = setup();
    chunks.want(3, 6);
    chunks.want(3, 6);
    await soon();
    chunks.want(3, 6);
    expect(asked).toHaveLength(1);
    chunks.want(4, 7);
    await soon();
    chunks.want(4, 7);
    await soon();
    expect(chunks.get(7)).not.toBeNull();
    expect(chunks.get(11)).not.toBeNull();
  });

  it('of hours are read in small parts, and no more of them is kept than of minutes', async () => {
    const { chunks, source, asked } = setup(8 * 12_000, 2 ** 14);
    chunks.use({ ...source, chunkS: 12_000 });
    chunks.want(0, 7);
    while (!chunks.get(0)) await soon();
    expect(Math.max(...asked.map(([fromS, toS]) => toS - fromS))).toBe(128); // two megabytes
    expect(chunks.get(0)!.get('X')!.samples.length).toBeLessThanOrEqual(2 ** 12);
    expect(chunks.get(0)!.get('X')!.summary).toMatchObject({
      min: 0,
      max: 1_199_999,
      n: 1_200_000,
    });
    asked.length = 0;
    chunks.want(0, 7);
    chunks.want(7, 7); // what is being read has left the view
    while (!chunks.get(7)) await soon();
    expect(asked.filter(([fromS]) => fromS < 7 * 12_000)).toHaveLength(1);
    expect(chunks.get(1)).toBeNull();
  });

  it('end where the recording ends', async () => {
    const { chunks, asked } = setup(5);
    chunks.want(0, 7);
    await soon();
    expect(asked).toEqual([[0, 5]]);
    expect(chunks.get(3)).toBeNull();
    expect(chunks.get(2)!.get('X')!.samples.at(-1)).toBe(499);
  });

  it('of another filter take the place of all that was here', async () => {
    const { chunks, source } = setup();
    chunks.want(0, 1);
    await soon();
    expect(chunks.use(source)).toBe(false);
    expect(chunks.use({ ...source, seen: { display: { lowpass_hz: 30 } } })).toBe(true);
    expect(chunks.get(0)).toBeNull();
  });

  it('that fail are told once', async () => {
    const { chunks, source, errors } = setup();
    source.recording.readWindow = () => Promise.reject(new Error('gone'));
    chunks.want(0, 1);
    await soon();
    chunks.want(0, 1);
    await soon();
    expect(errors).toHaveLength(1);
  });
});
