// Windows without a decision: what was lost on the way is in none.
import type { Decision } from '../../api/index.js';
import type { LiveRun } from './state.js';

/** There is no decision on what is measured now. */
export interface Stall {
  /** Seconds of signal since the end of the latest window that was decided. */
  agoS: number;
  /** Until a window without lost samples is complete. */
  nextInS: number;
}

/** Windows between a decision and the one before it, or the beginning. */
export function nSkippedBefore(
  before: Pick<Decision, 'onsetS'> | undefined,
  { onsetS }: Pick<Decision, 'onsetS'>,
  startS: number,
  stepS: number,
): number {
  const nSteps = Math.round((onsetS - (before ? before.onsetS : startS)) / stepS); // after a loss they begin anew
  return Math.max(0, before ? nSteps - 1 : nSteps);
}

type Going = Pick<LiveRun, 'decisions' | 'trace' | 'info'>;

/** Null while decisions come as they should, and before the first one. */
export function stallOf({ decisions, trace, info }: Going): Stall | null {
  const latest = decisions.at(-1);
  if (!latest || !trace || !info || trace.lostUntilS === null) return null;
  const { durationS } = latest;
  const endS = latest.onsetS + durationS;
  const agoS = trace.endS - endS;
  const isDue = agoS >= info.stepS + info.lookAheadS;
  if (!isDue || trace.lostUntilS <= endS) return null;
  const nextInS = durationS + info.lookAheadS - (trace.endS - trace.lostUntilS);
  return { agoS, nextInS: Math.max(0, nextInS) };
}

/** Windows in which samples are missing: neither decided nor dropped because the engine was too slow. */
export function nUndecided(run: Going & Pick<LiveRun, 'nSkipped' | 'counts'>): number {
  const stall = stallOf(run);
  const { stepS, lookAheadS } = run.info ?? { stepS: 1, lookAheadS: 0 };
  const now = stall ? Math.floor((stall.agoS - lookAheadS) / stepS) : 0;
  return Math.max(0, run.nSkipped + now - run.counts.nDropped);
}
