import { fixed, percent } from './numbers.js';

export const tuning = {
  label: 'Nachtraining gemessen',
  subject: 'Messung des Nachtrainings',
  compare: 'Hilft Nachtraining?',
  note: 'Trainiert Kopien des Modells mit einem Teil dieser Fenster und testet sie und das unveränderte Modell am Rest. Reihum werden Personen ausgelassen, oder Aufnahmen, oder Zeitabschnitte, je nachdem, was die Daten erlauben.',
  done: 'Das Nachtraining ist gemessen.',
  learns: 'Was lernt',
  parts: {
    as_is: 'nicht nachtrainiert',
    all: 'das ganze Modell',
    head: 'nur die letzte Schicht',
    norms: 'nur die Normierungen',
  },
  head: ['Nachtrainiert', 'Genauigkeit', 'Gewinn', 'Dauer', ''],
  helps: (part: string, before: number, after: number, interval: string) =>
    `Vorher ${percent(before)} richtig, nachher ${percent(after)} (${part}); der Gewinn beträgt ${interval}. Nachtraining hilft: Dieser Teil ist gewählt.`,
  doesNotHelp: (part: string, before: number, after: number, interval: string) =>
    `Vorher ${percent(before)} richtig, nachher bestenfalls ${percent(after)} (${part}); der Gewinn beträgt ${interval}. Nachtraining wird nicht gewählt, weil der Unterschied Zufall oder ein Verlust sein könnte. Verwenden Sie das unveränderte Modell.`,
  noEvidence: (n: number, nAll: number) =>
    `Kein Beleg, dass Nachtraining hilft oder nicht hilft: Das geöffnete Modell wurde mit ${n === nAll ? (n === 1 ? 'dieser Aufnahme' : `allen ${n} dieser Aufnahmen`) : `${n} dieser ${nAll} Aufnahmen`} trainiert; seine Genauigkeit „vorher“ ist kein Test. Wählen Sie Aufnahmen, die es nicht kennt.`,
  gain: (share: number) => `${fixed(100 * share, 1)} Punkte`,
  interval: ([low, high]: [number, number]) =>
    `${fixed(100 * low, 1)} bis ${fixed(100 * high, 1)} Punkte`,
  choose: 'Wählen',
  chooseOf: (part: string) => `Trainieren: ${part}`,
  chosen: 'Jetzige Einstellung',
  intervals:
    'Die 95-%-Intervalle gelten für alle Teile zusammen, für gepaarte Unterschiede über dieselben Fenster. Sie behandeln Fenster als unabhängig; benachbarte sind es nicht.',
};
