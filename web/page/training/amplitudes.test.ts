import { describe, expect, it, vi } from 'vitest';
import type { Recording } from '../../api/index.js';
import { germanElements } from '../strings/german/elements.js';
import { german } from '../strings/german/index.js';
import { inEnglish, setLanguage } from '../strings/index.js';
import { Amplitudes, problemWith } from './amplitudes.js';

const channel = { isVoltage: true, isTrigger: false };

function recording(scale: number, channels = [channel]) {
  const data = channels.map(() => Float32Array.from({ length: 160 }, (_, i) => (i % 5) * scale));
  const readWindow = vi.fn(async () => ({ data }));
  const info = { mainChannels: channels.map((_, i) => i) };
  return { info, channels, durationS: 60, readWindow } as unknown as Recording;
}

describe('the values of a recording', () => {
  it.each([
    [20, ''],
    [0.02, 'The numbers may be in mV'],
    [2e-5, 'The numbers may be in V'],
    [0, 'constant'],
  ])('that varies by %f µV', async (scale, text) => {
    const onNews = vi.fn();
    const amplitudes = new Amplitudes(onNews);
    const one = recording(scale);
    expect(amplitudes.problemOf(one)).toBe('');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(onNews).toHaveBeenCalledTimes(Number(text !== ''));
    if (text) expect(amplitudes.problemOf(one)).toContain(text);
    else expect(amplitudes.problemOf(one)).toBe('');
    expect(one.readWindow).toHaveBeenCalledTimes(8);
  });

  it('are described in the language that the page has now', async () => {
    const amplitudes = new Amplitudes(() => undefined);
    const one = recording(0.02);
    amplitudes.problemOf(one);
    await new Promise((resolve) => setTimeout(resolve, 5));
    setLanguage({ strings: german, elements: germanElements });
    expect(amplitudes.problemOf(one)).toContain('Die Zahlen');
    setLanguage(inEnglish);
    expect(amplitudes.problemOf(one)).toContain('The numbers');
  });

  it('are not asked for without a voltage, and are those of EEG up to the same limits as in the core', async () => {
    const one = recording(0.02, [{ ...channel, isVoltage: false }]);
    const amplitudes = new Amplitudes(() => undefined);
    amplitudes.problemOf(one);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(amplitudes.problemOf(one)).toBe('');
    expect([0.49, 0.5, 500, 501].map((uv) => problemWith(uv) !== '')).toEqual([
      ...[true, false, false, true],
    ]);
  });
});
