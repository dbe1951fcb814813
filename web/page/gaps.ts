import type { Segment } from '../api/index.js';

/** The time between the contiguous parts of a recording. */
export function gapsOf(segments: readonly Segment[], durationS: number): Segment[] {
  const gaps: Segment[] = [];
  let endS = 0;
  for (const { onsetS, durationS: lengthS } of segments) {
    if (onsetS > endS + 1e-6) gaps.push({ onsetS: endS, durationS: onsetS - endS });
    endS = Math.max(endS, onsetS + lengthS);
  }
  if (segments.length && durationS > endS + 1e-6)
    gaps.push({ onsetS: endS, durationS: durationS - endS });
  return gaps;
}
