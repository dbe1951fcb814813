// What stands around the text of a lesson, in English. A page in another language hands over its own.

export const lessonStrings = {
  question: 'Question',
  answer: 'Answer',
  reveal: 'Reveal',
  chooseFirst: 'Choose what you expect first.',
  asPredicted: 'As you predicted.',
  notPredicted: 'Not what you predicted.',
  table: 'Table',
  /** Told to who writes a lesson. */
  problems: {
    noTitle: 'There is no title: a line that begins with "#\u00a0"',
    noStep: 'There is no step: a line that begins with "##\u00a0"',
    noAnswer: 'A question has no answer: a line "---" and the answer below it',
    oneRight: 'A question with options needs exactly one that is right: "(x) ..."',
    oneStage: 'A stage is one line that begins with "#", once in a step',
    noPlace: 'Only paragraphs are shown before the first step, which begins with "##\u00a0"',
  },
};

export type LessonStrings = typeof lessonStrings;
