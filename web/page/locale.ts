// Dates, and the order of texts, in the language of the page.
import { strings } from './strings/index.js';

/** The browser's regions of this language, then the language itself. */
const locales = (): string[] => [
  ...(globalThis.navigator?.languages ?? []).filter(
    (one) => languagePart(one) === strings.language,
  ),
  strings.language,
];

/** "de" of "de-AT". */
export const languagePart = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase();

/** The day on this machine, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  const [month, day] = [time.getMonth() + 1, time.getDate()];
  return [time.getFullYear(), month, day].map((one) => String(one).padStart(2, '0')).join('-');
}

export const dateAndTime = (time: Date): string =>
  time.toLocaleString(locales(), { dateStyle: 'medium', timeStyle: 'short' });

let order: { language: string; collator: Intl.Collator } | null = null;

/** Numbers in names are ordered by their value. */
export function inTextOrder(a: string, b: string): number {
  const { language } = strings;
  if (order?.language !== language)
    order = { language, collator: new Intl.Collator(locales(), { numeric: true }) };
  return order.collator.compare(a, b);
}
