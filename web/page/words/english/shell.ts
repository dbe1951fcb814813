import { html } from 'lit/html.js';
import { bytes, counted } from './numbers.js';

/** The bars above and below, the places, and what stands over everything. */
export const shell = {
  nav: {
    label: 'Workspaces',
    top: 'eegate, to the signals',
    signals: 'Signals',
    explain: 'Explain',
    sleep: 'Sleep',
    train: 'Train',
    live: 'Live',
    learn: 'Learn',
  },
  noRecording: 'No recording',
  recordings: (name: string) => `Recordings: ${name}`,
  /** `compatibility` is empty while no recording is open. */
  chosenModel: (title: string, compatibility: string) =>
    `Chosen model: ${title}${compatibility ? `, ${compatibility}` : ''}`,
  whyNot: 'Not compatible: why?',
  inspector: 'Inspector',
  drawer: { taller: 'Full height', lower: 'Half height' },
  close: 'Close',
  learn: 'What to learn with',
  help: {
    open: 'Help',
    label: 'Help',
    engine: 'Engine',
    purpose: 'For research and teaching. It is not a medical device.',
    keys: (): [unknown, string][] => [
      [html`<kbd>←</kbd> <kbd>→</kbd>`, 'on the traces: a tenth of the screen'],
      [html`<kbd>Page Up</kbd> <kbd>Page Down</kbd>`, 'a screen'],
      [html`<kbd>Home</kbd> <kbd>End</kbd>`, 'beginning, end'],
      [html`<kbd>↑</kbd> <kbd>↓</kbd>`, 'channels'],
      [html`<kbd>+</kbd> <kbd>−</kbd>`, 'larger, smaller traces'],
      [html`<kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd>`, 'move the cursor'],
      [html`<kbd>M</kbd>`, 'measure from the cursor'],
      [html`<kbd>C</kbd>`, 'menu of a channel: hide, bad, reference'],
      [html`<kbd>Esc</kbd>`, 'no cursor'],
      [html`<kbd>Ctrl</kbd> <kbd>K</kbd>`, 'every command by its name'],
      [html`<kbd>Ctrl</kbd> <kbd>Z</kbd>`, 'undo'],
      [html`<kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>Z</kbd>`, 'redo'],
    ],
  },
  skip: 'Skip to the content',
  /** Where the browser shows its own page in place of ours. */
  gone: 'Something tried to leave this page for another address. The browser refused it, and what was open here is closed. Reload the page to go on.',
  /** A part did not come, or its hash is another. */
  broken:
    'The page could not be loaded: a part of it did not arrive, or is not of this build. Reload the page; if this stays, empty the cache of the browser.',
  /** Until the script has come. */
  loading: 'The page is loading.',
  needsScript: 'It needs JavaScript, because everything it does happens on your own computer.',
  ledgerEmpty: 'Nothing is uploaded',
  requests: (n: number) => counted(n, 'request'),
  sinceOpening: 'since opening',
  drop: 'Drop recordings or models to open them here',
  themes: { auto: 'auto', light: 'light', dark: 'dark' },
  theme: (theme: string) => `Theme: ${theme}`,
  language: 'Language',
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
    summary:
      'Which electrodes and moments of a window speak for a class, and whether to believe that.',
  },
  inside: {
    title: 'Inside the model',
    summary:
      'Follow the selected window through the model, number by number, and switch parts off.',
  },
  sleep: {
    title: 'Sleep',
    summary: 'Sleep stages of a night: open or score them, count them, compare two scorings.',
  },
  train: {
    title: 'Train a model',
    summary: 'Train a network on the recordings that are open.',
  },
  live: {
    title: 'Live',
    summary:
      'Let the model decide while samples arrive: from the recording, played, or from a simulated headset.',
  },
  playground: {
    title: 'Playground with planted truth',
    summary: 'Hide a rhythm in noise, train a network, and see whether it finds it.',
  },
  drill: {
    title: 'Drill: you against the model',
    summary: 'Classify windows by eye, and see what a model says of the same windows.',
  },
  writing: {
    title: 'Write a lesson',
    summary: 'A lesson of your own, saved as Markdown or, with all it needs, as one file.',
  },
  lessons: {
    title: 'Lessons',
    summary: 'Learn to read EEG and to doubt results, step by step beside the page.',
  },
};
