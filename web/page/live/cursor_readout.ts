// Text alternative of the Live canvases: a cursor moved by keys, the values at the cursor, and a summary in a sentence.
import type { Decision } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import { strings } from '../strings/index.js';
import { historyS, type LiveRun } from './state.js';
import { keptS, type TraceBuffer } from './trace.js';

const texts = strings.live.reading;

const keySteps: Record<string, number> = {
  ArrowLeft: -0.1,
  ArrowRight: 0.1,
  PageUp: -1,
  PageDown: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Where the cursor goes by a key; undefined: the key means nothing, null: no cursor. */
export function cursorAfter(
  key: string,
  cursorS: number | null,
  trace: TraceBuffer,
): number | null | undefined {
  if (key === 'Escape') return null;
  const step = keySteps[key];
  if (step === undefined) return undefined;
  const last = Math.max(trace.startS, trace.endS - 1 / trace.sfreq);
  const first = Math.max(trace.startS, trace.endS - historyS);
  if (cursorS === null && Number.isFinite(step)) return last;
  return Math.min(last, Math.max(first, (cursorS ?? last) + step));
}

/** Where a decision is drawn: where it became known, which is where its window ends. */
export function shownAt(
  { onsetS, durationS }: { onsetS: number; durationS: number },
  stepS: number,
): { onsetS: number; durationS: number } {
  return { onsetS: onsetS + durationS - stepS, durationS: stepS };
}

function decisionAt({ decisions, info }: LiveRun, timeS: number): Decision | null {
  const { stepS } = info!;
  const holds = (one: Decision) => {
    const at = shownAt(one, stepS);
    return timeS >= at.onsetS && timeS < at.onsetS + at.durationS;
  };
  return decisions.find(holds) ?? null;
}

/** "12.3 µV" */
export function microvolts(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : texts.microvolts(value);
}

/** What is under the cursor. */
export function cursorText(run: LiveRun): string {
  const { cursorS, trace } = run;
  if (cursorS === null || !trace) return '';
  const isKept = cursorS >= trace.endS - keptS;
  const values = trace.names.map((name, i) => `${name} ${microvolts(trace.valueAt(i, cursorS))}`);
  const decision = decisionAt(run, cursorS);
  const parts = [
    ...(isKept ? [values.join(', ')] : []),
    decision ? saidOf(run, decision) : texts.nothingKnown,
  ];
  return texts.at(formatTime(cursorS, 2), parts);
}

function saidOf({ isRegression }: LiveRun, { label, probabilities }: Decision): string {
  return texts.modelSaid(
    isRegression
      ? [...probabilities].map((value) => strings.numbers.fixed(value, 2)).join(', ')
      : texts.likely(label, Math.max(...probabilities)),
  );
}

/** What both pictures show. */
export function summaryText({ trace, decisions, classes, isRegression }: LiveRun): string {
  if (!trace) return '';
  const from = Math.max(trace.startS, trace.endS - keptS);
  const counts = classes.map(
    (name) => `${name} ${decisions.filter(({ label }) => label === name).length}`,
  );
  return [
    texts.signal(formatTime(from, 1), formatTime(trace.endS, 1)),
    texts.channels(trace.names.length),
    texts.decisions(decisions.length, historyS, isRegression || !decisions.length ? [] : counts),
  ].join(' · ');
}

interface ChannelReading {
  name: string;
  atCursor: number | null;
  mean: number;
  min: number;
  max: number;
}

/** Of the signal that is kept, channel by channel; NaN where nothing came. */
export function channelReadings({ trace, cursorS }: LiveRun): ChannelReading[] {
  if (!trace) return [];
  return trace.names.map((name, i) => {
    let [sum, n, min, max] = [0, 0, Infinity, -Infinity];
    for (const value of trace.row(i)) {
      if (Number.isNaN(value)) continue;
      sum += value;
      n++;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    const atCursor = cursorS === null ? null : trace.valueAt(i, cursorS);
    return n
      ? { name, atCursor, mean: sum / n, min, max }
      : { name, atCursor, mean: NaN, min: NaN, max: NaN };
  });
}
