// What the build writes into the shell.
import type { Sources } from './one_file.js';

/** Hashes (SHA-256, hexadecimal) of all files that the page may ask for, by name. */
declare const EEGATE_FILES: Record<string, string>;
/** Hashes of the scripts and the style that stand in documents. */
declare const EEGATE_SOURCES: Sources;
/** The document of the frame, up to the code that the shell hands over: policy and first script. */
declare const EEGATE_FRAME: string;

/** Null while the page is served from its sources. */
export const fileHashes: Record<string, string> | null =
  typeof EEGATE_FILES === 'undefined' ? null : EEGATE_FILES;
export const frameDocument: string = typeof EEGATE_FRAME === 'undefined' ? '' : EEGATE_FRAME;
export const sources: Sources | null =
  typeof EEGATE_SOURCES === 'undefined' ? null : EEGATE_SOURCES;
