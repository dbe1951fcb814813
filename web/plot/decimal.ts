// The decimal mark of the language in which axes are labelled: a point until another one is chosen.

let mark = '.';

export function writeDecimalsWith(wanted: string): void {
  mark = wanted;
}

/** A number as JavaScript writes it, as the language does. */
export const decimalText = (number: string): string => number.replace('.', mark);
