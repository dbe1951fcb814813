// The texts of the elements in English. Another language is an object of the type `ElementStrings`.
import { liveStrings } from '../lessons/live_strings.js';
import { lessonStrings } from '../lessons/strings.js';

const joined = (names: readonly string[], word: string) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}` : names.join();
const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
/** Only 1 is 100 %. */
const percent = (share: number) =>
  share > 0.9995 && share < 1 ? '> 99.9 %' : `${(100 * share).toFixed(share > 0.9005 ? 1 : 0)} %`;

const english = {
  /** Of these texts, as HTML names languages. */
  language: 'en',
  openRecording: 'Open recording',
  opening: 'Opening',
  openingShare: (share: number) => `Opening: ${Math.floor(share * 10) * 10} %`,
  foundExpected: (found: string, expected: string) =>
    [found && `Found: ${found}.`, expected && `Expected: ${expected}.`].filter(Boolean).join(' '),
  /** Message and hint of an error, which the core writes in English. */
  errorText: (_code: string, message: string, hint: string): [string, string] => [message, hint],
  oneFile:
    'This element opens recordings of one file: give such a file (eegate convert writes one), or open this recording in your own code, with companions of openRecording().',
  nothingOpen: 'No recording is open. It stays on this computer.',
  recordingFacts: (nChannels: number, durationS: number, isSimulated: boolean) =>
    `${counted(nChannels, 'channel')}, ${Math.round(durationS)} s${isSimulated ? ', simulated' : ''}`,
  viewer: {
    traces: (names: string, fromS: number, toS: number) =>
      `Traces of ${names} from ${fromS.toFixed(1)} to ${toS.toFixed(1)} seconds`,
    timeline: 'Time in the recording',
  },
  classifier: {
    loadingModel: 'Loading the model',
    classify: 'Classify',
    stop: 'Stop',
    nothingOpen: 'No recording is open',
    doesNotSuit: (why: string[]) => `This recording does not suit the model: ${why.join('; ')}`,
    share: (n: number, nEpochs: number) => `${n} of ${counted(nEpochs, 'window')}`,
    strip: (classes: readonly string[]) => `Class by time: ${classes.join(', ')}`,
  },
  drill: {
    title: 'You against the model',
    start: (classes: readonly string[]) =>
      `You see a few seconds of EEG at a time. Which is it: ${joined(classes, 'or')}? After each answer you see what was the case, and what the model said of the same window.`,
    begin: 'Begin',
    preparing: 'Cutting windows',
    question: (n: number, all: number) => `Window ${n} of ${all}. Which is it?`,
    traces: (names: string, durationS: number) =>
      `Traces of ${names}, ${durationS.toFixed(1)} seconds`,
    key: (key: number) => `Key ${key}`,
    right: (truth: string) => `Right: ${truth}.`,
    wrong: (truth: string) => `No: it was ${truth}.`,
    model: (predicted: string, probability: number, isRight: boolean) =>
      `The model says ${predicted}, ${percent(probability)}, and is ${isRight ? 'right' : 'wrong'}.`,
    modelSilent: 'The model gives no answer here.',
    looked: ({ drawn, hidden }: { drawn: readonly string[]; hidden: readonly string[] }) =>
      `${drawn.length ? `Of the electrodes drawn, ${drawn.join(' and ')} weighed most for the model.` : ''} ${hidden.length ? `${drawn.length ? 'Not drawn, but of more weight' : 'What weighed most for the model, not drawn'}: ${hidden.join(', ')}.` : ''} A model also weighs electrodes against each other to remove noise, so these need not be those where a rhythm is large.`,
    next: 'Next window',
    finish: 'See the score',
    you: 'You',
    machine: 'Model',
    marks: (who: string, nRight: number, n: number) => `${who}: ${nRight} of ${n} right`,
    result: (yours: number, model: number, n: number) =>
      `You were right in ${yours} of ${n} windows, the model in ${model}.`,
    hard: (n: number) =>
      n === 0 ? '' : `${counted(n, 'window')} ${n === 1 ? 'was' : 'were'} too hard for both.`,
    again: 'Again, with other windows',
    noTruth:
      'The annotations of this recording do not tell windows of two classes, so that nobody could say who was right.',
    noTruthHint: 'Open a recording whose annotations are named as the classes of the model.',
    misfitHint: 'Choose another model or recording.',
    tooFew: 'A drill needs a window of each class',
    windowsOrMore: (n: number) => `${n} windows or more`,
  },
  lesson: {
    ...lessonStrings,
    step: (step: number, n: number) => `${step} of ${n}`,
    atLine: (line: number, message: string) => `Line ${line}: ${message}`,
    back: 'Back',
    next: 'Next',
    needsPage: 'This view needs the whole page',
    partOfView: 'Not all of this view is shown here',
    openPage: 'open it in a tab of its own',
  },
  configured: {
    message: 'The engine of the elements is running already; it cannot be configured any more',
    hint: 'Call configure() before the first element opens a recording, or after the last one was removed.',
  },
  fetch: {
    page: 'an HTML page',
    besideHint:
      'The server answered with a page instead of the file. Serve the folders models and lessons beside the script of the elements, or give their files with configure({ assets }).',
    failed: 'The file could not be fetched',
    unknown: (name: string) => `No file of this name comes with eegate: ${name}`,
    unknownHint: 'Use one of these names, or the address of a file.',
    httpStatus: (status: number) => `HTTP status ${status}`,
    expected: 'a file that this page may read',
    hint: 'Check the address.',
    foreignHint:
      'Check the address. A server at another origin must allow this page (Access-Control-Allow-Origin).',
  },
};

export type ElementStrings = typeof english;

let spoken: ElementStrings = english;

/** Follows `setElementStrings`: groups and functions may be kept, a text is read where it is shown. */
export const elementStrings: ElementStrings = liveStrings(english, () => spoken);

/** Null: English again. What is on the screen follows when it is drawn again. */
export function setElementStrings(other: ElementStrings | null): void {
  spoken = other ?? english;
}
