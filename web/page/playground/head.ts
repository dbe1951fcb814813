// The 19 electrodes of the 10-20 system, seen from above, nose up: row by row, five to a row.

export const headRows: (string | null)[][] = [
  [null, 'Fp1', null, 'Fp2', null],
  ['F7', 'F3', 'Fz', 'F4', 'F8'],
  ['T7', 'C3', 'Cz', 'C4', 'T8'],
  ['P7', 'P3', 'Pz', 'P4', 'P8'],
  [null, 'O1', null, 'O2', null],
];

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

/** Of relevance [trials, channels, times]: the mean magnitude at each channel. */
export function relevanceByChannel(
  values: Float32Array,
  chNames: string[],
  nTimes: number,
): Map<string, number> {
  const sums = chNames.map(() => 0);
  const size = chNames.length * nTimes;
  const nTrials = Math.floor(values.length / size);
  for (let trial = 0; trial < nTrials; trial++) {
    for (let c = 0; c < chNames.length; c++) {
      const from = trial * size + c * nTimes;
      for (let t = from; t < from + nTimes; t++) sums[c]! += Math.abs(values[t]!);
    }
  }
  return new Map(chNames.map((name, c) => [name, sums[c]! / (nTrials * nTimes || 1)]));
}
