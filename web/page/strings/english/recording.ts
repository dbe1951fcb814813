import { atMost, bytes, counted, fixed, number, plural } from './numbers.js';

const listed = (numbers: readonly number[]) =>
  `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

export const recording = {
  label: 'Recording details',
  open: 'Details',
  simulated: 'simulated',
  channels: (n: number) => counted(n, 'channel'),
  facts: {
    format: 'Format',
    length: 'Length',
    started: 'Started',
    rates: 'Rates',
    gaps: 'Gaps',
    size: 'Size',
    patient: 'Patient',
    recording: 'Recording',
  },
  length: (time: string, durationS: number) => `${time} (${number(durationS)} s)`,
  notKnown: 'not known',
  gap: (durationS: number, time: string) => `${fixed(durationS, 1)} s at ${time}`,
  noGaps: 'none',
  size: (sizeBytes: number, bytesRead: number) =>
    `${bytes(sizeBytes)}; ${bytes(bytesRead)} read so far${bytesRead > sizeBytes ? ', parts of it more than once' : ''}`,
  emptyField: 'empty',
  showIdentity: 'Show identity',
  hideIdentity: 'Hide identity',
  saveCopy: 'Save a copy without identity',
  noCopy: 'Copies without identity can be made of EDF and BDF files only.',
  copyChanged: (fields: string[]) =>
    `In the copy, ${fields.join(', ')} ${plural(fields.length, 'is', 'are')} replaced; all other bytes are unchanged.`,
  copySame: 'These fields were already empty: the copy is identical.',
  copyName: 'The name of the copy does not contain the name of the recording.',
  nothingRepaired: 'No problems found in this file.',
  warnings: {
    aboutData: (n: number) => `${counted(n, 'warning')} about samples, units or times`,
    aboutForm: (n: number) => `${counted(n, 'warning')} about the file format`,
    atByte: (offset: number) => `(byte ${number(offset)})`,
  },
  channelTable: {
    label: 'Channels',
    head: ['Name', 'In the file', 'Reference', 'Unit', 'Rate', 'Samples', 'Kind'],
    prefiltering: 'Filters before',
    kinds: { trigger: 'trigger', voltage: 'voltage', other: 'other' },
    notCalibrated: (kind: string) => `${kind}, not calibrated`,
  },
};

/** In the details of the recording and in the tab of annotations. */
export const annotations = {
  none: 'The file has no annotations.',
  noneSoFar: 'None so far.',
  counted: (n: number, isComplete: boolean) =>
    counted(n, 'annotation') + (isComplete ? '' : ' so far'),
  firstListed: (n: number) => `The first ${n} are listed.`,
  firstOfListed: (n: number, all: number) =>
    `The first ${n} of ${counted(all, 'annotation')} are listed; Previous and Next reach all.`,
  label: 'Annotations',
  jumpLabel: 'Annotations to jump to. Up and down go from row to row.',
  head: ['Onset', 'Duration', 'Text'],
  readOn: 'Read all annotations of the file',
  text: 'Text',
  all: (n: number) => `all ${n}`,
  choice: (text: string, n: number) => `${text || '(empty)'} · ${n}`,
  previous: 'Previous',
  next: 'Next',
  changed: (n: number) => `Now ${counted(n, 'annotation')}; the file is not changed`,
  renamed: (from: string, to: string, nRecordings: number) =>
    `“${from}” is now “${to}”${nRecordings > 1 ? ` in ${nRecordings} recordings` : ''}; ${nRecordings > 1 ? 'the files are' : 'the file is'} not changed`,
  rename: {
    means: (text: string) => `“${text}” means`,
    nothing: 'no class',
    as: (text: string, className: string) => (className ? `${className} (${text})` : text),
    all: (text: string) => `Rename all “${text}” to`,
    button: 'Rename',
  },
  lasting: {
    all: (text: string) => `All “${text}” last`,
    button: 'Set duration',
    done: (text: string, durationS: number, nRecordings: number) =>
      `All “${text}” last ${atMost(durationS, 3)} s${nRecordings > 1 ? ` in ${nRecordings} recordings` : ''}; ${nRecordings > 1 ? 'the files are' : 'the file is'} not changed`,
  },
  /** After the true class of a window was stated: `lost` have no clear class any more. */
  overlapping: (n: number, window: number, lost: readonly number[]) =>
    lost.length
      ? `${annotations.changed(n)}. Only a part of ${lost.length === 1 ? `window ${lost[0]}, which overlaps window ${window}, is of this class: it has` : `windows ${listed(lost)}, which overlap window ${window}, is of this class: they have`} no clear class now`
      : annotations.changed(n),
  own: {
    title: 'Add an annotation',
    text: 'Text of the annotation',
    onset: 'Onset',
    duration: 'Duration',
    unit: 's',
    add: 'Add',
    problems: {
      text: 'Enter a text.',
      onset: (lengthS: number) => `Enter an onset from 0 to ${atMost(lengthS, 2)} s.`,
      duration: 'Enter a duration of 0 s or more.',
      end: (lengthS: number, longestS: number) =>
        `The recording ends at ${atMost(lengthS, 2)} s: from this onset the duration is at most ${atMost(longestS, 2)} s.`,
    },
    change: (text: string, time: string) => `Change “${text}” at ${time}`,
    keep: 'Change',
    cancel: 'Cancel',
    remove: (text: string, time: string) => `Remove “${text}” at ${time}`,
    note: 'The annotations were changed here. Results and training use the changed ones; the file is not changed.',
    save: 'Save',
    format: 'Save all as',
    train: 'Train on these',
    restore: 'Restore those of the file',
  },
};
