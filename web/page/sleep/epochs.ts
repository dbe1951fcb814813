// The epochs of a hypnogram in time: which one is in the traces, which stages can be added. Functions here never change their arguments.
import type { Hypnogram, SleepStage } from '../../api/sleep.js';
import type { Scoring } from './night.js';

const slackS = 1e-3; // times of views are computed

/** The first and the last epoch that can be scored: where the recording goes on, there may be more than the hypnogram has. */
export function reachOf(
  { epochS, startS, stages }: Hypnogram,
  durationS: number,
): { first: number; last: number } {
  const nWhole = (seconds: number) => Math.max(0, Math.floor(seconds / epochS + 1e-6));
  const last = Math.max(stages.length, nWhole(durationS - startS)) - 1;
  return { first: Math.min(0, 0 - nWhole(startS)), last };
}

/** The epoch at a time, at the ends the first or last one that can be scored. */
export function epochAt(hypnogram: Hypnogram, timeS: number, durationS: number): number {
  const { first, last } = reachOf(hypnogram, durationS);
  const index = Math.floor((timeS - hypnogram.startS) / hypnogram.epochS + 1e-6);
  return Math.min(last, Math.max(first, index));
}

/**
 * The epoch in the traces: `chosen` while all that the recording has of it is in view, otherwise the first whole epoch in
 * view, or the one in the middle where there is none.
 */
export function epochInView(
  hypnogram: Hypnogram,
  chosen: number,
  view: { startS: number; spanS: number },
  durationS: number,
): number {
  const { epochS, startS } = hypnogram;
  const [from, to] = [view.startS - slackS, view.startS + view.spanS + slackS];
  const inRecording = (timeS: number) => Math.min(durationS, Math.max(0, timeS));
  const isInView = (epoch: number) =>
    inRecording(startS + epoch * epochS) >= from &&
    inRecording(startS + (epoch + 1) * epochS) <= to;
  if (isInView(chosen)) return chosen;
  const at = (timeS: number) => epochAt(hypnogram, timeS, durationS);
  const first = at(view.startS + epochS - slackS);
  return isInView(first) ? first : at(view.startS + view.spanS / 2);
}

/** Epochs before the first one or after the last one are added where one of them gets a stage. */
export function withStage(hypnogram: Hypnogram, index: number, stage: SleepStage): Hypnogram {
  const { epochS, startS, stages } = hypnogram;
  const isAdded = index < 0 || index >= stages.length;
  if (isAdded && stage === '?') return hypnogram;
  const before = Math.max(0, -index);
  const changed = padded(stages, before);
  while (changed.length <= index) changed.push('?');
  changed[index + before] = stage;
  return { ...hypnogram, startS: startS - before * epochS, stages: changed };
}

/** With so many epochs without a stage before the first one; with so many less, if `n` is negative. */
function padded(stages: readonly SleepStage[], n: number): SleepStage[] {
  return [...Array.from({ length: n }, (): SleepStage => '?'), ...stages.slice(Math.max(0, -n))];
}

/** With other stages; those that the scoring had at first keep their times. */
export function rescored(scoring: Scoring, hypnogram: Hypnogram): Scoring {
  const { hypnogram: before, original } = scoring;
  const nAdded = Math.round((before.startS - hypnogram.startS) / before.epochS);
  return { ...scoring, hypnogram, ...(original && { original: padded(original, nAdded) }) };
}
