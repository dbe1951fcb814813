import { describe, expect, it } from 'vitest';
import { closingS, sfreq, simulated, spanS, startS } from './simulation.js';

/** The mean power at `hz` of a part of a signal. */
function powerAt(samples: Float32Array, hz: number): number {
  let [re, im] = [0, 0];
  samples.forEach((value, i) => {
    re += value * Math.cos((2 * Math.PI * hz * i) / sfreq);
    im += value * Math.sin((2 * Math.PI * hz * i) / sfreq);
  });
  return (re * re + im * im) / samples.length ** 2;
}

describe('the simulated start', () => {
  const rows = simulated();
  const of = (name: string) => rows.find((row) => row.name === name)!.samples;
  const open = (name: string) => of(name).subarray(0, (closingS - startS) * sfreq);
  const closed = (name: string) => of(name).subarray((closingS + 1 - startS) * sfreq);

  it('has six channels of ten seconds, the same every time', () => {
    expect(rows.map(({ name }) => name)).toEqual(['Fz', 'Cz', 'Pz', 'O1', 'Oz', 'O2']);
    for (const { samples } of rows) expect(samples.length).toBe(spanS * sfreq);
    expect(simulated()).toEqual(rows);
  });

  it('shows alpha when the eyes close, at the back of the head', () => {
    for (const name of ['O1', 'Oz', 'O2'])
      expect(powerAt(closed(name), 10)).toBeGreaterThan(20 * powerAt(open(name), 10));
    expect(powerAt(closed('Oz'), 10)).toBeGreaterThan(10 * powerAt(closed('Fz'), 10));
  });
});
