import { fixed, percent } from './numbers.js';

export const tuning = {
  label: 'Nachtraining gemessen',
  compare: 'Lohnt sich Nachtraining?',
  note: 'Trainiert Kopien des Modells an einem Teil dieser Zeitfenster und beurteilt sie und das unveränderte Modell am Rest: Reihum werden Personen ausgelassen, sonst Aufnahmen, sonst zusammenhängende Zeiträume.',
  done: 'Das Nachtraining ist gemessen.',
  learns: 'Was lernt',
  parts: {
    as_is: 'nicht nachtrainiert',
    all: 'das ganze Modell',
    head: 'nur die letzte Schicht',
    norms: 'nur die Normierungen',
  },
  head: ['Nachtrainiert', 'Richtig', 'Gewinn', 'Dauer', ''],
  kept: (part: string, before: number, after: number, interval: string) =>
    `Vorher ${percent(before)} richtig, nachher ${percent(after)} (${part}); der Gewinn beträgt ${interval}. Nachtraining lohnt sich: Dieser Teil ist gewählt.`,
  notKept: (part: string, before: number, after: number, interval: string) =>
    `Vorher ${percent(before)} richtig, nachher bestenfalls ${percent(after)} (${part}); der Gewinn beträgt ${interval}. Nachtraining wird nicht gewählt: Der Unterschied könnte Zufall oder ein Verlust sein. Verwenden Sie das Modell, wie es ist.`,
  gain: (share: number) => `${fixed(100 * share, 1)} Punkte`,
  interval: ([low, high]: [number, number]) =>
    `${fixed(100 * low, 1)} bis ${fixed(100 * high, 1)} Punkte`,
  choose: 'Wählen',
  chooseOf: (part: string) => `Trainieren: ${part}`,
  chosen: 'Gewählt',
  intervals:
    'Die Intervalle gelten mit 95 % für alle Arten zusammen und für gepaarte Unterschiede über dieselben Zeitfenster. Sie behandeln Zeitfenster als unabhängig, was benachbarte nicht sind.',
};
