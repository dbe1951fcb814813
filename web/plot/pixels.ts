// Many things along a time axis, as what can be told apart of them: no more of them are drawn than there are pixels.
import { xOf, type TimeAxis } from './time_axis.js';

/** From, to; of what follows, in CSS pixels, and of which kind. */
export interface Run {
  from: number;
  to: number;
  kind: number;
}

/** Spans in order of their onsets, at least a pixel wide; those that touch or overlap are one. Those outside the axis are left out. */
export function touchingSpans(
  axis: TimeAxis,
  spans: readonly { onsetS: number; durationS: number }[],
): [from: number, to: number][] {
  const runs: [number, number][] = [];
  let last: [number, number] | null = null;
  const endS = axis.startS + axis.spanS;
  for (const { onsetS, durationS } of spans) {
    if (onsetS > endS || onsetS + durationS < axis.startS) continue;
    const from = xOf(axis, onsetS);
    const to = Math.max(from + 1, xOf(axis, onsetS + durationS));
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else runs.push((last = [from, to]));
  }
  return runs;
}

/** Pixels in which something begins, in order, each once. */
export function onsetPixels(axis: TimeAxis, spans: readonly { onsetS: number }[]): number[] {
  const pixels: number[] = [];
  const endS = axis.startS + axis.spanS;
  for (const { onsetS } of spans) {
    if (onsetS < axis.startS || onsetS > endS) continue;
    const x = Math.round(xOf(axis, onsetS));
    if (x !== pixels.at(-1)) pixels.push(x);
  }
  return pixels;
}

interface Block {
  fromS: number;
  toS: number;
}

/** Blocks in order of time, each of a kind from 0 on, or of none (-1). Of blocks narrower than a pixel, the kind that has the most of the pixel counts. */
export function kindRuns(
  axis: TimeAxis,
  blocks: readonly Block[],
  kindOf: (index: number) => number,
  nKinds: number,
): Run[] {
  const nPixels = Math.ceil(axis.right - axis.left);
  return blocks.length <= nPixels
    ? blocks.flatMap((block, i) => {
        const [kind, from] = [kindOf(i), xOf(axis, block.fromS)];
        return kind < 0 ? [] : [{ from, to: Math.max(from + 1, xOf(axis, block.toS)), kind }];
      })
    : joinedRuns(axis.left, sharesOf(axis, blocks, kindOf, nKinds, nPixels), nKinds);
}

/** [pixel, kind]: how much of each pixel. */
function sharesOf(
  axis: TimeAxis,
  blocks: readonly Block[],
  kindOf: (index: number) => number,
  nKinds: number,
  nPixels: number,
): Float32Array {
  const shares = new Float32Array(nPixels * nKinds);
  blocks.forEach((block, i) => {
    const kind = kindOf(i);
    if (kind < 0) return;
    const from = Math.max(0, xOf(axis, block.fromS) - axis.left);
    const to = Math.min(nPixels, xOf(axis, block.toS) - axis.left);
    for (let pixel = Math.floor(from); pixel < to; pixel++)
      shares[pixel * nKinds + kind]! += Math.min(to, pixel + 1) - Math.max(from, pixel);
  });
  return shares;
}

function joinedRuns(left: number, shares: Float32Array, nKinds: number): Run[] {
  const runs: Run[] = [];
  for (let pixel = 0; pixel * nKinds < shares.length; pixel++) {
    let kind = -1;
    for (let k = 0; k < nKinds; k++) {
      const share = shares[pixel * nKinds + k]!;
      if (share > (kind < 0 ? 0 : shares[pixel * nKinds + kind]!)) kind = k;
    }
    const last = runs.at(-1);
    const from = left + pixel;
    if (kind < 0) continue;
    if (last?.kind === kind && last.to === from) last.to = from + 1;
    else runs.push({ from, to: from + 1, kind });
  }
  return runs;
}
