import type { Strings } from '../index.js';
import { atMost, hertz, number, significant } from './numbers.js';

export const setup: Strings['train']['setup'] = {
  modes: {
    legend: 'Die Klassen sind',
    annotations: 'Annotationen in den Aufnahmen',
    recordings: 'ganze Aufnahmen',
  },
  ignoredCorrections: (names) =>
    `In ${names.join(', ')} wurden Annotationen von Hand geändert. Sie werden nicht verwendet: Jede ganze Aufnahme gehört zu einer Klasse. Damit sie zählen, wählen Sie Annotationen als Klassen.`,
  notEeg: {
    note: (names) =>
      `Nicht nur EEG: Das Modell lernt auch aus ${names.join(', ')} und kann die Klassen an Augen, Herz oder Muskeln unterscheiden.`,
    leaveOut: (names) => `Ohne ${names.join(', ')} lernen`,
  },
  sources: {
    label: 'Aufnahmen für das Training',
    recording: 'Aufnahme',
    class: 'Klasse',
    person: 'Person',
    length: 'Länge',
    channels: 'Kanäle',
    channelsAt: (n, sfreq) => `${n}, ${hertz(sfreq)}`,
  },
  classOf: (name) => `Klasse von ${name}`,
  personOf: (name) => `Person von ${name}`,
  labels: {
    label: 'Annotationen als Klassen',
    head: ['Annotation', 'Klasse', 'Anzahl', 'Dauer'],
    count: (n, nRecordings) => `${n}${nRecordings > 1 ? ` in ${nRecordings} Aufnahmen` : ''}`,
    lasts: (durationS) => `${atMost(durationS, 1)} s`,
    moment: 'ein Zeitpunkt',
  },
  cuts: {
    legend: 'Fenster',
    after: 'eines nach dem Beginn jeder Annotation',
    along: 'gleitend über jede Annotation',
    tooShort: (shortestS) =>
      `„Gleitend“ braucht von jeder Klasse Annotationen, die mindestens ${atMost(shortestS, 1)} s dauern.`,
  },
  windowFrom: 'Fenster von',
  windowTo: 'Fenster bis',
  windowLength: 'Fensterlänge',
  windowEvery: 'Ein Fenster alle',
  bandFrom: 'Band von',
  bandTo: 'Band bis',
  ofOpenedModel: 'Filter, Kanäle und Abtastrate sind die des geöffneten Modells.',
};

export const settings: Strings['train']['settings'] = {
  network: 'Netz',
  advanced: 'Mehr',
  validateOn: 'Validieren an',
  splits: {
    auto: 'automatisch: was die Daten erlauben',
    persons: 'jeder Person reihum',
    subject: 'einem Sechstel der Personen, mindestens einer',
    run: 'einem Sechstel der Aufnahmen, mindestens einer',
    block: 'dem letzten Teil jeder Aufnahme',
    none: 'nichts: mit allem trainieren',
  },
  splitSentences: {
    auto: 'Jede Person reihum, wenn es drei oder mehr gibt und es weniger als eine Minute dauert; sonst neue Personen, andere Aufnahmen oder der letzte Teil jeder Aufnahme.',
    persons:
      'Reihum eine Person auslassen: misst die Genauigkeit bei Personen, die nicht im Training waren, mit einem Ergebnis für jede.',
    subject:
      'Etwa ein Sechstel der Personen, mindestens eine, wird zurückgehalten: misst die Genauigkeit bei Personen, die nicht im Training waren.',
    run: 'Etwa ein Sechstel der Aufnahmen, mindestens eine, wird zurückgehalten: misst die Genauigkeit bei anderen Aufnahmen derselben Personen.',
    block:
      'Das letzte Sechstel jeder Aufnahme wird zurückgehalten: misst die Genauigkeit etwas später in derselben Sitzung. Das ist ein leichter Test.',
    none: 'Die Genauigkeit wird nicht gemessen.',
  },
  compareWith: 'Vergleichen mit',
  noComparison: 'keinem anderen Netz',
  oneNetwork: 'Ein Netz',
  comparisonNote: 'Beide werden nacheinander mit denselben Fenstern trainiert und validiert.',
  noComparisonNote: 'Ein zweites Netz kann mit denselben Fenstern trainiert und validiert werden.',
  openedModel: 'Das geöffnete Modell',
  goOnFrom: (title) => `Ausgehend von „${title}“`,
  fineTuning: (classes) =>
    `Das Training beginnt mit seinen Gewichten (Feinabstimmung). Seine Klassen sind ${classes.join(' / ')}; geben Sie Ihren dieselben Namen.`,
  epochs: 'Epochen',
  learningRate: 'Lernrate',
  batchSize: 'Batchgröße',
  seed: 'Startwert',
  note: 'In einer Epoche sieht das Netz jedes Fenster einmal; nach jedem Batch werden seine Gewichte angepasst. Derselbe Startwert ergibt dasselbe Modell.',
  optimizer: 'Optimierer',
  optimizers: {
    adamw: 'AdamW',
    adam: 'Adam',
    adam_keras: 'Adam wie in Keras',
    sgd: 'SGD mit Momentum',
  },
  scaling: 'Jedes Fenster skalieren',
  scalings: {
    zscore: 'jeden Kanal für sich',
    zscore_trial: 'alle Kanäle zusammen',
    none: 'gar nicht: Mikrovolt',
  },
  labelSmoothing: 'Label-Glättung',
  patience: 'Geduld',
  timeJitter: 'Zeitversatz',
  silenced: 'Stumme Kanäle',
  units: { seconds: 's', hertz: 'Hz', epochs: 'Epochen', share: 'Anteil' },
  balanced: 'Seltenen Klassen mehr Gewicht geben',
  mirror:
    'In der Hälfte der Fenster die Hirnhälften spiegeln und „left …“ und „right …“ vertauschen',
  align:
    'Euklidische Angleichung der Personen: braucht alle Fenster einer Person auf einmal, läuft also nicht live',
  moreNote:
    'Geduld beendet das Training nach so vielen Epochen ohne besseres Ergebnis der Validierung; 0 nie. Zeitversatz, stumme Kanäle und Spiegeln ändern nur Fenster des Trainings, nie die der Validierung.',
};

export const facts: Strings['train']['facts'] = {
  unfit: (message, found, expected, hint) => {
    const numbers = [found && `gefunden ${found}`, expected && `nötig ${expected}`].filter(Boolean);
    return `Dieses Netz lässt sich mit diesen Fenstern nicht verwenden: ${message}${numbers.length ? ` (${numbers.join(', ')})` : ''}. ${hint}`;
  },
  unfitShort: (message) => `Nicht verwendbar: ${message}.`,
  tooMany: (parameters) =>
    `${number(parameters)} Parameter: zu viele, um in einer Seite gemessen oder trainiert zu werden.`,
  cost: (parameters, window, epoch) =>
    `${number(parameters)} Parameter; hier auf einem Kern gemessen: ${window} für ein Fenster, ${epoch} für eine Epoche des Trainings.`,
  short: (parameters, epoch) =>
    `${number(parameters)} Parameter${epoch === null ? '' : `, ${epoch} je Epoche`}`,
  milliseconds: (ms) =>
    ms < 0.1 ? `weniger als ${atMost(0.1, 1)} ms` : `${significant(ms, 2)} ms`,
  seconds: (s) => {
    if (s < 0.1) return `< ${atMost(0.1, 1)} s`;
    return s < 100 ? `${significant(s, 2)} s` : `${Math.round(s / 60)} min`;
  },
  all: (n) => `Alle ${n} Netze`,
};
