import { expect, it } from 'vitest';
import { headPower, shareOfPower } from './head_power.js';

/** Two channels with all of their power at 10 Hz, one with it at 2 Hz, one in a gap, one of zeros. */
const binHz = 0.5;
const at = (hz: number, density: number) => {
  const values = new Float32Array(81);
  values[hz / binHz] = density;
  return values;
};
const spectrum = {
  names: ['O1', 'O2', 'Fz', 'gap', 'flat'],
  binHz,
  density: [
    at(10, 200),
    at(10, 2),
    at(2, 50).map((one) => one + 0.002),
    new Float32Array(81).fill(NaN),
    new Float32Array(81),
  ],
  fromS: 0,
  toS: 10,
};

it('orders the electrodes by the power of the band, and leaves out what has none', () => {
  const alpha = headPower(spectrum, 'alpha')!;
  expect([alpha.weakest, alpha.strongest]).toEqual(['Fz', 'O1']);
  expect([...alpha.powers.keys()]).toEqual(['Fz', 'O2', 'O1']);
  expect(alpha.powers.get('O1')).toBeCloseTo(100, 4); // 200 µV²/Hz in a bin of half a hertz
  expect(alpha.powers.get('Fz')).toBeCloseTo(10 * 0.002 * 0.5, 6);
  expect(headPower(spectrum, 'delta')!.strongest).toBe('Fz');
  expect(headPower({ ...spectrum, names: [], density: [] }, 'alpha')).toBeNull();
});

it('has a logarithmic scale', () => {
  const alpha = headPower(spectrum, 'alpha')!; // 0.01, 1 and 100 µV²
  const shares = ['Fz', 'O2', 'O1', 'flat', 'gap'].map((name) => shareOfPower(alpha, name));
  expect(shares[1]).toBeCloseTo(0.5, 4);
  expect([shares[0], shares[2], shares[3], shares[4]]).toEqual([0, 1, null, null]);
  const one = headPower({ ...spectrum, names: ['O1'], density: [at(10, 1)] }, 'alpha')!;
  expect(shareOfPower(one, 'O1')).toBe(0.5);
});
