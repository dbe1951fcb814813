// Parts of a model that can be disabled or set by hand, and the list of current changes.
import type { Ablation, Inspection } from '../../api/index.js';
import { strings } from '../strings/index.js';

export type Sublayer = 'attention' | 'ffn';
/** Null: as the model has it. A number: how open the gate is, 0 to 1. */
export type Force = 'closed' | number | null;

const isOf = (part: Ablation, block: number, gate: Sublayer) =>
  part.block === block && 'gate' in part && part.gate === gate;

export function isSilent(parts: readonly Ablation[], block: number, head: number): boolean {
  return parts.some((part) => part.block === block && 'head' in part && part.head === head);
}

export function withHead(
  parts: readonly Ablation[],
  block: number,
  head: number,
  isSilenced: boolean,
): Ablation[] {
  const others = parts.filter(
    (part) => !(part.block === block && 'head' in part && part.head === head),
  );
  return isSilenced ? [...others, { block, head }] : others;
}

export function forceOf(parts: readonly Ablation[], block: number, gate: Sublayer): Force {
  const part = parts.find((one) => isOf(one, block, gate));
  if (!part || !('to' in part)) return null;
  return part.to === 'open' ? 1 : part.to;
}

export function withForce(
  parts: readonly Ablation[],
  block: number,
  gate: Sublayer,
  to: Force,
): Ablation[] {
  const others = parts.filter((part) => !isOf(part, block, gate));
  return to === null ? others : [...others, { block, gate, to }];
}

/** Parts that a model has; those chosen in another model are left out. */
export function partsOf(inspection: Inspection, parts: readonly Ablation[]): Ablation[] {
  return parts.filter((part) => {
    const map = inspection.find(`blocks.${part.block}.attention_map`);
    if (!map) return false;
    if ('head' in part) return part.head < map.dims[0]!;
    return part.to === 'closed' || inspection.find(`blocks.${part.block}.gate1`) !== undefined;
  });
}

export function wordsOf(part: Ablation): string {
  const texts = strings.inside.switches.parts;
  const block = part.block + 1;
  if ('head' in part) return texts.head(part.head + 1, block);
  const what = texts[part.gate];
  if (part.to === 'closed') return texts.leftOut(what, block);
  return texts.gate(what, block, part.to === 'open' ? 1 : part.to);
}

/** Of all changes: heads of one block are named together, so that the sentence stays short. */
export function wordsOfAll(parts: readonly Ablation[]): string[] {
  const heads = new Map<number, number[]>();
  for (const part of parts)
    if ('head' in part) heads.set(part.block, [...(heads.get(part.block) ?? []), part.head + 1]);
  const others = parts.filter((part) => !('head' in part));
  const { head, heads: several } = strings.inside.switches.parts;
  return [
    ...[...heads].map(([block, own]) =>
      own.length > 1
        ? several(
            own.sort((a, b) => a - b),
            block + 1,
          )
        : head(own[0]!, block + 1),
    ),
    ...others.map(wordsOf),
  ];
}

/** What the changes did to the class that led. */
export function verdict(
  classes: readonly string[],
  before: Float32Array,
  after: Float32Array | null,
): { label: string; before: number; after: number; points: number } {
  const best = before.reduce((top, share, i) => (share > before[top]! ? i : top), 0);
  const [was, is] = [before[best]!, (after ?? before)[best]!];
  return { label: classes[best] ?? '', before: was, after: is, points: 100 * (is - was) };
}
