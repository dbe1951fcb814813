// The logarithmic axis of the spectrum.
import { strings } from '../strings/index.js';

const floorBelow = 1e-8;

/** Nothing lower is drawn: a channel without signal would be infinitely low. It follows the largest value, in whatever unit the file is. */
export function leastDensity(density: readonly Float32Array[]): number {
  let largest = 0;
  for (const values of density) for (const value of values) if (value > largest) largest = value;
  return (largest || 1) * floorBelow;
}

/** As a number where all of the axis is short; it has room for six characters. */
export function powerOfTen(exponent: number, [low, high]: readonly [number, number]): string {
  if (low >= -4 && high <= 4) return strings.numbers.significant(10 ** exponent, 3);
  const digits = [...String(Math.abs(exponent))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
  return `10${exponent < 0 ? '⁻' : ''}${digits.join('')}`;
}
