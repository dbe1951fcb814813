import { html, type TemplateResult } from 'lit/html.js';
import { windows, recordings, people, epochs } from './counts.js';
import { counted, hertz } from './numbers.js';
import { run, runs } from './train_run.js';
import { facts, settings, setup } from './train_settings.js';

export { trainErrors } from './train_errors.js';

/** How long something may take. */
const about = (s: number) =>
  s < 1.5
    ? 'about a second'
    : s < 90
      ? `about ${Math.round(s)} s`
      : `about ${Math.round(s / 60)} min`;

/** The panel before and during a run. What a run is worth stands in outcome.ts. */
export const train = {
  title: 'Train a model',
  columns: { data: 'Data', model: 'Model', result: 'Result' },
  /** The same where they stand by themselves, as landmarks. */
  landmarks: { data: 'Training data', model: 'What is trained', result: 'Training result' },
  train: 'Train',
  save: 'Save model',
  use: 'Use',
  inUse: 'In use',
  tryLive: 'Try live',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  elsewhere:
    'Another tab of this browser is training. Both slow each other down, and only the other one is kept against a reload.',
  /** Of the three columns, as long as no recording is open. */
  empty: {
    data: 'A model learns from your own recordings, on this computer: from one with annotations of two kinds, or from several of different states, for example eyes open and eyes closed.',
    sample: 'Use the simulated sample',
    open: 'Choose recordings…',
    orDrop: 'Or drop files on the page.',
    model:
      'A small gated network is recommended for minutes of EEG. Beside it stand linear models, networks of the literature, and any model that is open, to go on from.',
    result:
      'How often it is right on data it has not seen, beside chance and with its interval. A model that you keep classifies at once, also live, and is saved as one file.',
  },
  /** What the recordings give, above the choices. */
  amount: (
    total: number,
    data: { nRecordings: number; nPersons: number; nChannels: number; sfreq: number },
  ) =>
    `About ${windows(total)} from ${recordings(data.nRecordings)} of ${people(data.nPersons)}, ${counted(data.nChannels, 'channel')} at ${hertz(data.sfreq)}.`,
  promise: (network: string, classes: { className: string; count: number }[]): TemplateResult => {
    const joint = (k: number) => (k === 0 ? '' : k === classes.length - 1 ? ' and ' : ', ');
    return html`${network} learns to distinguish
    ${classes.map(({ className, count }, k) => html`${joint(k)}<strong>${className}</strong> (${count})`)}.`;
  },
  /** How it will be judged. */
  judged: {
    persons: (n: number, estimateS: number | null) =>
      `Each of the ${people(n)} is left out in turn: ${n} models are trained without one person and judged on that person, then the final model on everybody. ${n + 1} runs${estimateS === null ? '' : `, ${about(estimateS)}`}.`,
    setAside: 'About a sixth of the data is set aside to judge it.',
    nothing: 'Nothing is set aside, so its accuracy will not be known.',
    tooLong: (n: number, estimateS: number) =>
      `Leaving out each of the ${people(n)} in turn would take ${about(estimateS)}; choose it under “Judge on”.`,
    few: 'With three persons or more, each of them can be left out in turn.',
  },
  /** The model that would go on knows who would judge it. */
  tie: {
    recording:
      'The opened model was trained on one of these recordings, so what it scores on it is not a test.',
    person:
      'The opened model was trained on a person of these recordings, so what it scores on that person is not a test.',
  },

  keep: 'Keep a copy in this browser while it runs: the whole recordings, with the names that stand in them',
  keepNote:
    'Without it a reload or a crash loses the run. The copy is encrypted. When the run ends or is discarded, or this box is cleared, its key is deleted first and then the copy.',

  setup,

  settings,

  facts,

  interrupted: {
    label: 'Interrupted training',
    title: 'A training run was interrupted',
    story: (title: string, nRecordings: number, begun: string, reached: string) =>
      html`<strong>${title}</strong>, on ${recordings(nRecordings)}, begun ${begun}: ${reached}. The
        recordings and the last checkpoint are stored in this browser, encrypted.`,
    epochsDone: (n: number, all: number) => `${n} of ${epochs(all)} were done`,
    personsDone: (n: number, all: number) => `${n} of ${people(all)} were judged`,
    firstUnderWay: 'the first epoch was under way',
    justBegun: 'it had just begun',
    finished: (network: string) =>
      `${network}, with which it is compared, had finished. Its model is stored too and is restored first.`,
    continue: 'Continue training',
    discard: 'Discard',
  },

  run,

  runs,

  /** What the line at the bottom says, and who is told to have failed. */
  status: {
    subject: 'Training',
    interruptedSubject: 'The interrupted training',
    of: (text: string, title: string) => `${text} · ${title}`,
    preparing: 'Preparing',
    trainingOn: (nWindows: number, without: string | null) =>
      `Training on ${windows(nWindows)}${without === null ? '' : ` without person ${without}`}`,
    atEpoch: (epoch: number, nEpochs: number, left: string) =>
      `Training: epoch ${epoch} of ${nEpochs}, ${left}`,
    paused: 'Training is paused',
    goesOn: 'Training goes on',
    stoppedBefore: 'Stopped before there was a model',
    discarded: 'The interrupted training was discarded, and its copy erased',
    newEngine: (message: string) => `${message}. A new engine goes on from the last checkpoint.`,
  },

  kept: {
    elsewhere: 'Another tab keeps its training run, so this one would not survive a reload.',
    withdrawn: 'The copy in this browser was erased. A reload loses this run.',
    notErased: (why: string) =>
      `The copy in this browser could not be erased (${why}). Use “Erase all of it” under Privacy.`,
    insecure: 'a page that came without https cannot encrypt it',
    here: 'An encrypted copy is kept in this browser: a reload loses a few seconds at most.',
    not: (why: string) =>
      `The browser does not keep a copy (${why}). Training goes on, but a reload would lose it.`,
    full: 'its storage is full',
    denied: 'its storage is denied to this page',
    fails: (why: string) => `its storage fails: ${why}`,
    blocked: 'another tab blocks it',
  },
};
