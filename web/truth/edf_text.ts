// The text of EDF+ files that the page writes: header and annotations (edfplus.info, "EDF+ specification").
import type { Annotation } from '../api/index.js';
import { secondsText } from './annotations.js';

/** Digital values. */
export const [lowest, highest] = [-32768, 32767];
const months = 'JAN,FEB,MAR,APR,MAY,JUN,JUL,AUG,SEP,OCT,NOV,DEC'.split(',');

/** At the beginning of each data record. */
export const recordTime = (timeS: number): string => `+${secondsText(timeS)}\x14\x14\0`;

export function annotationList({ onsetS, durationS, text }: Annotation): string {
  const duration = durationS > 0 ? `\x15${secondsText(durationS)}` : '';
  const sign = onsetS < 0 ? '' : '+'; // some begin before the recording
  return `${sign}${secondsText(onsetS)}${duration}\x14${text.replace(/[\0-\x1f]/g, ' ')}\x14\0`;
}

/** Of "2009-08-12T16:15:00"; what stands there if it is not known. */
function startFields(startedAt: string): { date: string; day: string; time: string } {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(startedAt);
  if (!found) return { date: 'X', day: '01.01.85', time: '00.00.00' };
  const [, year, month, day, time] = found as unknown as [string, string, string, string, string];
  const isShort = Number(year) >= 1985 && Number(year) <= 2084;
  return {
    date: `${day}-${months[Number(month) - 1]}-${year}`,
    day: `${day}.${month}.${isShort ? year.slice(2) : 'yy'}`,
    time: time.replaceAll(':', '.'),
  };
}

/** Of signals in microvolts, none of them named after who was measured, and one of annotations. */
export function edfHeader(
  labels: string[],
  ranges: { low: string; high: string }[],
  perRecord: number,
  nRecords: number,
  recordS: number,
  textBytes: number,
  startedAt = '',
): Uint8Array<ArrayBuffer> {
  const { date, day, time } = startFields(startedAt);
  const n = labels.length + 1;
  const field = (text: string | number, width: number) =>
    String(text)
      .replace(/[^\x20-\x7e]/g, '?')
      .slice(0, width)
      .padEnd(width);
  const of = (values: (string | number)[], last: string | number, width: number) =>
    [...values, last].map((value) => field(value, width)).join('');
  const all = (value: string | number) => labels.map(() => value);
  const text = [
    field('0', 8) +
      field('X X X X', 80) +
      field(`Startdate ${date} X X ${startedAt ? 'eegate' : 'X'}`, 80),
    field(day, 8) + field(time, 8) + field(256 * (n + 1), 8) + field('EDF+C', 44),
    field(nRecords, 8) + field(recordS, 8) + field(n, 4),
    of(labels, 'EDF Annotations', 16) + of(all(''), '', 80) + of(all('uV'), '', 8),
    of(
      ranges.map(({ low }) => low),
      -1,
      8,
    ) +
      of(
        ranges.map(({ high }) => high),
        1,
        8,
      ),
    of(all(lowest), lowest, 8) + of(all(highest), highest, 8) + of(all(''), '', 80),
    of(all(perRecord), textBytes / 2, 8) + of(all(''), '', 32),
  ];
  return new TextEncoder().encode(text.join(''));
}
