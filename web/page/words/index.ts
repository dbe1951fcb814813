// What the page says. To translate it, write a second folder like english/ whose index satisfies `Words`, and choose here.
import { english } from './english/index.js';

/** Every text, and every sentence that depends on data as a function of it. */
export type Words = typeof english;

export const words: Words = english;
