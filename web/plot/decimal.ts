// The decimal mark for labels of axes; default: a point.

let mark = '.';

export function writeDecimalsWith(wanted: string): void {
  mark = wanted;
}

/** A number as JavaScript writes it, as the language does. */
export const decimalText = (number: string): string => number.replace('.', mark);
