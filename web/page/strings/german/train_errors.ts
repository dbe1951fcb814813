import type { Strings } from '../index.js';
import { atMost } from './numbers.js';

export const trainErrors: Strings['trainErrors'] = {
  noRecording: {
    message: 'Keine Aufnahme ist für das Training ausgewählt',
    hint: 'Kreuzen Sie unter „Daten“ mindestens eine Aufnahme an.',
  },
  channels: {
    message: 'Die gewählten Aufnahmen haben keinen EEG-Kanal gemeinsam',
    hint: 'Trainieren Sie mit Aufnahmen einer Montage, oder wählen Sie die abweichenden ab.',
  },
  tooFew: {
    message: (name, n, fewest) =>
      `Es gibt zu wenige Fenster von „${name}“: ${n}, mindestens ${fewest} sind nötig`,
    outside: (n) =>
      `; ${n} mehr würden über eine Lücke, die Grenze einer Epoche oder ein Ende der Aufnahme reichen`,
    outsideHint: 'Wählen Sie unter „Daten“ andere Grenzen der Fenster, oder kürzere Fenster.',
    annotationsHint: 'Öffnen Sie mehr Aufnahmen mit dieser Annotation, oder wählen Sie sie ab.',
    recordingsHint: 'Öffnen Sie eine längere Aufnahme, oder wählen Sie kürzere Fenster.',
  },
  regression: {
    message:
      'Das geöffnete Modell sagt Zahlen vorher, keine Klassen; Fenster mit Klassen können es daher nicht trainieren',
    hint: 'Wählen Sie ein anderes Netz, oder trainieren Sie dieses Modell mit der Befehlszeile (eegate train).',
  },
  quantized: {
    message: 'Das geöffnete Modell hat 8-Bit-Gewichte, die nicht weiter trainiert werden können',
    hint: 'Öffnen Sie das Modell, aus dem es entstand, oder wählen Sie ein anderes Netz.',
  },
  foreignClass: {
    message: (name, classes) =>
      `„${name}“ ist keine Klasse des geöffneten Modells; seine Klassen sind ${classes.join(' / ')}`,
    hint: 'Geben Sie Ihren Klassen die Namen des Modells, oder wählen Sie ein anderes Netz.',
  },
  persons: {
    message: (why) => `Jede Person reihum auszulassen ist nicht möglich: ${why}`,
    why: {
      few: 'dazu braucht es Aufnahmen von drei oder mehr Personen',
      classes: 'ohne eine von ihnen hat eine Klasse zu wenige Fenster',
      align: 'die Angleichung der Personen braucht alle Fenster einer Person auf einmal',
    },
    hint: 'Wählen Sie unter „Validieren an“ etwas anderes, oder öffnen Sie Aufnahmen von mehr Personen.',
  },
  oneClass: {
    one: (name) => `Es gibt nur eine Klasse, „${name}“: Training braucht mindestens zwei`,
    none: 'Es gibt keine Klassen: Training braucht mindestens zwei',
    annotationsHint:
      'Kreuzen Sie eine zweite Annotation an, oder verwenden Sie ganze Aufnahmen als Klassen.',
    recordingsHint:
      'Öffnen Sie auch eine Aufnahme eines anderen Zustands (etwa Augen offen und Augen geschlossen), oder geben Sie den Aufnahmen verschiedene Klassennamen.',
  },
  option: {
    hint: 'Ändern Sie es unter „Daten“ oder „Mehr“.',
    range: (name, low, high) =>
      `${name} muss zwischen ${atMost(low, 6)} und ${atMost(high, 6)} liegen`,
    step: 'Schritt der Fenster',
    length: 'Länge der Fenster',
    band: 'Band',
    bandMessage: (highestHz) =>
      `Das Band muss von über 0 bis unter ${atMost(highestHz, 3)} Hz ansteigen`,
    window: 'Fenster',
    windowMessage: 'Das Fenster muss nach seinem Beginn enden',
  },
  diverged: {
    message: 'Das Training divergierte sofort; es gibt keine brauchbaren Gewichte',
    hint: 'Trainieren Sie noch einmal mit einer viel kleineren Lernrate.',
  },
  elsewhere: {
    message: 'Ein anderer Tab hat dieses Training übernommen oder beendet',
    hint: 'Suchen Sie es in Ihren anderen Tabs.',
  },
};
