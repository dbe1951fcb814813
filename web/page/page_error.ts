import { EegateError } from '../api/index.js';

/** An error whose text the page wrote, in its language; that of any other error is the core's, in English. */
export class PageError extends EegateError {}
