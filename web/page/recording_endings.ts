// Written by scripts/web/recording_endings.mjs from the readers in src/files.

/** Endings of the names of recordings; of those of several files, of the one that is opened. */
export const endingsOfFormats = [
  '.vhdr',
  '.ahdr',
  '.cnt',
  '.edf',
  '.bdf',
  '.rec',
  '.set',
  '.fif',
  '.fif.gz',
  '.gdf',
  '.xdf',
  '.xdfz',
];
