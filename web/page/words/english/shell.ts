import { bytes, counted } from './numbers.js';

/** The bars above and below, the places, and what stands over everything. */
export const shell = {
  nav: {
    signals: 'Signals',
    results: 'Results',
    recording: 'Recording',
    model: 'Model',
    label: 'Places',
    top: 'eegate, to the top',
  },
  skip: 'Skip to the content',
  /** Where the browser shows its own page in place of ours. */
  gone: 'Something tried to leave this page for another address. The browser refused it, and what was open here is closed. Reload the page to go on.',
  /** Until the script has come. */
  loading: 'The page is loading.',
  needsScript: 'It needs JavaScript, because everything it does happens on your own computer.',
  ledgerEmpty: 'Nothing is uploaded',
  requests: (n: number) => counted(n, 'request'),
  sinceOpening: 'since opening',
  drop: 'Drop recordings or models to open them here',
  themes: { auto: 'auto', light: 'light', dark: 'dark' },
  theme: (theme: string) => `Theme: ${theme}`,
  undo: 'Undo',
  redo: 'Redo',
  withKeys: (action: string, keys: string) => `${action} (${keys})`,
  engine: (isRelaxed: boolean, nWorkers: number, wasmBytes: number, version: string) =>
    `${isRelaxed ? 'relaxed SIMD' : 'SIMD'} · ${counted(nWorkers, 'worker')} · ${bytes(wasmBytes)} of memory · ${version}`,
  dismiss: 'Dismiss',
};

/** Each place beside the core: its name, what the bar at the top calls it, and a sentence for while it is folded up. */
export const places = {
  explain: {
    title: 'Explain',
    short: 'Explain',
    summary:
      'Which electrodes and moments of an epoch speak for a class, and whether to believe that.',
  },
  inside: {
    title: 'Inside the model',
    short: 'Inside',
    summary: 'Follow the selected epoch through the model, number by number, and switch parts off.',
  },
  train: {
    title: 'Train a model',
    short: 'Training',
    summary: 'Train a network on the recordings that are open.',
  },
  live: {
    title: 'Live',
    short: 'Live',
    summary:
      'Let the model decide while samples arrive: from the recording, played, or from a simulated headset.',
  },
  playground: {
    title: 'Playground with planted truth',
    short: 'Playground',
    summary: 'Hide a rhythm in noise, train a network, and see whether it finds it.',
  },
  lessons: {
    title: 'Lessons',
    short: 'Lessons',
    summary: 'Learn to read EEG and to doubt results, step by step beside the page.',
  },
};
