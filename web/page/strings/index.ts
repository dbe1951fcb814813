// The texts of the page in the selected language. A language is a folder like english/ whose index satisfies `Strings`.
import { setElementStrings, type ElementStrings } from '../../elements/strings.js';
import { liveStrings } from '../../lessons/live_strings.js';
import { writeDecimalsWith } from '../../plot/decimal.js';
import { english } from './english/index.js';

/** Every text, and every sentence that depends on data as a function of it. */
export type Strings = typeof english;

/** A language: the page's texts, and those of the elements in it. */
export interface Language {
  strings: Strings;
  /** Null for English, in which the elements are written. */
  elements: ElementStrings | null;
}

let current: Strings = english;

/** Groups and functions may be kept; a text or a list is read where it is shown, because another language may be chosen. */
export const strings: Strings = liveStrings(english, () => current);

export const inEnglish: Language = { strings: english, elements: null };

export function setLanguage(language: Language): void {
  current = language.strings;
  setElementStrings(language.elements);
  writeDecimalsWith(current.numbers.fixed(0.5, 1).charAt(1)); // on axes, too
}
