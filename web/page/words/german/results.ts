import type { Words } from '../index.js';
import { ofWindows, windows } from './counts.js';
import { length, percent } from './numbers.js';

export const results: Words['results'] = {
  label: 'Ergebnisse',
  tab: 'Ergebnis',
  figure: (accuracy) => percent(accuracy),
  wrongOnly: 'Nur falsche',
  wrong: (n) => (n ? `Falsch in ${ofWindows(n)}.` : 'Kein Fenster ist falsch.'),
  save: 'Ergebnisse speichern',
  format: 'Dateiformat',
  formats: {
    csv: 'CSV-Tabelle',
    json: 'JSON',
    tsv: 'BIDS events.tsv',
    edf: 'EDF+-Annotationen',
  },
  print: 'Drucken',
  report: 'Bericht',
  reportTitle:
    'Versionen, Prüfsummen, Aufbereitung, Eignung, Ergebnisse und Grenzen auf einer Seite',
  nothingYet: 'Noch ist nichts klassifiziert. Drücken Sie Klassifizieren.',
  head: {
    epoch: 'Fenster',
    onset: 'Beginn',
    fileSays: 'Datei sagt',
    modelSays: 'Modell sagt',
    probability: 'P',
  },
  notValid: 'Kein gültiges Ergebnis.',
  overridden:
    'Aufnahme und Modell passen nicht zusammen; es wurde auf Wunsch klassifiziert, und jede gespeicherte Datei sagt das.',
  soFar: (nDone, total) => `bisher ${nDone} von ${ofWindows(total)}`,
  planning: 'Die Fenster werden festgelegt',
  stopped: (nDone, total) =>
    `Nach ${nDone} von ${ofWindows(total)} angehalten. Klassifizieren Sie noch einmal, um fertigzuwerden und zu speichern.`,
  failed: 'Das Klassifizieren ist fehlgeschlagen; siehe die Meldung oben.',
  noEpoch: 'Es gibt kein Fenster zu klassifizieren.',
  done: (total, durationS, model) => `${windows(total)} in ${length(durationS)}, mit „${model}“.`,
  right: (nRight, n, [low, high]) =>
    `Richtig in ${nRight} von ${ofWindows(n)} (95-%-Intervall ${percent(low)} bis ${percent(high)}).`,
  rightOf: (nUnknown, isOverlapping, isComplete) =>
    [
      'Verglichen mit den Annotationen der Datei.',
      nUnknown
        ? `${windows(nUnknown)} ohne eindeutige Klasse ${nUnknown === 1 ? 'zählt' : 'zählen'} nicht mit${isComplete ? '' : ' (bisher gelesene Annotationen)'}.`
        : '',
      isOverlapping ? 'Die Fenster überlappen, daher ist das wahre Intervall breiter.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  share: (n, share) => `${windows(n)}, ${percent(share)}`,
  leftOutReasons: {
    'start of data': 'beginnen vor den Daten',
    'end of data': 'enden nach den Daten',
    gap: 'Lücke',
    'padded tail': 'aufgefülltes Ende',
    'not in labels': 'nicht unter den Klassen',
  },
  leftOut: (some) =>
    `Ausgelassen: ${some.map(({ reason, count }) => `${count} (${reason})`).join(', ')}`,
  epochs: 'Fenster. Auf und ab gehen von Zeile zu Zeile.',
  whatIsAnEpoch:
    'Ein Fenster ist ein Abschnitt der Aufnahme, den das Modell auf einmal beurteilt. Wählen Sie unten eines: Die Kurven gehen dorthin, und „Erklären“ und „Im Modell“ zeigen, warum.',
  second: {
    choose: 'Zweites Modell',
    none: 'keines',
    says: 'Zweites sagt',
    running: (nDone, total) =>
      `Wird klassifiziert: ${nDone} von ${total === undefined ? '… Fenstern' : ofWindows(total)}.`,
    nothing: 'Beide haben kein Fenster gemeinsam.',
    agree: (nSame, n) =>
      `Beide sagen bei ${nSame} von ${ofWindows(n)} dasselbe: ${percent(nSame / n)}.`,
    right: (n, nFirst, nSecond) =>
      `Von ${ofWindows(n)}, in denen sie sich unterscheiden und die Datei die Klasse sagt, hat das erste ${nFirst} richtig, das zweite ${nSecond}.`,
    differsOnly: 'Nur verschiedene',
    differs: (n) =>
      n
        ? `Sie unterscheiden sich in ${ofWindows(n)}.`
        : 'Sie unterscheiden sich in keinem Fenster.',
    done: (title) => `„${title}“ hat dieselbe Aufnahme klassifiziert.`,
  },
  correct: (n) => `Fenster ${n} war`,
  asTheFileSays: 'wie die Datei sagt',
  showEpoch: (n) => `Fenster ${n} in den Kurven zeigen`,
  calibration: {
    title: 'Auf diese Person kalibrieren',
    none: 'Nein',
    rules: {
      median: 'Median-Schwelle',
      recentre: 'Rezentrieren',
    },
    condition:
      'Nach allen Fenstern dieser Aufnahme, ohne Klassenangaben. Das stimmt nur, wenn die Aufnahme alle Zustände zu etwa gleichen Teilen enthält. Jede Ausgabe wird es sagen.',
    oneClass: (name) =>
      `Soweit die Datei es sagt, sind alle Fenster dieser Aufnahme „${name}“: Kalibrieren nimmt weg, was sie von anderen unterscheidet.`,
    again: 'Klassifizieren Sie noch einmal, um es anzuwenden.',
    stamps: {
      median: 'Ohne Klassenangaben auf diese Person kalibriert, durch den Median.',
      recentre: 'Ohne Klassenangaben auf diese Person kalibriert, durch Rezentrieren.',
    },
  },
};
