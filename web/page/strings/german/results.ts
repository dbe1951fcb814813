import type { Strings } from '../index.js';
import { ofWindows, windows } from './counts.js';
import { length, number, percent, percents } from './numbers.js';

const overlapping = 'Die Fenster überlappen, daher ist das wahre Intervall breiter.';

export const results: Strings['results'] = {
  overlapping,
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
  annotationsChanged:
    'Annotationen dieser Aufnahme wurden von Hand geändert, von denen die wahren Klassen und die Übereinstimmung unten abhängen. Der Hash ist der der unveränderten Datei: Um den Vergleich zu wiederholen, braucht man auch die geänderten Annotationen.',
  reportTitle:
    'Versionen, Prüfsummen, Aufbereitung, Eignung, Ergebnisse und Grenzen auf einer Seite',
  otherModel: {
    note: (ran, chosen) =>
      `Das sind die Ergebnisse von „${ran}“. Gewählt ist das Modell „${chosen}“.`,
    classify: (chosen) => `Mit „${chosen}“ klassifizieren`,
  },
  nothingYet: 'Noch ist nichts klassifiziert.',
  refusedNext:
    'Wählen Sie ein passendes Modell, öffnen Sie eine andere Aufnahme, oder trainieren Sie ein eigenes Modell mit Aufnahmen wie dieser.',
  chooseModel: 'Modell wählen',
  trainOwn: 'Modell trainieren',
  openSleep: 'Stadien in „Schlaf“ zeigen',
  head: {
    epoch: 'Fenster',
    onset: 'Beginn',
    fileSays: 'Annotation',
    modelSays: 'Vorhersage',
    probability: 'P',
  },
  isWrong: 'Die Annotation nennt eine andere Klasse als die Vorhersage.',
  notValid: 'Kein gültiges Ergebnis.',
  overridden:
    'Aufnahme und Modell passen nicht zusammen. Sie wurden auf Wunsch klassifiziert, und jede gespeicherte Datei ist als ungültig markiert.',
  soFar: (nDone, total) => `bisher ${number(nDone)} von ${ofWindows(total)}`,
  planning: 'Fenster werden geplant',
  stopped: (nDone, total) =>
    `Nach ${number(nDone)} von ${ofWindows(total)} angehalten. Klassifizieren Sie noch einmal, um fertigzuwerden und zu speichern.`,
  failed: 'Das Klassifizieren ist fehlgeschlagen; siehe die Meldung oben.',
  noEpoch:
    'Die Aufnahme enthält kein vollständiges Fenster. Verwenden Sie eine längere Aufnahme oder ein anderes Modell.',
  done: (total, durationS, model) => `${windows(total)} in ${length(durationS)}, mit „${model}“.`,
  notCompared: (annotated, classes) =>
    `Nicht mit den Annotationen verglichen: ${annotated.join(', ')} ${annotated.length === 1 ? 'gehört' : 'gehören'} nicht zu den Klassen dieses Modells (${classes.join(', ')}).`,
  points: (annotated) =>
    `${annotated.join(', ')} ${annotated.length === 1 ? 'markiert einen Zeitpunkt, in dem' : 'markieren Zeitpunkte, in denen'} kein Fenster liegt: Geben Sie ${annotated.length === 1 ? 'ihm' : 'ihnen'} zum Vergleich unter „Annotationen“ eine Dauer.`,
  right: (nRight, n, interval) =>
    `Richtig in ${number(nRight)} von ${ofWindows(n)} (95-%-Intervall ${percents(interval).join(' bis ')}).`,
  rightOf: (nUnknown, isOverlapping, isComplete) =>
    [
      'Verglichen mit den Annotationen.',
      nUnknown
        ? `${windows(nUnknown)} ohne eindeutige Klasse ${nUnknown === 1 ? 'zählt' : 'zählen'} nicht mit${isComplete ? '' : ' (bisher gelesene Annotationen)'}.`
        : '',
      isOverlapping ? overlapping : '',
    ]
      .filter(Boolean)
      .join(' '),
  truthChanged: (n) =>
    `Annotationen wurden von Hand geändert: Die wahre Klasse von ${ofWindows(n)} ist nicht die der Datei.`,
  trainedOnIt:
    'Kein Beleg, dass das Modell dies bei neuen Aufnahmen kann: Es wurde mit dieser trainiert.',
  oneClass:
    'Alle annotierten Fenster haben dieselbe Klasse: Ein Vergleich mit der häufigsten Klasse braucht auch Aufnahmen der anderen Klassen.',
  share: (n, share) => `${windows(n)}, ${percent(share)}`,
  leftOutReasons: {
    'start of data': 'beginnen vor den Daten',
    'end of data': 'enden nach den Daten',
    gap: 'Lücke',
    'padded tail': 'aufgefülltes Ende der Datei',
    'not in labels': 'mit einem anderen Label annotiert',
  },
  leftOut: (some) =>
    `Übergangen: ${some.map(({ reason, count }) => `${count} (${reason})`).join(', ')}`,
  epochs: 'Fenster. Auf und ab gehen von Zeile zu Zeile.',
  whatIsAnEpoch:
    'Ein Fenster ist ein Abschnitt der Aufnahme, den das Modell als Ganzes klassifiziert. Wählen Sie unten eines, um es in den Kurven zu sehen; „Erklären“ und „Im Modell“ zeigen, warum es so klassifiziert wurde.',
  second: {
    choose: 'Zweites Modell',
    none: 'keines',
    says: 'Zweite Vorhersage',
    isOther: 'Das zweite Modell sagt eine andere Klasse voraus als das erste.',
    running: (nDone, total) =>
      `Wird klassifiziert: ${number(nDone)} von ${total === undefined ? '… Fenstern' : ofWindows(total)}.`,
    nothing: 'Die beiden Modelle haben kein Fenster gemeinsam.',
    agree: (nSame, n) =>
      `Beide Modelle stimmen in ${number(nSame)} von ${ofWindows(n)} überein: ${percent(nSame / n)}.`,
    right: (n, nFirst, nSecond) =>
      `In ${ofWindows(n)} unterscheiden sie sich, und die Klasse ist annotiert: Das erste hat ${number(nFirst)} richtig, das zweite ${number(nSecond)}.`,
    accuracy: (nRight, n, interval) =>
      `Das zweite hat ${number(nRight)} von ${ofWindows(n)} richtig, ${percent(nRight / n)} (95-%-Intervall ${percents(interval).join(' bis ')}).`,
    files:
      'Als CSV oder JSON gespeichert, enthalten Ergebnisse auch die des zweiten Modells; Ereignisse und Annotationen sind die des ersten. Der Bericht nennt, wie oft das zweite richtig war.',
    report: (title, agreement, accuracy) =>
      [
        `In der Seite verglichen mit dem Modell „${title}“, dem zweiten Modell.`,
        agreement,
        accuracy,
      ]
        .filter(Boolean)
        .join(' '),
    differsOnly: 'Nur verschiedene',
    differs: (n) =>
      n
        ? `Sie unterscheiden sich in ${ofWindows(n)}.`
        : 'Sie unterscheiden sich in keinem Fenster.',
    done: (title) => `„${title}“ hat dieselbe Aufnahme klassifiziert.`,
  },
  correct: (n) => `Wahre Klasse von Fenster ${n}`,
  correctChosen: 'Wahre Klasse des gewählten Fensters',
  noClearClass: 'keine eindeutige Klasse',
  noneChosen: 'kein Fenster gewählt',
  showEpoch: (n) => `Fenster ${n} in den Kurven zeigen`,
  calibration: {
    atNext: 'Die Kalibrierung gilt ab der nächsten Klassifikation: „Klassifizieren“ drücken.',
    title: 'Auf diese Person kalibrieren',
    none: 'Nein',
    rules: {
      median: 'Median-Schwelle',
      recentre: 'Rezentrieren',
    },
    condition:
      'Verwendet alle Fenster dieser Aufnahme, ohne Klassenangaben. Das ist nur richtig, wenn die Aufnahme alle Zustände zu etwa gleichen Teilen enthält. Jede Ausgabe wird es angeben.',
    oneClass: (name) =>
      `Alle annotierten Fenster dieser Aufnahme sind „${name}“: Kalibrieren würde entfernen, was diese Klasse von anderen unterscheidet.`,
    again: 'Klassifizieren Sie noch einmal, um es anzuwenden.',
    stamps: {
      median: 'Ohne Klassenangaben auf diese Person kalibriert, durch den Median.',
      recentre: 'Ohne Klassenangaben auf diese Person kalibriert, durch Rezentrieren.',
    },
  },
};
