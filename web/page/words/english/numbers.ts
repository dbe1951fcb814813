// Numbers and plurals as English writes them. Every other file of this folder formats with these.

const language = 'en';
const plurals = new Intl.PluralRules(language);
const formats = new Map<string, Intl.NumberFormat>();

function format(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  let made = formats.get(key);
  if (!made) formats.set(key, (made = new Intl.NumberFormat(language, options)));
  return made.format(value + 0); // never "-0"
}

/** 1234 -> "1,234". */
export const number = (value: number): string => format(value, {});

/** 1.5 -> "1.50", with two digits. */
export const fixed = (value: number, digits: number): string =>
  format(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

/** 1.5 -> "1.5", with at most two digits. */
export const atMost = (value: number, digits: number): string =>
  format(Number(value.toFixed(digits)), { maximumFractionDigits: digits, useGrouping: false });

/** 0.01234 -> "0.0123", with three digits that count. */
export function significant(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  if (rounded !== 0 && Math.abs(rounded) < 1e-6) return String(rounded); // 1e-7 is shorter than its zeros
  return format(rounded, { maximumSignificantDigits: digits, useGrouping: false });
}

export const percent = (share: number): string =>
  `${fixed(100 * share, share > 0 && share < 0.01 ? 1 : 0)} %`;

export const hertz = (sfreq: number): string => `${atMost(sfreq, 3)} Hz`;

/** To the millisecond. */
export const seconds = (durationS: number): string => `${atMost(durationS, 3)} s`;

export function bytes(value: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let power = 0;
  while (value >= 1000 && power < units.length - 1) {
    value /= 1000;
    power++;
  }
  return `${fixed(value, power && value < 100 ? 1 : 0)} ${units[power]}`;
}

/** The form that goes with the number: "epoch" or "epochs". */
export const plural = (n: number, one: string, other = `${one}s`): string =>
  plurals.select(n) === 'one' ? one : other;

/** 1 epoch, 2 epochs. */
export const counted = (n: number, one: string, other = `${one}s`): string =>
  `${number(n)} ${plural(n, one, other)}`;
