import type { ErrorCode } from '../../../worker/error_codes.js';
import { trainingWarnings } from './training_warnings.js';

/** What happened, and what to do. */
export type CodeText = readonly [message: string, hint?: string];

/** What failed, as the user would call it, and errors that the page itself makes. The core's messages come with the error. */
export const errors = {
  code: 'Error code',
  original: 'Original message',
  /** In place of the core's text, which is English; null: the core's. */
  ofCode: (code: string): CodeText | null => trainingWarnings[code as ErrorCode] ?? null,
  /** In place of a hint of the core that has no text of its own code. */
  readerHint: (_english: string): string | null => null,
  /** After the text of a code: what the core's message says of place, found value and number. */
  warningDetails: (_english: string): string => '',
  details: { field: 'Field', place: 'Place', found: 'Found', expected: 'Expected' },
  subjects: {
    sample: 'The sample recording',
    comparison: 'The comparison with the model',
    stored: 'The stored data',
    language: 'The language',
    headMap: 'The head map',
    filter: 'The filter',
    spectrum: 'The spectrum',
  },
  /** Parts of a recording were given, and not the file that says what they are. */
  withoutHeader: {
    message: 'These files are parts of a recording whose header is missing',
    expected: 'a .vhdr or .set file in the same folder',
    hint: 'Drop the header and its other files together, or the folder that contains them',
  },
  notALesson: {
    message: 'This file is not a lesson',
    expected: 'a text in Markdown, with a step for each heading of the second level',
    hint: 'Open a recording with “Open recording”, or choose another file',
  },
  noRecordings: {
    subject: 'The files',
    message: 'There is no recording among these files',
    expected: 'files of recordings, such as EDF, BDF, BrainVision, EEGLAB or FIF',
    hint: 'Choose the files themselves, or a folder that contains recordings',
  },
  /** Instead of hints that also name the library and the command. */
  hints: {
    /** Where the core's own names an option that the page does not have. */
    incompatible: 'Choose another model or recording.',
    mayBeStages: (hint: string) =>
      `${hint && `${hint}. `}If it is a hypnogram, open its recording first, and then this file in Sleep`,
    together: (names: string) =>
      `Choose both files at once under Open recording, or drop them, or their folder, on this page. Missing: ${names}`,
  },
  unexpectedHint: 'This should not happen. Reload the page, and report it with this text.',
};
