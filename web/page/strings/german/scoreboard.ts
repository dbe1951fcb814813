import { fixed } from './numbers.js';

export const scoreboard = {
  title: 'Vergleichstafel: Genauigkeit je Protokoll',
  data: 'Vorgestellte linke und rechte Faust von 15 Personen (S001 bis S015 des EEG Motor Movement/Imagery Dataset), 64 Elektroden, 8 bis 32 Hz, 0 bis 3 s nach dem Hinweisreiz. Prozent, Mittel über Personen. MOABB: 109 Personen desselben Datensatzes, Fläche unter der Kurve (Chevallier u. a. 2024).',
  head: [
    'Protokoll',
    'Verfahren',
    'AUC',
    'Genauigkeit',
    'MOABB, AUC',
    'Optionen von eegate benchmark',
  ],
  protocols: {
    folds: 'fünf gemischte Teile, wie MOABB',
    run: 'ein Durchgang ausgelassen',
    shuffledFolds: 'fünf gemischte Teile, Labels vertauscht',
    shuffledRun: 'ein Durchgang ausgelassen, Labels vertauscht',
  },
  methods: {
    csp: 'gemeinsame räumliche Muster (CSP)',
    mdm: 'nächste mittlere Kovarianz',
    fgmdm: 'Filterung auf der Geodäte',
    tangent: 'Tangentialraum',
    recentred: 'Tangentialraum, je Durchgang ohne Klassenangaben neu zentriert',
    fbcsp: 'gemeinsame räumliche Muster (CSP) aus sechs Bändern',
    fbts: 'Tangentialräume aus sechs Bändern',
  },
  figure: (percent: number) => fixed(percent, 1),
  published: (percent: number) => fixed(percent, 2),
  none: '–',
  finding:
    'Mit vertauschten Labels gibt es nichts zu lernen; ein unverzerrtes Protokoll findet daher 50. Gemischte Teile finden weniger, wenn sich Durchgänge unterscheiden, denn die Trainingsdaten enthalten mehr von der Klasse, die im Testteil seltener ist. Wenn Personen mehrere Durchgänge haben, lassen Sie Durchgänge aus.',
  alignment:
    'Werden Durchgänge vor gemischten Teilen ausgerichtet, gelangen die Labels in die Daten, denn die Versuche jedes Durchgangs haben dann dieselbe Summe. Mit vertauschten Labels finden Tangentialräume 58,5 statt 41,0, mit einem ausgelassenen Durchgang 47,9.',
  confound:
    'Rechte Faust gegen Füße, die aus verschiedenen Durchgängen stammen, erreicht in gemischten Teilen 99,7; Ruhe gegen Ruhe derselben Durchgänge erreicht 95,1 (Tangentialraum, drei Personen). Mit einem ausgelassenen Paar benachbarter Durchgänge: 70,3 und 49,8. Befehle: docs/BENCHMARK.md.',
  repeat:
    'Jede Zeile lässt sich mit diesen Befehlen wiederholen; ihre Optionen stehen am Ende des letzten:',
};
