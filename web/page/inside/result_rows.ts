// Which classes have room in the drawing. Pure.

/** Of a class: its name, its bar, and what keeps it from the next. */
const leastPx = 26;

/** In the order of the model: all classes, or the most likely ones and then null, which are the others together. */
export function resultRows(shares: ArrayLike<number>, room: number): (number | null)[] {
  const all = Array.from(shares, (_, i) => i);
  const fit = Math.max(2, Math.floor(room / leastPx));
  if (all.length <= fit) return all;
  const likely = [...all].sort((a, b) => shares[b]! - shares[a]!).slice(0, fit - 1);
  return [...likely.sort((a, b) => a - b), null];
}

/** Of a class, or of all that have no row of their own. */
export const shareOfRow = (
  shares: ArrayLike<number>,
  rows: readonly (number | null)[],
  row: number | null,
): number =>
  row === null
    ? Array.from(shares).reduce((sum, share, i) => sum + (rows.includes(i) ? 0 : share), 0)
    : (shares[row] ?? 0);
