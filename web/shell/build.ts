// Constants that the build inserts into the shell.
import type { Sources } from './one_file.js';

/** SHA-256 (hexadecimal) of all files that the page may request, by name. */
declare const EEGATE_FILES: Record<string, string>;
/** Hashes of the scripts and the style inside documents. */
declare const EEGATE_SOURCES: Sources;
/** The document of the frame without the code that the shell sends: policy and first script. */
declare const EEGATE_FRAME: string;

/** Null if the page is served from its sources. */
export const fileHashes: Record<string, string> | null =
  typeof EEGATE_FILES === 'undefined' ? null : EEGATE_FILES;
export const frameDocument: string = typeof EEGATE_FRAME === 'undefined' ? '' : EEGATE_FRAME;
export const sources: Sources | null =
  typeof EEGATE_SOURCES === 'undefined' ? null : EEGATE_SOURCES;
