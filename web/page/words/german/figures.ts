import type { Words } from '../index.js';

export const figures: Words['figures'] = {
  save: (title) => `Abbildung speichern: ${title}`,
  open: 'Abbildung speichern',
  formats: { svg: 'SVG', png: 'PNG' },
  tooLarge: 'Die Abbildung ist für ein Bild aus Pixeln zu groß.',
  titles: {
    signals: 'Signale',
    confusion: 'Konfusionsmatrix',
    head: 'Kopfkarte',
    spectrum: 'Spektrum',
    relevance: 'Relevanz',
    bands: 'Frequenzbänder',
    curves: 'Trainingskurven',
    verdict: 'Ergebnis des Trainings',
    inside: 'Im Modell',
  },
};
