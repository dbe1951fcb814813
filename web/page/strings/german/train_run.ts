import type { Strings } from '../index.js';
import { channels, epochs, people, recordings, windows } from './counts.js';
import { atMost, fixed, number, percent } from './numbers.js';

export const run: Strings['train']['run'] = {
  headings: {
    preparing: 'Die Aufnahmen werden vorbereitet',
    running: 'Training läuft',
    paused: 'Angehalten',
    stopping: 'Endet nach diesem Schritt',
    ended: 'Fertig',
    failed: 'Training fehlgeschlagen',
  },
  ended: {
    'epochs done': 'Fertig',
    'no improvement': 'Fertig',
    stopped: 'Beendet',
    diverged: 'Divergiert',
  },
  heading: (state, title, network) =>
    `${state}: ${title}${network === null ? '' : ` · ${network}`}`,
  reading: (nRecordings) => `${recordings(nRecordings)} werden gelesen und gefiltert`,
  waiting: 'wartet',
  progress: (epoch, nEpochs, left) => `Epoche ${number(epoch)} von ${number(nEpochs)}, ${left}`,
  withoutPerson: (person, k, n) => `Ohne Person ${person} (${k} von ${n})`,
  onEverybody: 'Endgültiges Modell, mit allen',
  personsSoFar: 'Genauigkeit bei jeder ausgelassenen Person',
  remaining: (remainingS) => {
    if (remainingS === null || !Number.isFinite(remainingS)) return 'Restzeit noch nicht bekannt';
    if (remainingS < 1) return 'noch weniger als eine Sekunde';
    if (remainingS < 90) return `noch etwa ${Math.round(remainingS)} s`;
    if (remainingS < 5400) return `noch etwa ${Math.round(remainingS / 60)} min`;
    return `noch etwa ${fixed(remainingS / 3600, 1)} Stunden`;
  },
  charts: {
    loss: 'Verlust:',
    training: 'Training',
    validation: 'Validierung',
    validationOf: (network) => `Validierung, ${network}`,
    accuracy: 'Genauigkeit der Validierung',
    epochs: 'Epochen',
    chance: 'häufigste Klasse',
  },
  firstEpoch: 'Die erste Epoche läuft.',
  notANumber: 'keine Zahl',
  curves: (nEpochs, training, validation, right, best) => {
    const parts = [
      `Nach ${epochs(nEpochs)}: Trainingsverlust ${training.last} (${training.first} nach der ersten)`,
    ];
    if (validation !== null) parts.push(`Validierungsverlust ${validation}`);
    if (right)
      parts.push(
        `Genauigkeit ${percent(right.accuracy)} (häufigste Klasse ${percent(right.chance)})`,
      );
    if (best) parts.push(`beste ${percent(best.accuracy)} in Epoche ${best.epoch}`);
    return `${parts.join(' · ')}.`;
  },
  epochs: {
    summary: 'Die Kurven als Tabelle',
    label: 'Epochen',
    head: [
      'Epoche',
      'Trainingsverlust',
      'Validierungsverlust',
      'Genauigkeit',
      'Balanciert',
      'Kappa',
      'Beste',
    ],
  },
  about: {
    summary: 'Einzelheiten des Trainings',
    trainedOn: 'Trainiert mit',
    setAside: 'Zurückgehalten',
    how: 'Wie',
    from: 'Aus',
    leftOut: 'Übergangen',
    window: 'Fenster',
    model: 'Modell',
    settings: 'Einstellungen',
    steps: 'Schritte',
    ofClasses: (n, perClass) => `${windows(n)}: ${perClass}`,
    nothing: 'nichts',
    origin: (nPersons, nRecordings) => `${people(nPersons)}, ${recordings(nRecordings)}`,
    leftOutItem: (count, reason) => `${count} (${reason})`,
    windowOf: (durationS, nChannels) => `${atMost(durationS, 3)} s, ${channels(nChannels)}`,
    modelOf: (network, parameters) => `${network}, ${number(parameters)} Parameter`,
    settingsOf: (optimizer, learningRate, batchSize, patience, seed) =>
      `${optimizer}, Lernrate ${atMost(learningRate, 8)}, Batches von ${batchSize}, Geduld ${patience}, Startwert ${seed}`,
    stepsOf: (perEpoch, all) => `${number(perEpoch)} in jeder Epoche, ${number(all)} insgesamt`,
  },
};

export const runs: Strings['train']['runs'] = {
  label: 'Läufe dieses Besuchs',
  title: (n) => `Läufe dieses Besuchs (${n})`,
  head: {
    order: 'Nr.',
    name: 'Netz',
    data: 'Klassen und Daten',
    seed: 'Startwert',
    accuracy: 'Genauigkeit (95-%-Intervall)',
    judged: 'Validiert an',
    time: 'Dauer',
    actions: '',
  },
  compare: (name) => `${name} vergleichen`,
  compareHead: 'Paar',
  nameOf: (name) => `Name von ${name}`,
  data: (title, nPersons, nRecordings) =>
    `${title}: ${people(nPersons)}, ${recordings(nRecordings)}`,
  accuracy: (accuracy, [low, high]) =>
    `${percent(accuracy)} (${fixed(100 * low, 0)} bis ${fixed(100 * high, 0)})`,
  notJudged: 'nicht gemessen',
  judged: {
    persons: (n) => `jeder von ${people(n)}`,
    subject: (some, all) => `${some} von ${people(all)}`,
    run: (some, all) => `${some} von ${recordings(all)}`,
    block: 'Ende jeder Aufnahme',
    none: 'nichts',
  },
  best: 'bestes bei diesen Fenstern',
  show: 'Zeigen',
  showOf: (name) => `${name} zeigen`,
  save: 'Speichern',
  saveOf: (name) => `${name} speichern`,
  use: 'Verwenden',
  useOf: (name) => `${name} verwenden`,
  inUseOf: (name) => `In Gebrauch: ${name}`,
  pickTwo: 'Kreuzen Sie zwei Läufe an, um sie Fenster für Fenster zu vergleichen.',
  pickOne: 'Kreuzen Sie noch einen Lauf an, um beide zu vergleichen.',
  cannot: (why) => `Diese beiden lassen sich nicht Fenster für Fenster vergleichen: ${why}.`,
  why: {
    unjudged: 'einer von ihnen wurde nicht validiert',
    classes: 'ihre Klassen sind verschieden',
    data: 'sie wurden mit anderen Daten oder anderen Fenstern trainiert',
    judged: 'sie wurden auf verschiedene Arten validiert',
    seed: 'ihre Startwerte sind verschieden, daher wurden andere Fenster zurückgehalten',
    windows: 'sie wurden an verschiedenen Fenstern validiert',
  },
};
