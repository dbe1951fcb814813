// What the check of the labels finds, and other warnings and errors of training, in the page's words: "windows" are classified, an "epoch" is one
// pass of training. The core's own messages, which have the numbers, are among the details.
import type { ErrorCode } from '../../../worker/error_codes.js';
import type { CodeText } from './errors.js';

export const trainingWarnings: Partial<Record<ErrorCode, CodeText>> = {
  AUDIT_CLASS_MISSING: ['A class has no window in one of the sets'],
  AUDIT_DUPLICATE: ['Windows of different classes contain the same samples'],
  AUDIT_IMBALANCE: [
    'The classes have very different numbers of windows: use class weights, and judge by balanced accuracy',
  ],
  AUDIT_ONE_CLASS: ['All training windows have the same class: there is nothing to distinguish'],
  AUDIT_ONE_SUBJECT: ['All windows come from one person: the result holds for this person only'],
  AUDIT_OVERLAP: [
    'Windows of different sets share samples: the model would be tested on what it was trained on',
  ],
  AUDIT_RECENTRED: [
    'Some recordings have windows of one class only: recentring removes what distinguishes it',
    'Use recordings with windows of all classes, or a model that does not recentre',
  ],
  AUDIT_SHIFTED: ['The classes fit the signals better if they are moved along the windows'],
  AUDIT_SUBJECT_IN_TWO_SETS: [
    'Some people belong to more than one set: the result does not hold for new people',
  ],
  AUDIT_SWAPPED: ['In a part of the data the classes fit better if two of them are exchanged'],
  AUDIT_TRAINED_BEFORE: [
    'The accuracy is no test: the model may have been trained on the people on whom it is judged',
    'Use recordings of other people for validation',
  ],
  COMPARE_FOLDS: [
    'Without a part of the data a class has too few windows to learn from',
    'Add recordings, or windows of this class',
  ],
  TRAIN_DROPPED: ['Training windows that overlap validation windows are left out'],
  TRAIN_EMPTY: [
    'There is no window to train on',
    'Check the annotations and the windows under “Data”',
  ],
};
