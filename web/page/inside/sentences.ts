// Titles of the stations of the drawing, and one sentence for each with its numbers.
import { meanShares } from './ribbons.js';
import type { Figures } from './figures.js';
import type { Scene } from './drawing/scene.js';
import type { Stop } from './station_layout.js';
import { forceOf, isSilent } from './ablations.js';
import { formOf, gateOf } from './gates.js';
import { layerSize } from './value_images.js';
import { strings } from '../strings/index.js';

const { stations, sentences: texts } = strings.inside;

interface Title {
  /** In the drawing. */
  short: string;
  /** Read aloud; distinguishes blocks. */
  full: string;
}

const same = (title: string): Title => ({ short: title, full: title });

export function titleOf(figures: Figures, { kind, block, gate }: Stop): Title {
  const ofBlock = (title: string): Title => ({
    short: title,
    full: stations.ofBlock(title, block + 1),
  });
  switch (kind) {
    case 'attention':
      return ofBlock(stations.attention);
    case 'valve':
      return hasGate(figures, block)
        ? { short: stations.gate, full: stations.gateAfter(gate!, block + 1) }
        : { short: stations.sum, full: stations.sumAfter(gate!, block + 1) };
    case 'ffn':
      return ofBlock(stations.ffn);
    case 'output':
      return same(stations.output(block + 1));
    case 'layer':
      return {
        short: figures.layers[block]!.name,
        full: stations.layer(block + 1, figures.layers[block]!.name),
      };
    case 'signal':
    case 'standardized':
    case 'tokens':
    case 'pooled':
    case 'classes':
      return same(stations[kind]);
  }
}

/** Below the title of a layer: its place in the chain. */
export function layerNote({ layers }: Figures, { kind, block }: Stop): string {
  return kind === 'layer' ? stations.place(block + 1, layers.length) : '';
}

export const hasGate = ({ blocks }: Figures, block: number) =>
  (blocks[block]?.gates.attention.length ?? 0) > 0;

const mean = (values: Float32Array) => values.reduce((sum, one) => sum + one, 0) / values.length;

export function sentenceOf(scene: Scene, stop: Stop): string {
  const { figures, inspected, state } = scene;
  const { config, classes, info } = inspected.model;
  const { inspection } = inspected;
  const width = (name: string) => inspection.find(name)?.dims.at(-1) ?? 0;
  const { block, gate } = stop;
  const parts = state.isComparisonDrawn ? [] : state.parts;
  switch (stop.kind) {
    case 'signal':
      return texts.signal(inspected.durationS, info.chNames.length, figures.signal.rows);
    case 'standardized':
      return texts.standardized(String(config['standardize']) !== 'none');
    case 'tokens':
      return texts.tokens(
        inspection.find('tokens')?.dims[0] ?? 0,
        width('tokens'),
        inspected.durationS,
      );
    case 'attention': {
      const { heads } = figures.blocks[block]!;
      const nOff = heads.filter((_, head) => isSilent(parts, block, head)).length;
      return texts.attention(heads.length, nOff);
    }
    case 'valve': {
      const open = figures.blocks[block]!.gates[gate!];
      const isSet = forceOf(parts, block, gate!) !== null;
      if (!open.length) return texts.sum(gate!, isSet);
      return texts.gate(gate!, mean(open), isSet, formOf(gateOf(config)!).shareOf === 'stream');
    }
    case 'ffn':
      return texts.ffn(width(`blocks.${block}.ffn_hidden`));
    case 'output':
      return texts.output(block + 1, figures.blocks.length);
    case 'layer': {
      const tensor = inspection.find(`layers.${block}`);
      return texts.layer(block + 1, figures.layers[block]!.name, layerSize(tensor?.dims ?? []));
    }
    case 'pooled':
      return texts.pooled(String(config['pool'] ?? ''), width('pooled'));
    case 'classes': {
      const isPooled = figures.pooled !== null;
      if (config['task'] === 'regress') return texts.regression(isPooled);
      const best = figures.shares.indexOf(Math.max(...figures.shares));
      return texts.classes(classes[best] ?? '', figures.shares[best] ?? 0, isPooled);
    }
  }
}

/** A row of tokens: when, and what it reads most from in the first block. */
export function rowText({ figures, inspected, state }: Scene, index: number): string {
  const row = figures.rows[index];
  const block = figures.blocks[0];
  if (!row || !block) return '';
  const n = figures.rows.length;
  const parts = state.isComparisonDrawn ? [] : state.parts;
  const shares = meanShares(block.heads, (head) => !isSilent(parts, 0, head));
  const own = shares.subarray(index * n, (index + 1) * n);
  const best = own.indexOf(Math.max(...own));
  const when =
    row.from === null || row.to === null
      ? null
      : {
          fromS: inspected.onsetS + row.from * inspected.durationS,
          toS: inspected.onsetS + row.to * inspected.durationS,
        };
  const share = own[best] ?? 0;
  const read = share > 0 ? { token: figures.rows[best]!.first + 1, share } : null;
  return texts.row(row.first + 1, row.last + 1, when, read);
}
