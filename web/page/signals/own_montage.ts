// A montage as it is typed: "F3-A2, C3-A2, Cz".

const prefix = 'own:';

/** The choice among montages that a reference belongs to. */
export const montageOf = (reference: string): string =>
  reference.startsWith(prefix) ? prefix : reference;

/** The pairs of an own montage; empty for any other. */
export const pairsOf = (reference: string): string =>
  reference.startsWith(prefix) ? reference.slice(prefix.length) : '';

/** Without spaces, so that it is short in an address. */
export const ownReference = (typed: string): string => prefix + partsOf(typed).join(',');

interface OwnRow {
  name: string;
  /** Of channels, as they are called in the recording; the second is subtracted. */
  channels: [string] | [string, string];
}

/** Rows in the order in which they are typed, and what names no channel. A hyphen may also be a part of a name. */
export function ownRows(
  typed: string,
  names: readonly string[],
): { rows: OwnRow[]; unknown: string[] } {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = (text: string) => known.get(text.trim().toLowerCase());
  const rowOf = (part: string): OwnRow | null => {
    const whole = found(part);
    if (whole) return { name: whole, channels: [whole] };
    for (const { index } of part.matchAll(/[-–−]/g)) {
      const [first, second] = [found(part.slice(0, index)), found(part.slice(index + 1))];
      if (first && second) return { name: `${first}–${second}`, channels: [first, second] };
    }
    return null;
  };
  const rows = partsOf(typed).map((part) => ({ part, row: rowOf(part) }));
  return {
    rows: rows.flatMap(({ row }) => row ?? []),
    unknown: rows.filter(({ row }) => !row).map(({ part }) => part),
  };
}

const partsOf = (typed: string): string[] =>
  typed
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/\s*([-–−])\s*/g, '$1'))
    .filter(Boolean);
