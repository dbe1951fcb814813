// Horizontal positions of the stations of the drawing. Pure.
import type { Figures } from './figures.js';

type Kind =
  | 'signal'
  | 'standardized'
  | 'tokens'
  | 'attention'
  | 'valve'
  | 'ffn'
  | 'output'
  | 'layer'
  | 'pooled'
  | 'classes';

export interface Stop {
  /** "signal", "attention.0", "gate.0.ffn", ... */
  id: string;
  kind: Kind;
  /** Of a block, or of a layer in a chain. */
  block: number;
  gate?: 'attention' | 'ffn';
  x: number;
  width: number;
}

export interface Layout {
  stops: Stop[];
  width: number;
  height: number;
  /** Of the pictures, below the titles. */
  top: number;
  /** Of the pictures; rows of tokens fill it. */
  room: number;
  /** Layers are so narrow that every other title stands a line lower, and has the width of two. */
  isStaggered: boolean;
}

const headPx = 50;
const footPx = 30;
const sidePx = 8;

/** Least width in pixels, and the part that a station takes of what is left over. */
const widths: Record<Kind, [least: number, part: number]> = {
  signal: [68, 2],
  standardized: [76, 2],
  tokens: [74, 1],
  attention: [108, 4],
  valve: [78, 0.4],
  ffn: [92, 1],
  output: [56, 1],
  layer: [70, 1],
  pooled: [50, 0.4],
  classes: [146, 3],
};
/** Before a station, for what leads to it. */
const gaps: Record<Kind, number> = {
  signal: 0,
  standardized: 16,
  tokens: 32,
  attention: 6,
  valve: 6,
  ffn: 12,
  output: 12,
  layer: 18,
  pooled: 28,
  classes: 28,
};
const headWidth = 26;
/** Of a layer and of the gap before it where many layers are to fit into the width. */
const [narrowLayer, narrowGap] = [48, 13];

type Planned = Omit<Stop, 'x' | 'width'> & { least: number };

function planned({ standardized, tokens, blocks, layers, pooled }: Figures): Planned[] {
  const stop = (
    kind: Kind,
    id: string = kind,
    block = 0,
    more: Partial<Planned> = {},
  ): Planned => ({
    id,
    kind,
    block,
    least: widths[kind][0],
    ...more,
  });
  const ofBlock = (block: number): Planned[] => [
    stop('attention', `attention.${block}`, block, {
      least: Math.max(widths.attention[0], headWidth * blocks[block]!.heads.length),
    }),
    stop('valve', `gate.${block}.attention`, block, { gate: 'attention' }),
    stop('ffn', `ffn.${block}`, block),
    stop('valve', `gate.${block}.ffn`, block, { gate: 'ffn' }),
    stop('output', `output.${block}`, block),
  ];
  return [
    stop('signal'),
    ...(standardized ? [stop('standardized')] : []),
    ...(tokens ? [stop('tokens')] : []),
    ...blocks.flatMap((_, block) => ofBlock(block)),
    ...layers.map((_, i) => stop('layer', `layer.${i}`, i)),
    ...(pooled ? [stop('pooled')] : []),
    stop('classes'),
  ];
}

const narrowed = (one: Planned): Planned =>
  one.kind === 'layer' ? { ...one, least: narrowLayer } : one;

const leastWidth = (all: readonly Planned[], gapOf: Record<Kind, number>) =>
  all.reduce((sum, { kind, least }, i) => sum + least + (i ? gapOf[kind] : 0), 2 * sidePx);

/** Stations fill the width; where it is too narrow for them the drawing is wider, and scrolls. */
export function layoutOf(figures: Figures, width: number, height: number): Layout {
  const wide = planned(figures);
  const isStaggered = figures.layers.length > 0 && leastWidth(wide, gaps) > width;
  const all = isStaggered ? wide.map(narrowed) : wide;
  const gapOf = isStaggered ? { ...gaps, layer: narrowGap } : gaps;
  const gapBefore = ({ kind }: Planned, i: number) => (i ? gapOf[kind] : 0);
  const least = leastWidth(all, gapOf);
  const parts = all.reduce((sum, { kind }) => sum + widths[kind][1], 0);
  const spare = Math.max(0, width - least) / parts;
  let x = sidePx;
  const stops = all.map((one, i) => {
    x += gapBefore(one, i);
    const own = one.least + spare * widths[one.kind][1];
    const stop: Stop = { id: one.id, kind: one.kind, block: one.block, x, width: own };
    if (one.gate) stop.gate = one.gate;
    x += own;
    return stop;
  });
  const room = Math.max(60, height - headPx - footPx);
  return {
    stops,
    width: Math.max(width, least),
    height: headPx + room + footPx,
    top: headPx,
    room,
    isStaggered,
  };
}
