import type { Segment } from '../api/index.js';

const known = new WeakMap<readonly Segment[], { durationS: number; gaps: Segment[] }>();

/** The time between the contiguous parts of a recording; the same list as long as these are the same. */
export function gapsOf(segments: readonly Segment[], durationS: number): readonly Segment[] {
  const before = known.get(segments);
  if (before?.durationS === durationS) return before.gaps;
  const gaps: Segment[] = [];
  let endS = 0;
  for (const { onsetS, durationS: lengthS } of segments) {
    if (onsetS > endS + 1e-6) gaps.push({ onsetS: endS, durationS: onsetS - endS });
    endS = Math.max(endS, onsetS + lengthS);
  }
  if (segments.length && durationS > endS + 1e-6)
    gaps.push({ onsetS: endS, durationS: durationS - endS });
  known.set(segments, { durationS, gaps });
  return gaps;
}
