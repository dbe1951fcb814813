import type { Strings } from '../index.js';

export const figures: Strings['figures'] = {
  save: (title) => `Abbildung speichern: ${title}`,
  open: 'Abbildung speichern',
  formats: { svg: 'SVG', png: 'PNG' },
  tooLarge: 'Die Abbildung ist für ein PNG-Bild zu groß. Speichern Sie sie als SVG.',
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
    start: 'Schließen der Augen im Beispiel',
    live: 'Live-Signal und Entscheidungen',
    trials: 'Fenster des Spielplatzes',
    found: 'Ergebnis des Spielplatzes',
    deletion: 'Löschkurve',
  },
};
