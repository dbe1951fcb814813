import type { Strings } from '../index.js';
import { counted } from './numbers.js';

export const lessonTexts: Strings['lessons']['inText'] = {
  question: 'Frage',
  answer: 'Antwort',
  reveal: 'Aufdecken',
  chooseFirst: 'Wählen Sie zuerst, was Sie erwarten.',
  asPredicted: 'Wie Sie es vorhergesagt haben.',
  notPredicted: 'Nicht, was Sie vorhergesagt haben.',
  table: 'Tabelle',
  problems: {
    noTitle: 'Es gibt keinen Titel: eine Zeile, die mit „#\u00a0“ beginnt',
    noStep: 'Es gibt keinen Schritt: eine Zeile, die mit „##\u00a0“ beginnt',
    noAnswer: 'Eine Frage hat keine Antwort: eine Zeile „---“ und darunter die Antwort',
    oneRight: 'Bei einer Frage mit Auswahl ist genau eine Möglichkeit richtig: „(x) ...“',
    oneStage: 'Ein Block „stage“ ist eine Zeile, die mit „#“ beginnt, einmal je Schritt',
    noPlace: 'Vor dem ersten Schritt, der mit „##\u00a0“ beginnt, werden nur Absätze angezeigt',
  },
};

export const lessons: Strings['lessons'] = {
  title: 'Lektionen',
  summary: (isOwn, summary, nSteps) =>
    `${isOwn ? 'Ihre eigene. ' : ''}${summary} ${counted(nSteps, 'Schritt', 'Schritte')}.`,
  open: 'Lektion öffnen',
  all: 'Alle Lektionen',
  place: (title, step, nSteps) => `${title}, ${step} von ${nSteps}`,
  problem: (line, message) => `Zeile ${line}: ${message}`,
  back: 'Zurück',
  next: 'Weiter',
  finish: 'Beenden',
  copyLink: 'Link zu diesem Schritt kopieren',
  edit: 'Diese Lektion bearbeiten',
  inText: lessonTexts,
  status: {
    lesson: (id) => `Die Lektion ${id}`,
    opened: (title) => `Lektion: ${title}`,
    openFirst: 'Öffnen Sie zuerst die Aufnahme dieser Lektion',
    link: 'Der Link',
    copied: 'Ein Link zu diesem Schritt wurde kopiert',
  },
};
