import { lessonStrings } from '../../../lessons/strings.js';
import { counted } from './numbers.js';

/** What stands around lessons. The lessons themselves are Markdown, in web/page/public/lessons. */
export const lessons = {
  title: 'Lessons',
  summary: (isOwn: boolean, summary: string, nSteps: number) =>
    `${isOwn ? 'Your own. ' : ''}${summary} ${counted(nSteps, 'step')}.`,
  open: 'Open a lesson',
  all: 'All lessons',
  place: (title: string, step: number, nSteps: number) => `${title}, ${step} of ${nSteps}`,
  problem: (line: number, message: string) => `Line ${line}: ${message}`,
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  copyLink: 'Copy a link to this step',
  edit: 'Edit this lesson',
  /** Around questions; <eeg-lesson> says the same. */
  inText: lessonStrings,
  status: {
    lesson: (id: string) => `The lesson ${id}`,
    opened: (title: string) => `Lesson: ${title}`,
    openFirst: 'Open the recording of this lesson first',
    link: 'The link',
    copied: 'A link to this step was copied',
  },
};
