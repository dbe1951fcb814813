import type { Strings } from '../index.js';
import { epochs, ofWindows, people, windows } from './counts.js';
import { fixed, number, percent, percents } from './numbers.js';

const range = (interval: [number, number]) => percents(interval).join(' bis ');

export const outcome: Strings['outcome'] = {
  headline: (accuracy, nWindows, interval, chance) =>
    `${percent(accuracy)} richtig von ${ofWindows(nWindows)}, mit denen es nicht trainiert wurde (95-%-Intervall ${range(interval)}; immer die häufigste Klasse: ${percent(chance)})`,
  headlineOfPersons: (accuracy, nPersons, interval, chance) =>
    `${percent(accuracy)} richtig bei Personen, mit denen es nicht trainiert wurde, Mittel über ${nPersons} Personen (95-%-Intervall ${range(interval)}; immer die häufigste Klasse: ${percent(chance)})`,
  headlineOfSeen: (accuracy, nWindows) =>
    `${percent(accuracy)} richtig von ${ofWindows(nWindows)}, mit denen es vielleicht trainiert wurde: kein Beleg`,
  verdict: {
    of: (nWindows) => `richtig von ${ofWindows(nWindows)}, mit denen es nicht trainiert wurde`,
    ofSeen: (nWindows) =>
      `richtig von ${ofWindows(nWindows)}, mit denen es zum Teil vielleicht trainiert wurde`,
    ofPersons: (nPersons, nWindows) =>
      `richtig bei Personen, mit denen es nicht trainiert wurde: Mittel über ${nPersons} Personen, ${windows(nWindows)}`,
    interval: (interval) => `95-%-Intervall ${range(interval)}`,
    chance: (share) => `häufigste Klasse ${percent(share)}`,
    standings: {
      above: 'Besser, als immer die häufigste Klasse vorherzusagen.',
      unclear: 'Nicht nachweislich besser, als immer die häufigste Klasse vorherzusagen.',
      below: 'Schlechter, als immer die häufigste Klasse vorherzusagen.',
    },
    doubts: {
      copies:
        'Kein Beleg, dass das Modell dies bei neuen Aufnahmen kann: Unter den Daten sind Kopien einer Aufnahme.',
      trainedOnIt:
        'Kein Beleg, dass das Modell dies bei neuen Aufnahmen kann: Das geöffnete Modell wurde mit einigen von diesen trainiert.',
      byFile:
        'Kein Beleg, dass das Modell diese Klassen unterscheiden kann: Jede stammt aus eigenen Aufnahmen.',
    },
    dot: (person, nRight, n) =>
      `Person ${person}: ${number(nRight)} von ${number(n)} richtig (${percent(nRight / n)})`,
    persons: {
      label: 'Jede Person',
      head: ['Person', 'Richtig', 'Fenster', 'Genauigkeit'],
    },
    figure: (share) => percent(share),
    notMeasured: 'Nicht gemessen',
  },
  advice: {
    text: (networks) =>
      networks.length === 1
        ? `${networks[0]} eignet sich vielleicht besser für diese Aufgabe.`
        : `${networks.slice(0, -1).join(', ')} und ${networks.at(-1)} eignen sich vielleicht besser für diese Aufgabe.`,
    compare: (n) => (n === 1 ? 'Trainieren und vergleichen' : 'Beide trainieren und vergleichen'),
    none: 'Auch die anderen empfohlenen Netze wurden versucht. Mehr Daten von mehr Personen helfen vielleicht am meisten.',
  },
  better: (name, accuracy) => `${name} war bei denselben Fenstern besser: ${percent(accuracy)}.`,
  useBetter: (name) => `${name} verwenden`,
  verdicts: {
    notJudged:
      'Für die Validierung wurden keine Daten zurückgehalten; die Genauigkeit wurde daher nicht gemessen. Ein kleiner Trainingsverlust allein sagt nichts über neue Daten.',
    chance:
      'Das Intervall schließt den Anteil der häufigsten Klasse ein: Es ist nicht nachgewiesen, dass das Modell besser ist, als immer diese vorherzusagen.',
    few: (nWindows) =>
      `${windows(nWindows)} sind wenig; eine andere kleine Stichprobe könnte eine ganz andere Zahl ergeben.`,
    byFile:
      'Jede Klasse stammt aus eigenen Aufnahmen: Das Modell unterscheidet vielleicht die Aufnahmen (Elektroden, Tageszeit, Netzbrummen) und nicht die Zustände.',
    simulated:
      'Das Modell wurde mit simuliertem EEG trainiert: Seine Genauigkeit bei echtem EEG ist unbekannt.',
    onePerson:
      'Alle Daten stammen von einer Person: Die Genauigkeit bei anderen Personen ist unbekannt.',
    samePeople:
      'Die Personen in den Validierungsdaten waren auch im Training: Erwarten Sie bei neuen Personen eine geringere Genauigkeit.',
    bestKept:
      'Die beste Epoche wurde an denselben Fenstern ausgewählt; die Schätzung ist also zu günstig. Testen Sie mit neuen Aufnahmen.',
    fewPersons: (n) =>
      `${n} Personen sind wenig: Das Intervall ist breit, und andere Personen können abweichen.`,
    fewPersonsAlike: (n) =>
      `${n} Personen sind wenig: Dass sie so gut übereinstimmen, kann Zufall sein, und andere Personen können stärker abweichen, als das Intervall sagt.`,
    finalModel:
      'Dieses Modell wurde auf dieselbe Art mit allen Personen trainiert; die Genauigkeit gilt für die Modelle, bei denen je eine Person fehlte.',
  },
  splits: {
    persons: (n) => `jede von ${people(n)}, reihum vom Training ausgelassen`,
    subject: (some, all) => `${some} von ${all} Personen, die nicht im Training waren`,
    run: (some, all) => `${some} von ${all} Aufnahmen`,
    block: () => 'der letzte Teil jeder Aufnahme und Klasse',
    none: () => '',
  },
  ends: {
    'epochs done': (n) =>
      n === 1 ? 'Die eine Epoche ist fertig.' : `Alle ${n} Epochen sind fertig.`,
    'no improvement': (n) =>
      `Das Training hörte nach ${epochs(n)} von selbst auf: Das Ergebnis der Validierung wurde nicht mehr besser.`,
    stopped: (n) =>
      `Sie haben das Training nach ${epochs(n)} beendet. Das bis dahin trainierte Modell bleibt.`,
    diverged: (n) =>
      `Das Training divergierte nach ${epochs(n)}: Der Verlust war keine Zahl mehr. Die letzten gültigen Gewichte bleiben. Versuchen Sie eine kleinere Lernrate.`,
  },
  inUse:
    'Klassifizieren verwendet jetzt dieses Modell. Speichern Sie es, um es nach dem Schließen der Seite zu behalten.',
  notInUse:
    'Klassifizieren behält sein Modell, bis Sie „Verwenden“ drücken: Dass dieses besser ist, ist nicht nachgewiesen.',
  figures: {
    summary: 'Kennzahlen und Konfusionsmatrix',
    accuracy: 'Genauigkeit',
    accuracyOf: (accuracy, chance) => `${percent(accuracy)} (häufigste Klasse ${percent(chance)})`,
    balanced: 'Balanciert',
    balancedOf: (share) => `${percent(share)}, das Mittel über die Klassen`,
    macroF1: 'Makro-F1',
    kappa: 'Kappa',
    kappaOf: (kappa) =>
      kappa === undefined
        ? 'keines: nur eine Klasse'
        : `${fixed(kappa, 2)}; 0 ist Zufall, 1 ist vollkommen`,
    ece: 'ECE',
    eceOf: (share) => `${percent(share)}: Kalibrierungsfehler der Wahrscheinlichkeiten`,
    judgedOn: 'Validiert an',
  },
  confusion: {
    label: 'Konfusionsmatrix',
    caption: 'Anzahl der Fenster nach wahrer und vorhergesagter Klasse',
    itWas: 'Wahr',
    predicted: 'Vorhergesagt',
    recognised: 'Erkannt',
    noneThere: 'keine Fenster',
  },
};

const points = (share: number) => `${fixed(Math.abs(100 * share), 1)} Prozentpunkte`;
const signed = (share: number) => `${share < 0 ? '−' : '+'}${points(share)}`;

export const comparison: Strings['comparison'] = {
  label: 'Vergleich',
  title: (first, second) => `${first} und ${second}`,
  counts: (second, onlySecond, first, onlyFirst) =>
    `${second} hatte ${number(onlySecond)} Fenster richtig, die ${first} falsch hatte; umgekehrt waren es ${number(onlyFirst)}`,
  interval: ([low, high]) => `95-%-Intervall ${signed(low)} bis ${signed(high)}`,
  couldBeChance: (counts, difference, interval) =>
    `${counts}: ein Unterschied von ${fixed(Math.abs(100 * difference), 1)} Prozentpunkten, der gut Zufall sein kann (${interval}).`,
  isBetter: (counts, better, difference, interval) =>
    `${counts}: ${better} ist bei diesen Fenstern um ${points(difference)} besser (${interval}). Ein anderer Startwert oder andere Personen können das umkehren.`,
  p: (p) => (p < 0.001 ? `p < ${fixed(0.001, 3)}` : `p = ${fixed(p, 3)}`),
  right: (accuracy, interval) => `${percent(accuracy)} (${range(interval)})`,
  figures: {
    label: 'Kennzahlen beider Netze',
    figure: 'Kennzahl',
    right: 'Richtig',
    balanced: 'Balanciert',
    kappa: 'Kappa',
    lowestLoss: 'Kleinster Verlust',
    toLearn: 'Parameter',
    epochs: 'Epochen',
    time: 'Dauer',
    seconds: (s) => `${fixed(s, 1)} s`,
  },
  pairs: {
    label: 'Fenster für Fenster',
    head: ['Fenster', 'Anzahl'],
    bothRight: 'Beide richtig',
    onlyRight: (network) => `Nur ${network} richtig`,
    neither: 'Keines',
    test: (p) =>
      `Exakter McNemar-Test: ${p}. Er behandelt Fenster als unabhängig; benachbarte sind es nicht.`,
  },
};
