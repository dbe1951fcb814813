import { describe, expect, it } from 'vitest';
import { Inspection } from '../../api/inspection.js';
import { cellsOf, figuresOf, mixed, rowOf } from './figures.js';
import { inspectionOf, tensor } from './inspection.test-support.js';
import { pulseAt, pulsesTo } from './animation_points.js';
import { fill, meanShares, ribbonPath, ribbonsOf } from './ribbons.js';
import type { Inspected } from './state.js';
import { rowText, sentenceOf } from './sentences.js';
import { layoutOf, type Stop } from './station_layout.js';
import type { Ablation } from '../../api/index.js';
import type { Scene } from './drawing/scene.js';
import { barHeight } from './drawing/result_view.js';
import { jawsOf, openAfter, openAt } from './valves.js';
import { gridOf } from './value_images.js';

const window = [1, -1, 2, -2];
const inspected = {
  model: { config: { n_chans: 1 } },
  x: Float32Array.of(5, -10, 5, 0),
} as unknown as Inspected;
const figures = figuresOf(inspected, inspectionOf(window, 2, 0.75));

describe('the figures of the drawing', () => {
  it('hold rows of tokens with their stretch of the window', () => {
    expect(figures.rows).toEqual([
      { first: 0, last: 0, from: 0, to: 0.5 },
      { first: 1, last: 1, from: 0.5, to: 1 },
    ]);
    expect([...figures.signal.values]).toEqual([0.5, -1, 0.5, 0]);
    expect([...figures.tokens!.values]).toEqual([0.25, 0.5, -1, 0.75]);
  });

  it('hold the mean opening of each gate, token by token', () => {
    const { attention, ffn } = figures.blocks[0]!.gates;
    expect([...attention]).toEqual([0.5, 1]);
    expect(ffn[1]).toBeCloseTo(0.3, 6);
  });

  it('keep what is farthest from zero where cells are joined', () => {
    const grid = gridOf(1, 4, (_, col) => [1, -4, 2, 0][col]!);
    expect(cellsOf(grid, 1, 2)).toMatchObject({ values: Float32Array.of(-1, 0.5), reach: 4 });
  });

  it('join tokens as the core joins them in long maps, and sum up their shares', () => {
    expect([0, 1, 59, 60, 119].map((token) => rowOf(token, 120, 60))).toEqual([0, 0, 9, 10, 19]);
    const n = 40;
    const map = tensor('blocks.0.attention_map', [1, n, n], new Array<number>(n * n).fill(1 / n));
    const places = Array.from({ length: n }, (_, i) => [i, 1, 0, 1]).flat();
    const long = new Inspection({
      layers: [],
      tensors: [
        map,
        tensor('blocks.0.places', [n, 4], places),
        tensor('blocks.0.output', [n, 1], new Array<number>(n).fill(1)),
      ],
    });
    const wide = { ...inspected, x: new Float32Array(n) } as Inspected;
    const block = figuresOf(wide, long).blocks[0]!;
    expect(block.rows).toHaveLength(20);
    expect(block.rows[19]).toEqual({ first: 38, last: 39, from: 0.95, to: 1 });
    expect(block.heads[0]![0]).toBeCloseTo(2 / n, 6); // two tokens are read together
  });

  it('are mixed on the way from one window to another, number by number', () => {
    const to = figuresOf(inspected, inspectionOf(window, 2, 0.25));
    const half = mixed(figures, to, 0.5);
    expect([...half.shares]).toEqual([0.5, 0.5]);
    expect(half.rows).toEqual(to.rows);
    expect(mixed(figures, to, 1)).toBe(to);
    const other = { ...to, form: 'another' };
    expect(mixed(figures, other, 0.5)).toBe(other);
  });
});

describe('bars of the classes', () => {
  it('leave room for the label of the next one where the number of another model is below', () => {
    const texts = 32; // 14 pixels above the bar, 18 below it
    for (let step = 40; step <= 64; step++)
      expect(barHeight(step, true) + texts).toBeLessThan(step);
    expect(barHeight(64, true)).toBe(14);
    expect(barHeight(40, false)).toBeCloseTo(10.4);
    expect(barHeight(30, true)).toBe(barHeight(30, false)); // without a number
  });
});

describe('ribbons', () => {
  const shares = Float32Array.of(1, 0, 0.25, 0.75);

  it('are as wide as the share, at the side that reads', () => {
    for (const { share, right } of ribbonsOf(shares, 2))
      expect(right[1] - right[0]).toBeCloseTo(fill * share, 6);
  });

  it('have one scale at the side that is read, and stand within their rows', () => {
    const ribbons = ribbonsOf(shares, 2);
    const scale = fill / 1.25; // the first row is read most: 1 + 0.25
    for (const { share, left, right, from, to } of ribbons) {
      expect(left[1] - left[0]).toBeCloseTo(scale * share, 6);
      expect(left[0] >= from - 1e-6 && left[1] <= from + 1 + 1e-6).toBe(true);
      expect(right[0] >= to - 1e-6 && right[1] <= to + 1 + 1e-6).toBe(true);
    }
    expect(ribbons.map(({ from, to }) => [from, to])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
  });

  it('show the mean of the heads that are on', () => {
    const heads = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0.5, 0.5)];
    expect([...meanShares(heads, (head) => head !== 2)]).toEqual([0.5, 0.5]);
    expect([...meanShares(heads, () => false)]).toEqual([0, 0]);
  });

  it('are closed outlines between the two columns', () => {
    const ribbon = { from: 0, to: 1, share: 0.5, left: [0, 1], right: [1, 2] } as never;
    expect(ribbonPath(ribbon, 0, 10, (row) => 100 * row)).toBe(
      'M0.0 0.0C5.0 0.0 5.0 100.0 10.0 100.0V200.0C5.0 200.0 5.0 100.0 0.0 100.0Z',
    );
  });
});

describe('a valve', () => {
  it('leaves between its jaws what is open', () => {
    expect(jawsOf(0.25, 100, 40)).toEqual({ upper: 15, lower: 125, gap: 10 });
    expect(jawsOf(2, 0, 40)).toEqual({ upper: 0, lower: 40, gap: 40 });
  });

  it('is set by a hand on its rail, open at the top', () => {
    expect([40, 90, 140, 500, -9].map((y) => openAt(y, 40, 100))).toEqual([1, 0.5, 0, 0, 1]);
  });

  it('is set by keys, and given back to the model', () => {
    expect(openAfter('ArrowUp', 0.5)).toBe(0.55);
    expect(openAfter('PageDown', 0.1)).toBe(0);
    expect(openAfter('Home', 0.7)).toBe(0);
    expect(openAfter('End', 0.7)).toBe(1);
    expect(openAfter('Escape', 0.7)).toBe('release');
    expect(openAfter('a', 0.7)).toBeNull();
  });
});

describe('the layout of the drawing', () => {
  it('has its stations in the order of computation, from left to right', () => {
    const { stops } = layoutOf(figures, 1200, 240);
    expect(stops.map(({ id }) => id)).toEqual([
      'signal',
      'standardized',
      'tokens',
      'attention.0',
      'gate.0.attention',
      'ffn.0',
      'gate.0.ffn',
      'output.0',
      'pooled',
      'classes',
    ]);
    stops.reduce((before, stop) => {
      expect(stop.x).toBeGreaterThanOrEqual(before.x + before.width);
      return stop;
    });
  });

  it('fills the width, and is wider where that is too narrow', () => {
    for (const width of [1000, 1360]) {
      const layout = layoutOf(figures, width, 240);
      const last = layout.stops.at(-1)!;
      expect(layout.width).toBe(width);
      expect(last.x + last.width).toBeCloseTo(width - 8, 6);
    }
    const narrow = layoutOf(figures, 390, 240);
    expect(narrow.width).toBeGreaterThan(900);
    expect(narrow.top + narrow.room).toBeLessThan(narrow.height);
  });
});

describe('a chain of many layers', () => {
  const cells = figures.tokens!;
  const layers = Array.from({ length: 15 }, (_, i) => ({ name: `layer ${i + 1}`, cells }));
  const chain = { ...figures, tokens: null, blocks: [], pooled: null, layers };
  it('is narrower, with titles on two lines, where it would not fit otherwise', () => {
    const layout = layoutOf(chain, 1320, 200);
    expect(layout.isStaggered).toBe(true);
    expect(layout.width).toBe(1320); // the result is in view
    expect(layoutOf(chain, 2000, 200).isStaggered).toBe(false);
    expect(layoutOf(figures, 300, 200).isStaggered).toBe(false);
  });
});

describe('the sentence below the drawing', () => {
  const scene = (more: object, parts: Ablation[] = []) =>
    ({
      figures: { ...figures, ...more },
      inspected: {
        ...inspected,
        model: { config: {}, classes: ['left', 'right'], info: { chNames: ['Cz'] } },
        inspection: inspectionOf(window, 2, 0.75),
        durationS: 2,
        onsetS: 0,
      },
      state: { parts, isComparisonDrawn: false },
    }) as unknown as Scene;
  const stop = (kind: Stop['kind']) => ({ kind, id: kind, block: 0, x: 0, width: 1 });
  it('speaks of a pooled list if there is one', () => {
    expect(sentenceOf(scene({}), stop('classes'))).toContain('sum of the pooled list');
    const result = sentenceOf(scene({ pooled: null }), stop('classes'));
    expect(result).toBe('The last layer gives each class its score. Result: left, 75\u00a0%.');
  });
  it('says that nothing is read where all heads are off', () => {
    const off = scene({}, [
      { block: 0, head: 0 },
      { block: 0, head: 1 },
    ]);
    expect(sentenceOf(off, stop('attention'))).toMatch(/^Every head is switched off/);
    expect(rowText(off, 0)).toContain('reads nothing');
    expect(rowText(scene({}), 0)).toContain('reads most from token 1');
  });
});

describe('what travels while the drawing plays', () => {
  const layout = layoutOf(figures, 1200, 240);

  it('goes from the stretch of a token to its row, and along the widest ribbons', () => {
    const toTokens = pulsesTo(figures, layout, 2);
    expect(toTokens).toHaveLength(2);
    expect(toTokens[0]!.y0).toBeCloseTo(layout.top + layout.room / 4, 6);
    expect(toTokens[0]!.y1).toBeCloseTo(layout.top + layout.room / 4, 6);
    const attention = pulsesTo(figures, layout, 3);
    expect(attention).toHaveLength(4);
    expect(pulsesTo(figures, layout, 0)).toEqual([]);
  });

  it('begins and ends at its stations, and fades there', () => {
    const pulse = { x0: 0, y0: 10, x1: 100, y1: 50, r: 3 };
    expect(pulseAt(pulse, 0)).toEqual({ x: 0, y: 10, strength: 0 });
    expect(pulseAt(pulse, 0.5)).toEqual({ x: 50, y: 30, strength: 1 });
    expect(pulseAt(pulse, 1)).toEqual({ x: 100, y: 50, strength: 0 });
  });
});
