// Whether times of a recording are written as those of the clock, which the address keeps.
import type { Recording } from '../api/index.js';
import { formatTime, nightTime, parseTime, timeInNight } from '../plot/time_axis.js';
import type { State } from './state.js';

export const clockKey = 'clock';

/** Empty if it is not known. */
export const knownStart = ({ info }: Pick<Recording, 'info'>): string =>
  info.startedAt.includes('T00:00:00') ? '' : info.startedAt; // what nobody knows is written so

/** The start of the recording if its times are written as those of the clock, otherwise empty. */
export const clockOf = ({ urlSettings }: State, recording: Pick<Recording, 'info'>): string =>
  urlSettings[clockKey] ? knownStart(recording) : '';

/** Beginning and end of a recording as `timeFrom` reads them. */
export const limitsOf = (lengthS: number, startedAt: string): [string, string] =>
  startedAt
    ? [nightTime(0, startedAt), nightTime(lengthS, startedAt)]
    : [formatTime(0), formatTime(lengthS)];

/** Seconds after the start; null if it is no time, or not one of the recording. */
export function timeFrom(text: string, lengthS: number, startedAt: string): number | null {
  const timeS = startedAt ? timeInNight(text, startedAt) : parseTime(text.replace(/^\s*\+/, ''));
  return timeS !== null && timeS <= lengthS ? timeS : null;
}
