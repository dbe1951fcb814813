// Numbers, plurals and units as a language writes them.
/** In place of what is not finite. */
const nothing = '–';

/** Rounded as the binary number is, and never "-0". */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

interface Habits {
  /** Between whole and decimals. */
  point: string;
  /** Between groups of three digits. */
  group: string;
  /** The smallest unit of files, in the plural. */
  bytesName: string;
}

type Plain = ReturnType<typeof plainNumbers>;

function plainNumbers({ point, group }: Habits) {
  /** With the sign of minus, which is as wide as a digit. */
  const written = (text: string): string => text.replace('.', point).replace(/^-/, '−');

  /** 1234 -> "1,234". */
  const number = (value: number): string =>
    Number.isInteger(value)
      ? written(String(value + 0)).replace(/\B(?=(\d{3})+$)/g, group)
      : atMost(value, 3);

  /** 1.5 -> "1.50", with two digits. */
  const fixed = (value: number, digits: number): string =>
    Number.isFinite(value) ? written(rounded(value, digits).toFixed(digits)) : nothing;

  /** 1.5 -> "1.5", with at most two digits. */
  const atMost = (value: number, digits: number): string =>
    Number.isFinite(value) ? written(String(rounded(value, digits))) : nothing;

  /** 0.01234 -> "0.0123", with three digits that count. */
  function significant(value: number, digits: number): string {
    if (!Number.isFinite(value)) return nothing;
    const shortened = Number(value.toPrecision(digits));
    return written(String(shortened + 0));
  }

  return { written, number, fixed, atMost, significant };
}

function shares({ fixed, atMost }: Plain) {
  const percent = (share: number): string =>
    `${fixed(100 * share, share > 0 && share < 0.01 ? 1 : 0)} %`;

  /** Both ends of an interval, with a decimal where they would be the same without it. */
  const percents = ([low, high]: readonly [number, number]): [string, string] => {
    const digits = fixed(100 * low, 0) === fixed(100 * high, 0) ? 1 : 0;
    return [`${atMost(100 * low, digits)} %`, `${atMost(100 * high, digits)} %`];
  };

  /** With a decimal near 0 and 1, which only 0 and 1 themselves are: 0.952 -> "95.2 %", 0.9999 -> "> 99.9 %". */
  function finePercent(share: number): string {
    if (share > 0.9995 && share < 1) return `> ${fixed(99.9, 1)} %`;
    if (share > 0 && share < 0.0005) return `< ${fixed(0.1, 1)} %`;
    return `${fixed(100 * share, share > 0.0995 && share < 0.9005 ? 0 : 1)} %`;
  }

  return { percent, percents, finePercent };
}

function quantities({ written, number, fixed, atMost }: Plain, bytesName: string) {
  /** Of weights and activations: as many digits as distinguish them. */
  function weight(value: number): string {
    if (value === 0) return '0';
    const size = Math.abs(value);
    const isPlain = size >= 0.001 && size < 1000;
    return isPlain ? fixed(value, size >= 100 ? 1 : 3) : written(value.toExponential(2));
  }

  const hertz = (sfreq: number): string => `${atMost(sfreq, 3)} Hz`;

  /** To the millisecond. */
  const seconds = (durationS: number): string => `${atMost(durationS, 3)} s`;

  function bytes(value: number): string {
    const units = [bytesName, 'KB', 'MB', 'GB', 'TB'];
    let power = 0;
    while (value >= 1000 && power < units.length - 1) {
      value /= 1000;
      power++;
    }
    return `${fixed(value, power && value < 100 ? 1 : 0)} ${units[power]}`;
  }

  /** How long something is or took, in units that suit it: 345 ms, 17.5 s, 5 min 3 s, 8 h 20 min. */
  function length(durationS: number): string {
    if (!Number.isFinite(durationS)) return nothing;
    if (durationS < 0.9995) return `${Math.max(1, Math.round(1000 * durationS))} ms`;
    if (durationS < 119.95) return `${atMost(durationS, 1)} s`;
    const inSeconds = Math.round(durationS);
    if (inSeconds < 7200) return parts([Math.floor(inSeconds / 60), 'min'], [inSeconds % 60, 's']);
    const minutes = Math.round(durationS / 60);
    return parts([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min']);
  }

  const parts = (...all: [number, string][]): string =>
    all
      .filter(([value], i) => i === 0 || value > 0)
      .map(([value, unit]) => `${number(value)} ${unit}`)
      .join(' ');

  return { weight, hertz, seconds, bytes, length };
}

/** The form that goes with the number, as in English and German: "epoch" or "epochs". */
const plural = (n: number, one: string, other = `${one}s`): string => (n === 1 ? one : other);

/** Without `Intl`, which takes tens of milliseconds at the start of the page. */
export function numbersIn(habits: Habits) {
  const plain = plainNumbers(habits);
  const { number, fixed, atMost, significant } = plain;

  /** 1 epoch, 2 epochs. */
  const counted = (n: number, one: string, other = `${one}s`): string =>
    `${number(n)} ${plural(n, one, other)}`;

  return {
    ...{ number, fixed, atMost, significant, plural, counted },
    ...shares(plain),
    ...quantities(plain, habits.bytesName),
  };
}
