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
    start: 'Der Moment, in dem sich die Augen schließen',
    live: 'Laufendes Signal und Entscheidungen',
    trials: 'Fenster des Spielplatzes',
    found: 'Was das Netz des Spielplatzes findet',
    deletion: 'Löschkurve',
  },
};
