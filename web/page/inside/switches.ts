// Which parts of a model can be switched off, and the list of those that are.
import type { Ablation, Inspection } from '../../api/index.js';
import { words } from '../words/index.js';

export type Sublayer = 'attention' | 'ffn';
export type Force = 'as it is' | 'closed' | 'open';

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
  const part = parts.find((one) => one.block === block && 'gate' in one && one.gate === gate);
  return part && 'to' in part ? part.to : 'as it is';
}

export function withForce(
  parts: readonly Ablation[],
  block: number,
  gate: Sublayer,
  to: Force,
): Ablation[] {
  const others = parts.filter(
    (part) => !(part.block === block && 'gate' in part && part.gate === gate),
  );
  return to === 'as it is' ? others : [...others, { block, gate, to }];
}

/** Parts that a model has; those chosen in another model are left out. */
export function partsOf(inspection: Inspection, parts: readonly Ablation[]): Ablation[] {
  return parts.filter((part) => {
    const map = inspection.find(`blocks.${part.block}.attention_map`);
    if (!map) return false;
    if ('head' in part) return part.head < map.shape[0]!;
    return part.to === 'closed' || inspection.find(`blocks.${part.block}.gate1`) !== undefined;
  });
}

export function wordsOf(part: Ablation): string {
  const said = words.inside.switches.parts;
  const block = part.block + 1;
  if ('head' in part) return said.head(part.head + 1, block);
  const what = said[part.gate];
  return part.to === 'closed' ? said.leftOut(what, block) : said.open(what, block);
}

/** What switching off changed, for the live region. */
export function verdict(
  classes: readonly string[],
  before: Float32Array,
  after: Float32Array | null,
): { label: string; before: number; after: number; points: number } {
  const best = before.reduce((top, share, i) => (share > before[top]! ? i : top), 0);
  const [was, is] = [before[best]!, (after ?? before)[best]!];
  return { label: classes[best] ?? '', before: was, after: is, points: 100 * (is - was) };
}
