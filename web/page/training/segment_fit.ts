// Windows that lie within one contiguous segment of a recording, as the core cuts them: all others are left out.
import type { Segment } from '../../api/index.js';
import type { Source } from './sources.js';

type Cut = Pick<Source, 'segments' | 'durationS'>;

/** All of a recording without gaps. */
export const segmentsOf = ({ segments, durationS }: Cut): readonly Segment[] =>
  segments.length ? segments : [{ onsetS: 0, durationS }];

/** The last one that has begun at `timeS`, within `toleranceS`. */
export function segmentAt(segments: readonly Segment[], timeS: number, toleranceS: number) {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (segments[middle]!.onsetS <= timeS + toleranceS) low = middle;
    else high = middle - 1;
  }
  return segments[low]!;
}

/** Whether all samples of a window are in one segment. */
export function fits(cut: Cut, onsetS: number, lengthS: number, sfreq: number): boolean {
  const segment = segmentAt(segmentsOf(cut), onsetS, 0.5 / sfreq);
  const first = Math.round((onsetS - segment.onsetS) * sfreq);
  const end = first + Math.round(lengthS * sfreq);
  return first >= 0 && end <= Math.round(segment.durationS * sfreq);
}

/** Seconds from `timeS` to the end of the segment that it is in. */
export function roomAfter(cut: Cut, timeS: number): number {
  const { onsetS, durationS } = segmentAt(segmentsOf(cut), timeS, 1e-6);
  return Math.max(0, onsetS + durationS - timeS);
}
