import { describe, expect, it } from 'vitest';
import { openEdf } from '../../edf/index.js';
import type { Recording } from '../../api/index.js';
import { edfOf, excerptOf } from './excerpt.js';

const wave = (n: number, size: number, offset: number) =>
  Float32Array.from({ length: n }, (_, i) => offset + size * Math.sin(i / 7));

describe('an excerpt as EDF+', () => {
  const data = [wave(1000, 50, 0), wave(1000, 0.5, -20_345.6), new Float32Array(1000)];
  const annotations = [
    { onsetS: 1.5, durationS: 0, text: 'eyes closed' },
    { onsetS: 2.25, durationS: 1.5, text: 'größer' },
  ];
  const labels = ['EEG Oz-REF', 'Fp1', 'flat'];
  const file = edfOf({ labels, sfreq: 256, data, annotations });
  const latin = new TextDecoder('latin1').decode(file);

  it('holds the samples to 16 bits, in whole records', async () => {
    const edf = await openEdf(file);
    expect(edf.header.warnings).toEqual([]);
    expect(edf.header.format).toBe('EDF+C');
    expect(edf.header.durationS).toBe(3);
    expect(edf.header.signals.slice(0, 3).map(({ label }) => label)).toEqual(labels);
    for (const [row, samples] of data.entries()) {
      const read = await edf.read(row);
      expect(read.length).toBe(768);
      const step = [100, 1.02, 1][row]! / 65_535; // of the file; float32 holds 20 mV to 2 nV
      const worst = Math.max(...read.map((value, i) => Math.abs(value - samples[i]!)));
      expect(worst).toBeLessThanOrEqual(step / 2 + 0.002);
    }
  });

  it('holds nothing that tells who it was or when', async () => {
    const { header } = await openEdf(file);
    expect(header.patient).toBe('X X X X');
    expect(header.recordingField).toBe('Startdate X X X X');
    expect(latin.slice(168, 184)).toBe('01.01.8500.00.00');
  });

  it('holds annotations in the record in which they begin', () => {
    const utf8 = new TextDecoder().decode(file);
    expect(utf8).toContain('+1\x14\x14\0+1.5\x14eyes closed\x14\0');
    expect(utf8).toContain('+2\x14\x14\0+2.25\x151.5\x14größer\x14\0');
  });

  it('holds what lasts into it, with the onset that it had', async () => {
    const recording = {
      info: { mainChannels: [0] },
      channels: [{ label: 'Oz', sfreq: 100 }],
      annotations: [
        { onsetS: 2, durationS: 5, text: 'before' },
        { onsetS: 4.5, durationS: 20, text: 'eyes closed' },
        { onsetS: 12, durationS: 0, text: 'blink' },
        { onsetS: 17, durationS: 1, text: 'after' },
      ],
      readWindow: () => Promise.resolve({ data: [wave(700, 5, 0)], sfreq: 100, startS: 10 }),
    } as unknown as Recording;
    const utf8 = new TextDecoder().decode(await excerptOf(recording, 10, 7, true));
    expect(utf8).toContain('+0\x14\x14\0-5.5\x1520\x14eyes closed\x14\0');
    expect(utf8).toContain('+2\x14\x14\0+2\x14blink\x14\0');
    expect(utf8).not.toMatch(/before|after/);
  });

  it('may have very many records', async () => {
    const n = 150_000;
    const of = { labels: ['Oz'], sfreq: 1, data: [wave(n, 5, 0)] };
    const late = { onsetS: n - 0.5, durationS: 0, text: 'late' };
    const long = edfOf({ ...of, annotations: [late, { ...late, onsetS: n + 1 }] });
    expect((await openEdf(long)).header.durationS).toBe(n);
    expect(new TextDecoder().decode(long).split('late')).toHaveLength(2);
  });

  it('finds records for rates that no second holds evenly, and refuses what is too short', async () => {
    const at = (sfreq: number, n: number) =>
      edfOf({ labels: ['Oz'], sfreq, data: [wave(n, 5, 0)], annotations: [] });
    expect((await openEdf(at(512.5, 2050))).header.durationS).toBe(4);
    expect(() => at(256, 255)).toThrow('too short');
  });
});
