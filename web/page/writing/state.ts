// State of the lesson editor, and of the dialog that saves one file.
import type { Answer } from '../../lessons/question.js';
import type { ViewPlace } from './views.js';

export interface WritingState {
  text: string;
  /** As it was opened, or saved for the last time. */
  savedText: string;
  /** Of the caret, for the preview; -1 before the first step. */
  step: number;
  place: ViewPlace;
  /** Of the preview, by question. */
  answers: Record<string, Answer>;
  /** Opening another lesson, or a new one, was asked for while this one is not saved. */
  waiting: { text: string } | null;
  /** Whether the page can be saved as one file now; null: not known yet. */
  isReady: boolean | null;
  isSaving: boolean;
  excerpt: Excerpting;
}

export interface Excerpting {
  recording: 'sample' | 'excerpt';
  startS: number;
  durationS: number;
  withAnnotations: boolean;
  /** Views of the sample become views of the excerpt. */
  inAllViews: boolean;
  /** What was typed goes beyond the recording, and was shortened. */
  isShortened: boolean;
  /** The teacher says that the excerpt may be passed on. */
  mayPassOn: boolean;
}

/** Of the part, which ends with the recording. */
export const excerptDurationS = (
  { startS, durationS }: Excerpting,
  recording: { durationS: number },
): number => Math.min(durationS, Math.floor(recording.durationS) - startS);

export function initialWriting(text: string): WritingState {
  return {
    text,
    savedText: text,
    step: -1,
    place: 'signals',
    answers: {},
    waiting: null,
    isReady: null,
    isSaving: false,
    excerpt: {
      recording: 'sample',
      startS: 0,
      durationS: 60,
      withAnnotations: false,
      inAllViews: false,
      isShortened: false,
      mayPassOn: false,
    },
  };
}

export const isUnsaved = ({ text, savedText }: WritingState): boolean => text !== savedText;
