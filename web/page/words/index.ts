// What the page says, in the language that is chosen. A language is a folder like english/ whose index satisfies `Words`.
import { speakElements, type ElementWords } from '../../elements/strings.js';
import { following } from '../../lessons/live_strings.js';
import { writeDecimalsWith } from '../../plot/decimal.js';
import { english } from './english/index.js';

/** Every text, and every sentence that depends on data as a function of it. */
export type Words = typeof english;

/** A language: the page's words, and those of the elements in it. */
export interface Language {
  words: Words;
  /** Null for English, in which the elements are written. */
  elements: ElementWords | null;
}

let spoken: Words = english;

/** Groups and functions may be kept; a text or a list is read where it is shown, because another language may be chosen. */
export const words: Words = following(english, () => spoken);

export const inEnglish: Language = { words: english, elements: null };

export function speak(language: Language): void {
  spoken = language.words;
  speakElements(language.elements);
  writeDecimalsWith(spoken.numbers.fixed(0.5, 1).charAt(1)); // on axes, too
}
