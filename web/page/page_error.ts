// An error that the page found itself: its texts are in the language of the page already, whatever its code.
import { EegateError } from '../worker/error.js';

export class PageError extends EegateError {}
