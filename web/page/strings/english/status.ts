import { counted, length, number, percent } from './numbers.js';

/** Messages of the status line. */
export const status = {
  starting: 'Starting the engine',
  ready: 'Ready',
  /** After another language was chosen. */
  language: 'The page is in English',
  notStarted: 'The engine did not start',
  failed: (subject: string) => `Failed: ${subject}`,
  opening: (names: string[]) => `Opening ${names.join(', ')}`,
  simulating: (isNight: boolean): string =>
    isNight ? 'Simulating a night of sleep' : 'Simulating a minute of EEG',
  openingAgain: 'Opening the recordings again',
  openedModel: (name: string) => `Opened the model ${name}`,
  /** Kinds of steps that can be undone. */
  steps: {
    view: 'the view',
    annotations: 'a change of annotations',
    calibrate: 'the choice of a calibration',
    model: 'the choice of the model',
    second: 'the choice of the second model',
    inside: 'a change in the model',
    close: 'closing',
    stage: 'a stage',
    light: 'lights off or on',
  } as Record<string, string>,
  undone: (what: string, where: string, nLeft: number) =>
    `Undone${where && ` in ${where}`}: ${what}; ${counted(nLeft, 'earlier step')} left`,
  redone: (what: string, where: string, nLeft: number) =>
    `Done again${where && ` in ${where}`}: ${what}; ${counted(nLeft, 'later step')} left`,
  nothingUndone: 'There is nothing to undo',
  nothingRedone: 'There is nothing to redo',
  opened: (name: string, durationS: number, nChannels: number, warnings: string) =>
    `Opened ${name} in ${length(durationS)}: ${counted(nChannels, 'channel')}, ${warnings}`,
  openedSeveral: (n: number, nWithWarnings: number, nFailed: number) =>
    [
      n
        ? `Opened ${counted(n, 'recording')}${nWithWarnings ? `, ${nWithWarnings} of them with warnings` : ''}`
        : '',
      nFailed ? `${counted(nFailed, 'file')} could not be opened` : '',
    ]
      .filter(Boolean)
      .join('; '),
  warnings: (aboutData: number, aboutFormat: number) => {
    if (!aboutFormat) return counted(aboutData, 'warning');
    const form = 'about the file format';
    return aboutData
      ? `${counted(aboutData, 'warning')} and ${aboutFormat} ${form}`
      : `${counted(aboutFormat, 'warning')} ${form}`;
  },
  openTwice: (name: string) =>
    `. It is the same recording as “${name}”, which was open already: it counts once`,
  closed: (name: string) => `Closed ${name}; Undo opens it again`,
  openedAgain: (name: string) => `Opened ${name} again`,
  readingAnnotations: 'Reading annotations',
  readAnnotations: (n: number) => `Read ${counted(n, 'annotation')}`,
  makingCopy: 'Making a copy without identity',
  saved: (name: string) => `Saved ${name}`,
  classifying: (name: string) => `Classifying ${name}`,
  /** `of`: the recording, where another one is shown. */
  classified: (nEpochs: number, durationS: number, of: string | null) =>
    `Classified ${counted(nEpochs, 'window')}${of ? ` of ${of}` : ''} in ${length(durationS)}`,
  classifiedAll: (n: number, all: number, nMisfits: number) =>
    `Classified ${n === all ? 'all' : `${number(n)} of`} ${counted(all, 'recording')}${nMisfits ? `; the model does not suit ${number(nMisfits)}` : ''}`,
  stoppedAll: (n: number, all: number) =>
    `Stopped: classified ${number(n)} of ${counted(all, 'recording')}`,
  stopped: (nEpochs: number) => `Stopped after ${counted(nEpochs, 'window')}`,
  writingReport: 'Writing the report',
  hashing: (share: number) => `Hashing the recording: ${percent(share)}`,
  erased: 'The data stored in this browser were erased',
};
