// What the shell of the page says, in one place: to translate it, translate this file. Sentences that depend on data stand
// in the views.
export const words = {
  nav: {
    signals: 'Signals',
    results: 'Results',
    recording: 'Recording',
    model: 'Model',
    label: 'Places',
    top: 'eegate, to the top',
  },
  undo: 'Undo',
  redo: 'Redo',
  print: 'Print',
  ledgerEmpty: 'Nothing is uploaded',
  drop: 'Drop recordings or models to open them here',
  start: {
    title: 'EEG transformers that run in this page',
    lead: 'Open a recording and let a small transformer classify it, second by second. Reading, filtering and classifying all happen on this computer.',
    open: 'Open recording',
    sample: 'Try the sample recording',
    orDrop: 'or drop EDF and BDF files anywhere on this page',
  },
  signals: {
    title: 'Signals',
    simulated: 'This recording is simulated: no person was measured.',
    time: 'Time',
    gain: 'Gain',
    channels: 'Channels',
    reference: 'Reference',
    filter: 'Filter',
    filters: { none: 'none', model: 'as for the model', own: 'my own' },
  },
  results: {
    title: 'Results',
    save: 'Save results',
    format: 'File format',
    nothingYet: 'Nothing is classified yet. Press Classify.',
    noRecording: 'They appear here once a recording is open and classified.',
  },
  tools: {
    group: 'Tools for reading',
    head: 'Head map',
    filter: 'Filter edges',
    spectrum: 'Spectrum',
    marks: 'Annotations',
    ruler: 'Ruler',
  },
} as const;
