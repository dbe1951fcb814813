import { html, type TemplateResult } from 'lit/html.js';
import { windows, recordings, people, epochs } from './counts.js';
import { counted, hertz, number } from './numbers.js';
import type { SetAside } from '../../training/set_aside.js';
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

const pairs = (copies: { name: string; of: string }[]) =>
  copies.map(({ name, of }) => (name === of ? `“${name}”` : `“${name}” (of “${of}”)`)).join(', ');

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
    'Another tab of this browser is training, so both are slower. Only the training in the other tab survives a reload.',
  /** In the three columns while no recording is open. */
  empty: {
    data: 'A model learns from your own recordings, on this computer: from one with annotations of two kinds, or from several of different states, for example eyes open and eyes closed.',
    sample: 'Use the simulated sample',
    open: 'Choose recordings…',
    orDrop: 'Or drop files on the page.',
    model:
      'A small gated network is recommended for minutes of EEG. You can also choose linear models, networks from the literature, or an open model to train further.',
    result:
      'Accuracy on data that were not used for training, with its interval and the chance level. You can use the model at once, also live, and save it as one file.',
  },
  /** Until all are read. */
  readingAnnotations: (name: string, n: number) =>
    `Reading the annotations of “${name}”, ${number(n)} so far. Classes and numbers of windows are not final yet.`,
  /** What the recordings give, above the choices. */
  amount: (
    { n, nLeftOut }: { n: number; nLeftOut: number },
    data: { nRecordings: number; nPersons: number; nChannels: number; sfreq: number },
  ) =>
    `About ${windows(n)} from ${recordings(data.nRecordings)} of ${people(data.nPersons)}, ${counted(data.nChannels, 'channel')} at ${hertz(data.sfreq)}.${nLeftOut ? ` ${counted(nLeftOut, 'more window')} would cross a gap, the border of an epoch, or an end of the recording, and ${nLeftOut === 1 ? 'is' : 'are'} left out.` : ''}`,
  /** Before the run: some samples belong to two classes. */
  shared: (n: number, [one, other]: [string, string]) =>
    `${windows(n)} share samples with windows of another class (most of “${one}” and “${other}”): the same EEG would be taught as both. Leave one of these classes out.`,
  /** One recording takes channels away from all. */
  fewChannels: (few: { name: string; nShared: number; nWithout: number }) =>
    `The model learns from the ${counted(few.nShared, 'channel')} that all recordings have. Without “${few.name}” there would be ${few.nWithout}.`,
  /** Recordings that are open more than once, and are left out. */
  copiesUnused: (copies: { name: string; of: string }[]) =>
    `Left out, because ${copies.length === 1 ? 'it is a copy of another recording' : 'they are copies of other recordings'}: ${pairs(copies)}.`,
  /** The same where they are chosen nevertheless. */
  copiesUsed: (copies: { name: string; of: string }[]) =>
    `The same recording under two names: ${pairs(copies)}. The model would be judged on what it has learnt, and the accuracy would be no evidence. Leave the ${copies.length === 1 ? 'copy' : 'copies'} out.`,
  /** Before the run: a high accuracy would not be evidence. */
  byFile:
    'Each class comes from recordings of its own. The model may learn to recognise the recordings or their people instead of the classes, so the accuracy will be no evidence. Add recordings of more people to each class, or recordings that hold all classes.',
  /** `network`: null for the opened model. */
  promise: (
    network: string | null,
    classes: { className: string; count: number }[],
  ): TemplateResult => {
    const joint = (k: number) => (k === 0 ? '' : k === classes.length - 1 ? ' and ' : ', ');
    return html`${network ?? 'The opened model, trained further,'} learns to distinguish
    ${classes.map(({ className, count }, k) => html`${joint(k)}<strong><bdi>${className}</bdi></strong> (${count})`)}.`;
  },
  /** How the model will be validated. */
  judged: {
    persons: (n: number, nNetworks: number, estimateS: number | null) =>
      `Each of the ${people(n)} is left out in turn: ${n} models are each trained without one person and tested on that person, then the final model is trained on all people${nNetworks > 1 ? '; the same for the network to compare with' : ''}. ${(n + 1) * nNetworks} runs${estimateS === null ? '' : `, ${about(estimateS)}`}.`,
    setAside: ({ by, n, nGroups, nWindows, nAll }: SetAside) => {
      const about = `(about ${number(nWindows)} of ${windows(nAll)})`;
      if (by === 'block')
        return `The last sixth of each recording is set aside for validation ${about}.`;
      const all = by === 'subject' ? people(nGroups) : recordings(nGroups);
      return `Of the ${all}, ${n} ${n === 1 ? 'is' : 'are'} set aside for validation ${about}.`;
    },
    nothing: 'No data are set aside, so the accuracy will not be measured.',
    tooLong: (n: number, estimateS: number) =>
      `Leaving out each of the ${people(n)} in turn would take ${about(estimateS)}; choose it under “Validate on”.`,
    inTurn: 'Each person in turn can be chosen under “Validate on”.',
    few: 'With three or more people, each of them can be left out in turn.',
  },
  /** The model to be trained further was trained on validation data. */
  tie: {
    recording: (n: number, nAll: number) =>
      `The opened model was trained on ${n === nAll ? (n === 1 ? 'this recording' : `all ${n} of these recordings`) : `${n} of these ${nAll} recordings`}, so its accuracy there is not a test.`,
    person: (n: number, nAll: number) =>
      `The opened model was trained on other recordings of the people of ${n} of these ${recordings(nAll)}, so its accuracy there is not a test on new people.`,
  },

  implausible: (name: string, why: string) =>
    `${name}: ${why} A model trained on it could not classify it: Classify accepts only values of EEG.`,
  keep: 'Keep a copy in this browser during training: the complete recordings, including the names in them',
  keepNote:
    'Without the copy, a reload or a crash loses the run. The copy is encrypted. When the run ends or is discarded, or when you clear this box, first its key and then the copy are deleted.',

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
    personsDone: (n: number, all: number) => `${n} of ${people(all)} were tested`,
    firstUnderWay: 'the first epoch was running',
    justBegun: 'it had just begun',
    finished: (network: string) =>
      `${network}, with which it is compared, had finished. Its model is stored too and is restored first.`,
    continue: 'Continue training',
    discard: 'Discard',
  },

  run,

  runs,

  /** Messages of the status line, and subjects of errors. */
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
    goesOn: 'Training is running again',
    goesOnElsewhere: 'Training goes on; progress and Stop are in Train',
    pausedElsewhere: 'Training is paused; “Resume” is in Train',
    stoppedBefore: 'Stopped before there was a model',
    discarded: 'The interrupted training was discarded, and its copy erased',
    newEngine: (message: string) => `${message}. A new engine continues from the last checkpoint.`,
  },

  copy: {
    elsewhere:
      'Another tab keeps a copy of its training run, so this run would not survive a reload.',
    withdrawn: 'The copy in this browser was erased. A reload would lose this run.',
    erased:
      'The copy in this browser was erased, perhaps by another tab. A reload would lose this run.',
    notErased: (why: string) =>
      `The copy in this browser could not be erased (${why}). Use “Erase all of it” under Privacy.`,
    insecure: 'a page without https cannot encrypt it',
    here: 'An encrypted copy is kept in this browser: a reload loses a few seconds at most.',
    not: (why: string) =>
      `The browser does not keep a copy (${why}). Training continues, but a reload would lose it.`,
    full: 'its storage is full',
    denied: 'its storage is denied to this page',
    fails: (why: string) => `its storage fails: ${why}`,
    blocked: 'another tab blocks it',
  },
};
