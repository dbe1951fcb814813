import { html } from 'lit/html.js';
import { bytes, counted } from './numbers.js';

/** The top bar, the rail, the status line, help and messages above everything. */
export const shell = {
  nav: {
    label: 'Workspaces',
    goingOn: 'running',
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
  learn: 'Learning material',
  /** On a phone, where the titles do not fit. */
  learnTabs: { playground: 'Playground', drill: 'Drill', writing: 'Write' },
  help: {
    open: 'Help',
    label: 'Help',
    engine: 'Engine',
    inSleep: (what: string) => `${what} (in Sleep)`,
    purpose: 'For research and teaching. It is not a medical device.',
    keys: (): [unknown, string][] => [
      [html`<kbd>←</kbd> <kbd>→</kbd>`, 'On the traces: move by a tenth of the screen'],
      [html`<kbd>Page Up</kbd> <kbd>Page Down</kbd>`, 'Move by a screen'],
      [html`<kbd>Home</kbd> <kbd>End</kbd>`, 'Go to the beginning, the end'],
      [html`<kbd>G</kbd>`, 'Go to a time'],
      [html`<kbd>↑</kbd> <kbd>↓</kbd>`, 'Scroll the channels'],
      [html`<kbd>+</kbd> <kbd>−</kbd>`, 'Larger, smaller traces'],
      [html`<kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd>`, 'Move the cursor'],
      [html`<kbd>M</kbd>`, 'Measure from the cursor'],
      [html`<kbd>A</kbd>`, 'Add an annotation at the cursor, or for what is measured'],
      [html`<kbd>C</kbd>`, 'Menu of a channel: hide, bad, reference'],
      [html`<kbd>Esc</kbd>`, 'Hide the cursor'],
      [html`<kbd>Ctrl</kbd> <kbd>K</kbd>`, 'Find any command by its name'],
      [html`<kbd>Ctrl</kbd> <kbd>Z</kbd>`, 'Undo'],
      [html`<kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>Z</kbd>`, 'Redo'],
    ],
    pointer: 'Mouse and touch, on the traces',
    gestures: [
      ['Drag', 'Move through the recording'],
      ['Shift and drag', 'Measure time and amplitude'],
      ['Ctrl and wheel, or two fingers', 'Zoom in time'],
      ['Finger up or down', 'Scroll the channels'],
      ['Click a window', 'Select it'],
      ['Click a channel’s name', 'Show it alone'],
      ['Right button or long touch on a name', 'Menu of the channel'],
    ] as [string, string][],
  },
  skip: 'Skip to the content',
  /** Where the browser shows its own page in place of ours. */
  gone: 'Something tried to open another address from this page. The browser blocked it and closed what was open here; reload the page to continue.',
  /** A part could not be fetched, or its hash differs. */
  broken:
    'The page could not be loaded: a part of it is missing or belongs to another version. Reload the page; if that does not help, clear the cache of the browser.',
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

/** Each section: its title, and a sentence that is shown while it is collapsed. */
export const sections = {
  explain: {
    title: 'Explain',
    summary:
      'Which electrodes and times of a window are evidence for a class, and how reliable this explanation is.',
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
      'The model decides while samples arrive, like a brain-computer interface: from the recording, played back, or from a simulated headset.',
  },
  playground: {
    title: 'Playground with known ground truth',
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
    summary: 'Learn to read EEG and to question results, step by step.',
  },
};
