// Power of a band at every electrode, for the map of the head.
import type { BandId } from '../view.js';
import { bandPower, bands, type ShownSpectrum } from './tools.js';

interface HeadPower {
  /** µV², of the electrodes that have samples. */
  powers: ReadonlyMap<string, number>;
  weakest: string;
  strongest: string;
}

export function headPower({ names, density, binHz }: ShownSpectrum, id: BandId): HeadPower | null {
  const band = bands.find((one) => one.id === id)!;
  const powers = names
    .map((name, i) => [name, bandPower(density[i]!, binHz, band)] as const)
    .filter(([, power]) => power > 0) // nothing is known of gaps; a channel of zeros has no place on the scale
    .sort(([, a], [, b]) => a - b);
  if (!powers.length) return null;
  return { powers: new Map(powers), weakest: powers[0]![0], strongest: powers.at(-1)![0] };
}

/** On a logarithmic scale, 0 for the weakest; null where nothing is known. */
export function shareOfPower(
  { powers, weakest, strongest }: HeadPower,
  name: string,
): number | null {
  const power = powers.get(name);
  if (power === undefined) return null;
  const [low, high] = [powers.get(weakest)!, powers.get(strongest)!];
  return high > low ? Math.log(power / low) / Math.log(high / low) : 0.5;
}
