import { describe, expect, it } from 'vitest';
import { Inspection, type Ablation } from '../../api/inspection.js';
import { tensor } from './inspection.test-support.js';
import { tokenSpans } from './token_spans.js';
import { gateSum, logitSum, scoreSum, type Cell } from './arithmetic.js';
import {
  forceOf,
  isSilent,
  partsOf,
  verdict,
  withForce,
  withHead,
  wordsOf,
  wordsOfAll,
} from './ablations.js';
import { headOf, layerOf, layerSize, meanByToken, stretch, tokensOf } from './value_images.js';

// Two tokens of two features, two heads of width 1, one gate; numbers small enough to follow by hand.
const queries = [1, 2, 0.5, -1];
const keys = [0.5, 1, -1, 2];
const share = (head: number, i: number) => {
  const e = [0, 1].map((j) => Math.exp(queries[2 * i + head]! * keys[2 * j + head]!));
  return e.map((value) => value / (e[0]! + e[1]!));
};
const open = (x: number[], y: number[], w: number[], u: number[], b: number) =>
  1 / (1 + Math.exp(-(w[0]! * y[0]! + w[1]! * y[1]! + u[0]! * x[0]! + u[1]! * x[1]! - b)));
const inspection = new Inspection({
  layers: [],
  tensors: [
    tensor('standardized', [1, 4], [1, -1, 2, -2]),
    tensor('tokens', [2, 2], [1, 2, 3, 4]),
    tensor('blocks.0.queries', [2, 2], queries),
    tensor('blocks.0.keys', [2, 2], keys),
    tensor(
      'blocks.0.attention_map',
      [2, 2, 2],
      [0, 1].flatMap((head) => [share(head, 0), share(head, 1)].flat()),
    ),
    tensor('blocks.0.attention_output', [2, 2], [0.1, 0.2, 0.3, 0.4]),
    tensor(
      'blocks.0.gate1',
      [2, 2],
      [0.5, 0.5, 0.5, open([3, 4], [0.3, 0.4], [3, -1], [0.5, 0.25], 2)],
    ),
    tensor('blocks.0.output', [2, 2], [1, 2, 3, 5]),
    tensor('pooled', [1, 2], [2, 3.5]),
    tensor('logits', [2], [2 * 0.5 + 3.5 * -1 + 0.25, 0]),
    tensor('probabilities', [2], [0.2, 0.8]),
    tensor('weights.blocks.0.gate1.w_z', [2, 2], [1, 1, 3, -1]),
    tensor('weights.blocks.0.gate1.u_z', [2, 2], [1, 1, 0.5, 0.25]),
    tensor('weights.blocks.0.gate1.w_g', [2, 2], [1, 1, 0.5, -0.75]),
    tensor('weights.blocks.0.gate1.b_g', [2], [1, 2]),
    tensor('weights.head.weight', [2, 2], [0.5, -1, 1, 1]),
    tensor('weights.head.bias', [2], [0.25, 0]),
  ],
});
const cell: Cell = { kind: 'score', block: 0, head: 1, query: 1, key: 0, feature: 1, output: 0 };

describe('one sum written out', () => {
  it('comes to the weight that the model has', () => {
    const sum = scoreSum(inspection, cell)!;
    expect(sum.terms).toEqual([{ a: -1, b: 1 }]);
    expect(sum.steps.at(-1)!.value).toBeCloseTo(sum.engine, 6);
    expect(sum.engine).toBeCloseTo(share(1, 1)[0]!, 6);
  });

  it('comes to the opening of a GRU gate', () => {
    const sum = gateSum(inspection, cell, 'gru', -1)!;
    expect(sum.terms).toHaveLength(4);
    expect(sum.steps.at(-1)!.value).toBeCloseTo(sum.engine, 6);
    expect(gateSum(inspection, cell, 'gru', 1)!.steps.at(-1)!.value).not.toBeCloseTo(sum.engine, 3);
  });

  it('comes to the opening of gates with one matrix: token (3, 4), sub-layer output (0.3, 0.4), bias 2', () => {
    const sigma = (value: number) => 1 / (1 + Math.exp(-value));
    const ofStream = 0.5 * 3 - 0.75 * 4;
    const wanted = {
      output: sigma(ofStream - 2),
      highway: 1 - sigma(ofStream + 2),
      sigtanh: sigma(0.5 * 0.3 - 0.75 * 0.4 - 2),
    };
    for (const gate of Object.keys(wanted) as (keyof typeof wanted)[])
      expect(gateSum(inspection, cell, gate, -1)!.steps.at(-1)!.value).toBeCloseTo(wanted[gate], 6);
  });

  it('comes to a logit', () => {
    const sum = logitSum(inspection, cell)!;
    expect(sum.steps.at(-1)!.value).toBeCloseTo(sum.engine, 6);
  });

  it('is not made up where the model has no such numbers', () => {
    const empty = new Inspection({ tensors: [], layers: [] });
    expect([scoreSum, logitSum].map((of) => of(empty, cell))).toEqual([null, null]);
    expect(gateSum(empty, cell, 'gru', -1)).toBeNull();
  });
});

describe('pictures of tensors', () => {
  it('turns tensors into pictures without mixing them up', () => {
    const values = Array.from({ length: 24 }, (_, i) => i);
    expect(tokensOf(tensor('', [4, 6], values)).at(5, 3)).toBe(23);
    expect(headOf(tensor('', [2, 3, 4], values), 1).at(2, 1)).toBe(21);
    const layer = layerOf(tensor('', [1, 2, 3, 4], values)); // row 1, step 2, map 3 is the last value
    expect([layer.rows, layer.cols, layer.at(7, 2)]).toEqual([8, 3, 23]);
    const frames = layerOf(tensor('', [6, 1, 1, 4], values));
    expect([frames.rows, frames.cols, frames.at(3, 5)]).toEqual([4, 6, 23]);
    expect(layerSize([1, 1, 3, 4])).toBe('3 steps × 4 maps');
    expect(meanByToken(tensor('', [2, 2], [1, 3, 5, 9]))).toEqual([2, 7]);
  });

  it('tells which tokens a row of a summed map stands for, as the core sums them', () => {
    for (const [nMap, nTokens] of [
      [20, 301],
      [96, 97],
      [5, 5],
    ] as const) {
      for (let token = 0; token < nTokens; token++) {
        const row = Math.floor((token * nMap) / nTokens);
        const [first, last] = stretch(row, nMap, nTokens);
        expect(token >= first && token <= last).toBe(true);
      }
    }
  });

  it('puts tokens side by side on the axis of time, those of one time together', () => {
    const spans = tokenSpans(
      [
        { firstTime: 0, nTimes: 0 },
        { firstTime: 0, nTimes: 4 },
        { firstTime: 4, nTimes: 4 },
        { firstTime: 4, nTimes: 4 },
      ],
      8,
    );
    expect(spans).toEqual([
      { token: 1, from: 0, to: 0.5 },
      { token: 2, from: 0.5, to: 1 },
      { token: 3, from: 0.5, to: 1 },
    ]);
  });
});

describe('switches', () => {
  it('silence heads and set gates, each for itself', () => {
    let parts: Ablation[] = withHead([], 0, 1, true);
    parts = withForce(parts, 0, 'ffn', 0.4);
    expect(parts.map(wordsOf).at(-1)).toBe('the gate after feed-forward of block 1 at 40\u00a0%');
    parts = withForce(parts, 0, 'ffn', 'closed');
    expect(parts).toEqual([
      { block: 0, head: 1 },
      { block: 0, gate: 'ffn', to: 'closed' },
    ]);
    expect([isSilent(parts, 0, 1), isSilent(parts, 0, 0), isSilent(parts, 1, 1)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([forceOf(parts, 0, 'ffn'), forceOf(parts, 0, 'attention')]).toEqual(['closed', null]);
    expect(forceOf([{ block: 0, gate: 'ffn', to: 'open' }], 0, 'ffn')).toBe(1);
    expect(parts.map(wordsOf)).toEqual([
      'head 2 of block 1 off',
      'feed-forward of block 1 left out',
    ]);
    expect(wordsOfAll(parts)).toEqual(parts.map(wordsOf));
    const heads = [3, 0, 1].map((head) => ({ block: 0, head }));
    expect(wordsOfAll([parts[1]!, ...heads, { block: 1, head: 0 }])).toEqual([
      'heads 1, 2 and 4 of block 1 off',
      'head 1 of block 2 off',
      'feed-forward of block 1 left out',
    ]);
    expect(withForce(withHead(parts, 0, 1, false), 0, 'ffn', null)).toEqual([]);
  });

  it('keep for another model what it has', () => {
    const parts: Ablation[] = [
      { block: 0, head: 1 },
      { block: 0, head: 2 },
      { block: 1, head: 0 },
      { block: 0, gate: 'ffn', to: 'open' },
    ];
    expect(partsOf(inspection, parts)).toEqual([parts[0], parts[3]]);
  });

  it('tell what came of it for the class that led', () => {
    const after = Float32Array.of(0.5, 0.5);
    const told = verdict(['a', 'b'], Float32Array.of(0.2, 0.8), after);
    expect(told).toMatchObject({ label: 'b', after: 0.5 });
    expect(told.points).toBeCloseTo(-30, 4);
  });
});
