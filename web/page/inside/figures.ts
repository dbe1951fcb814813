// Numbers of the drawing: an inspection reduced to what can be drawn. Pure; two inspections of one shape can be interpolated.
import type { Inspection, Tensor } from '../../api/index.js';
import type { Inspected } from './state.js';
import { gridOf, layerOf, rowsOf, tokensOf, type Grid } from './value_images.js';

/** Tokens that a row represents, and the stretch of the window they were made of; a class token has none. */
interface Row {
  first: number;
  last: number;
  from: number | null;
  to: number | null;
}

/** Signed values of a picture, -1 to 1, row after row. */
export interface Cells {
  rows: number;
  cols: number;
  values: Float32Array;
  /** The value that 1 represents. */
  reach: number;
}

export interface BlockFigures {
  rows: Row[];
  /** Shares [rows, rows] of each head: rows read, columns are read. */
  heads: Float32Array[];
  /** How open the gates after attention and feed-forward are, row by row; empty where there is none. */
  gates: { attention: Float32Array; ffn: Float32Array };
  hidden: Cells | null;
  output: Cells;
}

export interface Figures {
  /** What has the same form differs in its numbers alone. */
  form: string;
  signal: Cells;
  standardized: Cells | null;
  rows: Row[];
  tokens: Cells | null;
  blocks: BlockFigures[];
  layers: { name: string; cells: Cells }[];
  pooled: Cells | null;
  logits: Float32Array;
  shares: Float32Array;
}

const maxRows = 20;
const maxCols = 16;
const maxTraces = 8;
const maxPoints = 90;

/** At most so many rows and columns; a cell has the value that is farthest from zero of those it represents. */
export function cellsOf(grid: Grid, maxRows: number, maxCols: number): Cells {
  const rows = Math.min(grid.rows, maxRows);
  const cols = Math.min(grid.cols, maxCols);
  const values = new Float32Array(rows * cols);
  for (let row = 0; row < grid.rows; row++) {
    const to = Math.floor((row * rows) / grid.rows) * cols;
    for (let col = 0; col < grid.cols; col++) {
      const at = to + Math.floor((col * cols) / grid.cols);
      const value = grid.at(row, col) / (grid.reach || 1);
      if (Math.abs(value) > Math.abs(values[at]!)) values[at] = value;
    }
  }
  return { rows, cols, values, reach: grid.reach };
}

/** Some channels, evenly chosen, each with the extremes of its samples. */
function tracesOf(grid: Grid): Cells {
  const rows = Math.min(grid.rows, maxTraces);
  const chosen = (row: number) => Math.floor(((row + 0.5) * grid.rows) / rows);
  const few = gridOf(rows, grid.cols, (row, col) => grid.at(chosen(row), col));
  return cellsOf(few, rows, maxPoints);
}

/** Which row of the drawing shows a token: as the core sums up long maps, and once more where that is too many. */
export function rowOf(token: number, nTokens: number, nMap: number): number {
  const rows = Math.min(nMap, maxRows);
  return Math.floor((Math.floor((token * nMap) / nTokens) * rows) / nMap);
}

function rowsOfBlock(inspection: Inspection, block: number, nMap: number, nTimes: number): Row[] {
  const places = inspection.places(block);
  const rows: Row[] = [];
  places.forEach(({ firstTime, nTimes: n }, token) => {
    const own = (rows[rowOf(token, places.length, nMap)] ??= {
      first: token,
      last: token,
      from: null,
      to: null,
    });
    own.last = token;
    if (!n) return;
    own.from = Math.min(own.from ?? 1, firstTime / nTimes);
    own.to = Math.max(own.to ?? 0, (firstTime + n) / nTimes);
  });
  return rows;
}

/** Shares between rows of the drawing: summed over what is read, averaged over who reads. */
function sharesOf({ dims, data }: Tensor, head: number): Float32Array {
  const n = dims[1]!;
  const rows = Math.min(n, maxRows);
  const row = (i: number) => Math.floor((i * rows) / n);
  const members = new Float32Array(rows);
  for (let i = 0; i < n; i++) members[row(i)]!++;
  const out = new Float32Array(rows * rows);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      out[row(i) * rows + row(j)]! += data[(head * n + i) * n + j]! / members[row(i)]!;
  return out;
}

/** Mean over features and tokens of each row. */
function opennessOf(tensor: Tensor | undefined, rows: Row[]): Float32Array {
  if (!tensor) return new Float32Array(0);
  const width = tensor.dims.at(-1)!;
  return Float32Array.from(rows, ({ first, last }) => {
    const some = tensor.data.subarray(first * width, (last + 1) * width);
    return some.reduce((sum, value) => sum + value, 0) / some.length;
  });
}

/** Tokens below each other, as in the drawing. */
function tokenCells(tensor: Tensor): Cells {
  const { rows, cols, at, reach } = tokensOf(tensor);
  return cellsOf(
    { rows: cols, cols: rows, at: (row, col) => at(col, row), reach },
    maxRows,
    maxCols,
  );
}

function blockOf(inspection: Inspection, block: number, nTimes: number): BlockFigures | null {
  const find = (name: string) => inspection.find(`blocks.${block}.${name}`);
  const [map, output, hidden] = [find('attention_map'), find('output'), find('ffn_hidden')];
  if (!map || !output) return null;
  const [nHeads, nMap] = [map.dims[0]!, map.dims[1]!];
  const rows = rowsOfBlock(inspection, block, nMap, nTimes);
  return {
    rows,
    heads: Array.from({ length: nHeads }, (_, head) => sharesOf(map, head)),
    gates: { attention: opennessOf(find('gate1'), rows), ffn: opennessOf(find('gate2'), rows) },
    hidden: hidden ? tokenCells(hidden) : null,
    output: tokenCells(output),
  };
}

export function figuresOf({ model, x }: Inspected, inspection: Inspection): Figures {
  const nChans = Number(model.config['n_chans']);
  const nTimes = x.length / nChans;
  const find = (name: string) => inspection.find(name);
  const [standardized, tokens, pooled] = [find('standardized'), find('tokens'), find('pooled')];
  const all = Array.from({ length: inspection.nBlocks }, (_, i) => blockOf(inspection, i, nTimes));
  const blocks = all.filter((block) => block !== null);
  const figures = {
    signal: tracesOf(gridOf(nChans, nTimes, (row, col) => x[row * nTimes + col]!)),
    standardized: standardized ? tracesOf(rowsOf(standardized)) : null,
    rows: blocks[0]?.rows ?? [],
    tokens: tokens ? tokenCells(tokens) : null,
    blocks,
    layers: inspection.layers.flatMap((name, i) => {
      const tensor = find(`layers.${i}`);
      return tensor ? [{ name, cells: cellsOf(layerOf(tensor), 12, 8) }] : [];
    }),
    pooled: pooled ? cellsOf(rowsOf(pooled), 1, maxRows) : null,
    logits: inspection.logits,
    shares: inspection.probabilities,
  };
  return { ...figures, form: formOf(figures) };
}

/** Names and sizes, without the numbers. */
function formOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Float32Array ? part.length : typeof part === 'number' ? 0 : part,
  );
}

/** On the way from one to the other; the other at once where their forms differ. */
export function mixed(from: Figures, to: Figures, share: number): Figures {
  return share >= 1 || from.form !== to.form ? to : (between(from, to, share) as Figures);
}

function between(from: unknown, to: unknown, share: number): unknown {
  if (to instanceof Float32Array) {
    const before = from as Float32Array;
    return to.map((value, i) => before[i]! + share * (value - before[i]!));
  }
  if (Array.isArray(to)) return to.map((value, i) => between((from as unknown[])[i], value, share));
  if (typeof to !== 'object' || to === null) return to;
  const before = from as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(to).map(([key, value]) => [key, between(before[key], value, share)]),
  );
}
