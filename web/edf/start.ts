// The start of a recording: a date with a two-digit year in the header, a complete one in the recording field of EDF+.
import type { Field, Findings } from './fields.js';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** ISO 8601 local time; empty where date or time are not known. */
export function startOf(
  date: Field,
  time: Field,
  recording: Field,
  isPlus: boolean,
  findings: Findings,
): string {
  const clock = timeOf(time.raw);
  if (clock === null) findings.repair('EDF_BAD_TIME');
  const [word, second] = recording.text.split(/ +/);
  const plus = word === 'Startdate' ? plusDate(second ?? '') : null;
  let day = headerDate(date.raw);
  const isAfter2084 = isPlus && date.raw.slice(6) === 'yy' && plus !== null;
  if (day === null && !isAfter2084) findings.repair('EDF_BAD_DATE');
  if (plus !== null) {
    if (isPlus && day !== null && day !== plus) findings.repair('EDF_DATE_CONFLICT');
    if (isPlus || day === null) day = plus;
  }
  return day === null || clock === null ? '' : `${day}T${clock}`;
}

export function checkSubfields(patient: Field, recording: Field, findings: Findings): void {
  const isDate = (text: string | undefined) => text === 'X' || plusDate(text ?? '') !== null;
  const who = patient.text.split(/ +/).filter(Boolean);
  const what = recording.text.split(/ +/).filter(Boolean);
  const isWho = who.length >= 4 && /^[FMX]$/.test(who[1]!) && isDate(who[2]);
  const isWhat = what.length >= 5 && what[0] === 'Startdate' && isDate(what[1]);
  if (!isWho || !isWhat) findings.repair('EDF_PLUS_SUBFIELDS');
}

function timeOf(raw: string): string | null {
  const [, hours, minutes, seconds] = /^(\d\d)\.(\d\d)\.(\d\d)$/.exec(raw) ?? [];
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  return isTime ? `${hours}:${minutes}:${seconds}` : null;
}

function headerDate(raw: string): string | null {
  const [, day, month, short] = /^(\d\d)\.(\d\d)\.(\d\d)$/.exec(raw) ?? [];
  if (!day) return null;
  const year = Number(short) + (Number(short) >= 85 ? 1900 : 2000);
  return existing(year, Number(month), Number(day));
}

function plusDate(text: string): string | null {
  const [, day, name, year] = /^(\d\d)-(.{3})-(\d{4})$/.exec(text) ?? [];
  if (!day || !name || Number(year) === 0) return null;
  const month = months.indexOf(name.toUpperCase()) + 1;
  return existing(Number(year), month, Number(day));
}

function existing(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1) return null;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (day > days[month - 1]!) return null;
  const padded = (value: number, width: number) => String(value).padStart(width, '0');
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}
