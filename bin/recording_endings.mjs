// Written by scripts/web/recording_endings.mjs from the readers in src/files.

/** Endings of the names of recordings; of those of several files, of the one that is opened. */
export const endingsOfFormats = [
  '.edf',
  '.bdf',
  '.rec',
  '.vhdr',
  '.ahdr',
  '.set',
  '.gdf',
  '.fif',
  '.fif.gz',
  '.cnt',
  '.xdf',
  '.xdfz',
];
