// The 19 electrodes of the 10-20 system on a round head, seen from above, nose up.

interface Section {
  name: string;
  /** From the vertex: to the right ear and to the nose; the outer ring is at distance 1. */
  x: number;
  y: number;
}

const ring = (name: string, degrees: number): Section => {
  const angle = (degrees * Math.PI) / 180; // from the nose, to the right
  return { name, x: Math.sin(angle), y: Math.cos(angle) };
};

/** From the front to the back, and from left to right. */
export const electrodes: readonly Section[] = [
  ring('Fp1', -18),
  ring('Fp2', 18),
  ring('F7', -54),
  { name: 'F3', x: -0.42, y: 0.52 },
  { name: 'Fz', x: 0, y: 0.5 },
  { name: 'F4', x: 0.42, y: 0.52 },
  ring('F8', 54),
  ring('T7', -90),
  { name: 'C3', x: -0.5, y: 0 },
  { name: 'Cz', x: 0, y: 0 },
  { name: 'C4', x: 0.5, y: 0 },
  ring('T8', 90),
  ring('P7', -126),
  { name: 'P3', x: -0.42, y: -0.52 },
  { name: 'Pz', x: 0, y: -0.5 },
  { name: 'P4', x: 0.42, y: -0.52 },
  ring('P8', 126),
  ring('O1', -162),
  ring('O2', 162),
];

/** Where it is in a square around the head, as CSS of its middle. */
export function styleOf({ x, y }: Section): string {
  const reach = 41; // % of the square: the rest is room for the outermost discs
  return `left: ${(50 + reach * x).toFixed(2)}%; top: ${(50 - reach * y).toFixed(2)}%`;
}

/** How well these values tell the planted electrodes from the others: 1 perfectly, 0.5 not at all. */
export function areaUnderCurve(values: Map<string, number>, planted: ReadonlySet<string>): number {
  let wins = 0;
  let pairs = 0;
  for (const [place, high] of values) {
    if (!planted.has(place)) continue;
    for (const [other, low] of values) {
      if (planted.has(other)) continue;
      wins += high > low ? 1 : high === low ? 0.5 : 0;
      pairs++;
    }
  }
  return pairs ? wins / pairs : NaN;
}

/** From 0 to 9, for colours; the largest value is 9. */
export function levelOf(value: number, values: Iterable<number>): number {
  const most = Math.max(...values);
  return most > 0 ? Math.min(9, Math.max(0, Math.floor((10 * value) / most))) : 0;
}

/**
 * Of relevance [trials, channels, times]: how far each channel moves the output in the mean over trials. What it adds at some times and
 * takes away at others, as noise does, cancels.
 */
export function relevanceByChannel(
  values: Float32Array,
  chNames: readonly string[],
  nTimes: number,
): Map<string, number> {
  const sums = chNames.map(() => 0);
  const size = chNames.length * nTimes;
  const nTrials = Math.floor(values.length / size);
  for (let trial = 0; trial < nTrials; trial++) {
    for (let c = 0; c < chNames.length; c++) {
      const from = trial * size + c * nTimes;
      for (let t = from; t < from + nTimes; t++) sums[c]! += values[t]!;
    }
  }
  return new Map(chNames.map((name, c) => [name, Math.abs(sums[c]!) / (nTrials || 1)]));
}
