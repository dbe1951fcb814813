// Points that move between two stations while the drawing plays: their start and end. Pure.
import type { Figures } from './figures.js';
import { resultRows, shareOfRow } from './result_rows.js';
import { meanShares, ribbonsOf } from './ribbons.js';
import type { Layout, Stop } from './station_layout.js';

export interface Pulse {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  r: number;
}

const perRow = 2;

/** Those that arrive at station `index`. */
export function pulsesTo(figures: Figures, layout: Layout, index: number): Pulse[] {
  const stop = layout.stops[index];
  const before = layout.stops[index - 1];
  if (!stop || !before) return [];
  const row = (i: number, n: number) => layout.top + ((i + 0.5) * layout.room) / n;
  const middle = layout.top + layout.room / 2;
  const ends = { x0: before.x + before.width, x1: stop.x + stop.width / 2 };
  const many = (
    n: number,
    y: (i: number) => [number, number],
    r: (i: number) => number = () => 3,
  ) => Array.from({ length: n }, (_, i) => ({ ...ends, y0: y(i)[0], y1: y(i)[1], r: r(i) }));
  const block = figures.blocks[stop.block];
  switch (stop.kind) {
    case 'attention':
      return ribbonPulses(figures, layout, stop, before);
    case 'tokens':
      return many(figures.rows.length, (i) => {
        const { from, to } = figures.rows[i]!;
        const start = from === null || to === null ? 0 : (from + to) / 2;
        return [layout.top + start * layout.room, row(i, figures.rows.length)];
      });
    case 'valve': {
      const open = block!.gates[stop.gate!];
      const n = block!.rows.length;
      return many(
        n,
        (i) => [row(i, n), row(i, n)],
        (i) => 1 + 3 * (open[i] ?? 1),
      );
    }
    case 'ffn':
    case 'output':
      return many(block!.rows.length, (i) => [
        row(i, block!.rows.length),
        row(i, block!.rows.length),
      ]);
    case 'pooled': {
      const n = figures.blocks.at(-1)?.rows.length ?? 1;
      return many(n, (i) => [row(i, n), middle]);
    }
    case 'classes': {
      const rows = resultRows(figures.shares, layout.room);
      return many(
        rows.length,
        (i) => [middle, row(i, rows.length)],
        (i) => 1 + 5 * shareOfRow(figures.shares, rows, rows[i]!),
      );
    }
    case 'signal':
    case 'standardized':
    case 'layer':
      return many(6, (i) => [row(i, 6), row(i, 6)]);
  }
}

/** Along the widest ribbons of each row. */
function ribbonPulses({ blocks }: Figures, layout: Layout, stop: Stop, before: Stop): Pulse[] {
  const { rows, heads } = blocks[stop.block]!;
  const n = rows.length;
  const y = (at: readonly [number, number]) =>
    layout.top + (((at[0] + at[1]) / 2) * layout.room) / n;
  const ribbons = ribbonsOf(
    meanShares(heads, () => true),
    n,
  );
  return rows.flatMap((_, i) =>
    ribbons
      .slice(i * n, (i + 1) * n)
      .sort((a, b) => b.share - a.share)
      .slice(0, perRow)
      .map(({ left, right, share }) => ({
        x0: before.x + before.width,
        y0: y(left),
        x1: stop.x + stop.width,
        y1: y(right),
        r: 2 + 2.5 * Math.sqrt(share),
      })),
  );
}

/** Where a pulse is, and how strong, at a share of the way. */
export function pulseAt(
  { x0, y0, x1, y1 }: Pulse,
  share: number,
): { x: number; y: number; strength: number } {
  const smooth = share * share * (3 - 2 * share); // as the ribbons bend
  return {
    x: x0 + share * (x1 - x0),
    y: y0 + smooth * (y1 - y0),
    strength: Math.min(1, 6 * share, 6 * (1 - share)),
  };
}
