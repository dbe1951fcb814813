// Inputs and helpers that the views of the drawing share.
import type { Figures } from '../figures.js';
import type { InsideState, Inspected } from '../state.js';
import type { Layout, Stop } from '../station_layout.js';
import type { Force, Sublayer } from '../ablations.js';

/** What a hand or a key does to the drawing. */
export interface Hands {
  /** The state as it is: what a view was drawn from may be a key older. */
  now(): InsideState;
  open(station: string): void;
  hover(station: string): void;
  row(row: number | null): void;
  head(block: number, head: number, isOn: boolean): void;
  force(block: number, gate: Sublayer, to: Force): void;
}

export interface Scene {
  figures: Figures;
  layout: Layout;
  inspected: Inspected;
  state: InsideState;
  /** Shares before anything was changed; null while nothing is. */
  before: Float32Array | null;
  /** Of the model to compare with, or of the model in use where the other one is drawn. */
  other: { title: string; classes: readonly string[]; shares: Float32Array } | null;
  hands: Hands;
}

/** Whether parts of what is drawn can be changed: of the model to compare with they cannot. */
export const canChange = ({ state }: Scene) => !state.isComparisonDrawn;

const px = (value: number) => value.toFixed(1);

/** From a part of one column to a part of the next. */
export function bandPath(
  x0: number,
  a: readonly [number, number],
  x1: number,
  b: readonly [number, number],
) {
  const m = px((x0 + x1) / 2);
  const [l, r] = [px(x0), px(x1)];
  const [a0, a1, b0, b1] = [...a, ...b].map(px);
  return `M${l} ${a0}C${m} ${a0} ${m} ${b0} ${r} ${b0}V${b1}C${m} ${b1} ${m} ${a1} ${l} ${a1}Z`;
}

/** Top and bottom of a row among n. */
export function rowSpan({ top, room }: Layout, row: number, n: number, gap = 2): [number, number] {
  const height = room / n;
  return [top + row * height + gap / 2, top + (row + 1) * height - gap / 2];
}

/** Rows of tokens are in these. */
export const hasRows = ({ kind }: Stop) =>
  kind === 'tokens' ||
  kind === 'attention' ||
  kind === 'valve' ||
  kind === 'ffn' ||
  kind === 'output';

/** Rows of a station with rows. */
export function nRowsOf(figures: Figures, { kind, block }: Stop): number {
  return (kind === 'tokens' ? figures.rows : (figures.blocks[block]?.rows ?? [])).length;
}

/** Shortened where it would be wider than the station; letters of this size are about six pixels wide. */
export function shortened(text: string, width: number): string {
  const most = Math.floor(width / 6.2);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
