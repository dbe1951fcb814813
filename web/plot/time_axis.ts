// Seconds to pixels, ticks and their text. One axis is shared by traces, probabilities and annotations.
import { decimalText } from './decimal.js';

export interface TimeAxis {
  startS: number;
  spanS: number;
  /** Where time begins and ends, CSS pixels from the left edge of the canvas. */
  left: number;
  right: number;
  /** Of the recording ("2009-08-12T16:15:00"), where its times are written as those of the clock; otherwise they count from its start. */
  startedAt?: string;
}

export function xOf(axis: TimeAxis, timeS: number): number {
  return axis.left + ((timeS - axis.startS) / axis.spanS) * (axis.right - axis.left);
}

export function timeAt(axis: TimeAxis, x: number): number {
  return axis.startS + ((x - axis.left) / (axis.right - axis.left)) * axis.spanS;
}

const steps = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200,
  14400, 43200,
];

/** Round times inside the axis, at least `minPx` apart, and their distance. */
export function timeTicks(axis: TimeAxis, minPx = 64): { stepS: number; ticks: number[] } {
  const smallest = (axis.spanS * minPx) / Math.max(1, axis.right - axis.left);
  const stepS = steps.find((step) => step >= smallest) ?? steps[steps.length - 1]!;
  const first = Math.ceil(axis.startS / stepS - 1e-9);
  const last = Math.floor((axis.startS + axis.spanS) / stepS + 1e-9);
  const ticks: number[] = [];
  for (let i = first; i <= last; i++) ticks.push(i * stepS);
  return { stepS, ticks };
}

/** 75.25 -> "1:15.25" ("1:15,25" in German); 3725 -> "1:02:05". As many decimals as asked for. */
export function formatTime(timeS: number, decimals = 0): string {
  const scale = 10 ** decimals;
  const total = Math.round(Math.abs(timeS) * scale) / scale;
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  const digits = (total % 60).toFixed(decimals).padStart(decimals ? decimals + 3 : 2, '0');
  const seconds = decimalText(digits);
  const sign = timeS < 0 && total > 0 ? '-' : '';
  return hours
    ? `${sign}${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
    : `${sign}${minutes}:${seconds}`;
}

/** A length: of less than a second, which would be 0:00, with two decimals. */
export const formatLength = (lengthS: number): string =>
  formatTime(lengthS, lengthS > 0 && lengthS < 1 ? 2 : 0);

const dayS = 86400;

/** Of a start such as "2009-08-12T16:15:00"; null if it is not known. */
function secondsOfDay(startedAt: string): number | null {
  const found = /T(\d\d):(\d\d):(\d\d)/.exec(startedAt);
  return found && found.slice(1).reduce((total, part) => 60 * total + Number(part), 0);
}

/** What a clock showed `timeS` after the start ("2009-08-12T16:15:00"), with as many decimals as asked for; empty if the start is not known. */
export function clockTime(startedAt: string, timeS: number, decimals = 0): string {
  const begun = secondsOfDay(startedAt);
  if (begun === null) return '';
  const scale = 10 ** decimals;
  const total = Math.floor((begun + timeS) * scale + 1e-6) / scale;
  const inDay = ((total % dayS) + dayS) % dayS;
  const seconds = decimalText((inDay % 60).toFixed(decimals));
  return [String(Math.floor(inDay / 3600)), String(Math.floor(inDay / 60) % 60), seconds]
    .map((part, i) => part.padStart(i === 2 && decimals ? decimals + 3 : 2, '0'))
    .join(':');
}

/** A time as it is written at this axis. */
export const timeText = (
  { startedAt = '' }: Pick<TimeAxis, 'startedAt'>,
  timeS: number,
  decimals = 0,
): string => clockTime(startedAt, timeS, decimals) || formatTime(timeS, decimals);

/** At least, from one time of the clock to the next. */
const clockPx = 96;

/** Round times of an axis as they are written at it. */
export function labelledTicks(axis: TimeAxis): { timeS: number; text: string }[] {
  const begunS = secondsOfDay(axis.startedAt ?? '') ?? 0;
  const { stepS, ticks } = timeTicks(
    { ...axis, startS: axis.startS + begunS },
    axis.startedAt ? clockPx : undefined,
  );
  return ticks.map((tick) => {
    const timeS = tick - begunS;
    return { timeS, text: timeText(axis, timeS, decimalsFor(stepS)) };
  });
}

/** Ticks of a night with their text: round times of the clock where the start is known, else round times after the start. */
export function nightTicks(axis: TimeAxis, startedAt: string): { timeS: number; text: string }[] {
  const begun = secondsOfDay(startedAt);
  if (begun === null)
    return timeTicks(axis).ticks.map((timeS) => ({ timeS, text: formatTime(timeS) }));
  const byClock = { ...axis, startS: axis.startS + begun };
  const usual = timeTicks(byClock);
  const { stepS, ticks } = usual.stepS % 60 ? timeTicks(byClock, clockPx) : usual; // seconds need the width
  return ticks.map((tick) => {
    const text = clockTime(startedAt, tick - begun);
    return { timeS: tick - begun, text: stepS % 60 ? text : text.slice(0, 5) };
  });
}

/** The other way round: "1:15.25", "1:02:05", or plain seconds; null if it is no time, such as "1:75". */
export function parseTime(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':');
  const isWhole = (part: string) => /^\d+$/.test(part);
  const last = parts.pop()!;
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(last) || parts.length > 2 || !parts.every(isWhole)) return null;
  if ([...parts, last].slice(1).some((part) => Number(part) >= 60)) return null;
  return [...parts, last].reduce((total, part) => 60 * total + Number(part), 0);
}

/** A time of a night as `timeInNight` reads it: by the clock where the start is known. */
export function nightTime(timeS: number, startedAt: string): string {
  return clockTime(startedAt, timeS) || formatTime(timeS);
}

/**
 * A time of a night. Where the start is known, it is a time of the clock ("22:40", "7:05", "04:15:30", "22.40", "2240",
 * "10:40 pm"); with a plus ("+1:02:05"), or where the start is not known, it is after the start. Null if it is no time.
 */
export function timeInNight(text: string, startedAt: string): number | null {
  const begun = secondsOfDay(startedAt);
  const [, plus, time] = /^(\+?)(.*)$/.exec(text.trim())!;
  if (plus || begun === null) return parseTime(time!);
  const at = timeOfDay(time!);
  return at === null ? null : (((at - begun) % dayS) + dayS) % dayS;
}

/** As people write it, in seconds after midnight; null if no clock shows it. */
function timeOfDay(text: string): number | null {
  const parts = /^(\d\d?)[:.]?([0-5]\d)(?:[:.]([0-5]\d))?\s*(?:([ap])\.?m\.?)?$/i.exec(text);
  if (!parts) return null;
  const [, hour, minutes, seconds, half] = parts;
  const isLater = half?.toLowerCase() === 'p';
  const hours = half ? (Number(hour) % 12) + (isLater ? 12 : 0) : Number(hour);
  if (hours > 23 || (half && !(Number(hour) >= 1 && Number(hour) <= 12))) return null;
  return 3600 * hours + 60 * Number(minutes) + Number(seconds ?? 0);
}

/** Decimals that tell apart times which are `stepS` apart. */
export function decimalsFor(stepS: number): number {
  return stepS >= 1 ? 0 : stepS >= 0.1 ? 1 : 2;
}
