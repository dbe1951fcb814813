// Attention as ribbons between two columns of rows: the row that is read at the left, the row that reads at the right. Pure.

/** In units of a row's height; ends are [top, bottom]. */
interface Ribbon {
  /** The row that is read. */
  from: number;
  /** The row that reads. */
  to: number;
  share: number;
  left: [number, number];
  right: [number, number];
}

/** How much of a row's height its ribbons fill together. */
export const fill = 0.84;

/** Mean shares over the heads that are on; each row of the mean sums to 1 as those of the heads do. */
export function meanShares(heads: readonly Float32Array[], isOn: (head: number) => boolean) {
  const some = heads.filter((_, head) => isOn(head));
  const mean = new Float32Array(heads[0]?.length ?? 0);
  for (const head of some) head.forEach((share, i) => (mean[i]! += share / some.length));
  return mean;
}

/**
 * A ribbon for each pair, [n, n] in order; its width is its share at both ends. Those that a row reads are below each other and
 * fill it; at the left one scale holds for all rows, so that the row that is read most just fits.
 */
export function ribbonsOf(shares: Float32Array, n: number): Ribbon[] {
  const read = Array.from({ length: n }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += shares[i * n + j]!;
    return sum;
  });
  const scale = fill / Math.max(1, ...read);
  const lefts = read.map((sum, j) => j + 0.5 - (scale * sum) / 2);
  const ribbons: Ribbon[] = [];
  for (let i = 0; i < n; i++) {
    let right = i + (1 - fill) / 2;
    for (let j = 0; j < n; j++) {
      const share = shares[i * n + j]!;
      const left = lefts[j]!;
      lefts[j] = left + scale * share;
      ribbons.push({
        from: j,
        to: i,
        share,
        left: [left, left + scale * share],
        right: [right, right + fill * share],
      });
      right += fill * share;
    }
  }
  return ribbons;
}

/** The outline of a ribbon between x0 and x1; `y` makes pixels of rows. */
export function ribbonPath(
  { left, right }: Ribbon,
  x0: number,
  x1: number,
  y: (row: number) => number,
) {
  const middle = (x0 + x1) / 2;
  const at = (value: number) => value.toFixed(1);
  const [a, b] = left.map((row) => at(y(row)));
  const [c, d] = right.map((row) => at(y(row)));
  const [l, m, r] = [x0, middle, x1].map(at);
  return `M${l} ${a}C${m} ${a} ${m} ${c} ${r} ${c}V${d}C${m} ${d} ${m} ${b} ${l} ${b}Z`;
}
