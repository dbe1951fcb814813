import type { Strings } from '../index.js';
import { annotationsOf, channels } from './counts.js';
import { atMost, bytes, counted, fixed, number, plural } from './numbers.js';

const warnings = (n: number) => counted(n, 'Warnung', 'Warnungen');

export const recording: Strings['recording'] = {
  label: 'Angaben zur Aufnahme',
  open: 'Angaben',
  simulated: 'simuliert',
  channels,
  facts: {
    format: 'Format',
    length: 'Länge',
    started: 'Beginn',
    rates: 'Abtastraten',
    gaps: 'Lücken',
    size: 'Größe',
    patient: 'Patient',
    recording: 'Aufnahme',
  },
  length: (time, durationS) => `${time} (${number(durationS)} s)`,
  notKnown: 'nicht bekannt',
  gap: (durationS, time) => `${fixed(durationS, 1)} s bei ${time}`,
  noGaps: 'keine',
  size: (sizeBytes, bytesRead) =>
    `${bytes(sizeBytes)}; bisher ${bytes(bytesRead)} gelesen${bytesRead > sizeBytes ? ', Teile davon mehrmals' : ''}`,
  emptyField: 'leer',
  showIdentity: 'Identität zeigen',
  hideIdentity: 'Identität verbergen',
  saveCopy: 'Kopie ohne Identität speichern',
  noCopy: 'Kopien ohne Identität sind nur von EDF- und BDF-Dateien möglich.',
  copyChanged: (fields) =>
    `In der Kopie ${plural(fields.length, 'ist', 'sind')} ${fields.join(', ')} ersetzt; alle anderen Bytes sind unverändert.`,
  copySame: 'Diese Felder waren schon leer: Die Kopie ist identisch.',
  copyName: 'Der Name der Kopie enthält den Namen der Aufnahme nicht.',
  nothingRepaired: 'In dieser Datei wurden keine Probleme gefunden.',
  warnings: {
    aboutData: (n) => `${warnings(n)} zu Abtastwerten, Einheiten oder Zeiten`,
    aboutForm: (n) => `${warnings(n)} zum Dateiformat`,
    atByte: (offset) => `(Byte ${number(offset)})`,
  },
  channelTable: {
    label: 'Kanäle',
    head: ['Name', 'In der Datei', 'Referenz', 'Einheit', 'Rate', 'Abtastwerte', 'Art'],
    prefiltering: 'Vorfilter',
    kinds: { trigger: 'Trigger', voltage: 'Spannung', other: 'andere' },
    notCalibrated: (kind) => `${kind}, nicht kalibriert`,
  },
};

export const annotations: Strings['annotations'] = {
  none: 'Die Datei hat keine Annotationen.',
  noneSoFar: 'Bisher keine.',
  counted: (n, isComplete) => annotationsOf(n) + (isComplete ? '' : ' bisher'),
  firstListed: (n) => `Die ersten ${n} sind aufgeführt.`,
  firstOfListed: (n, all) =>
    `Die ersten ${n} von ${annotationsOf(all)} sind aufgeführt; Vorige und Nächste erreichen alle.`,
  label: 'Annotationen',
  jumpLabel: 'Annotationen zum Anspringen. Auf und ab gehen von Zeile zu Zeile.',
  head: ['Beginn', 'Dauer', 'Text'],
  readOn: 'Alle Annotationen der Datei lesen',
  text: 'Text',
  all: (n) => `alle ${n}`,
  choice: (text, n) => `${text || '(leer)'} · ${n}`,
  previous: 'Vorige',
  next: 'Nächste',
  changed: (n) => `Jetzt ${annotationsOf(n)}; die Datei wird nicht geändert`,
  renamed: (from, to, nRecordings) =>
    `„${from}“ heißt jetzt „${to}“${nRecordings > 1 ? ` in ${nRecordings} Aufnahmen` : ''}; ${nRecordings > 1 ? 'die Dateien werden' : 'die Datei wird'} nicht geändert`,
  rename: {
    means: (text) => `„${text}“ bedeutet`,
    nothing: 'keine Klasse',
    as: (text, className) => (className ? `${className} (${text})` : text),
    all: (text) => `Alle „${text}“ umbenennen in`,
    button: 'Umbenennen',
  },
  lasting: {
    all: (text) => `Alle „${text}“ dauern`,
    button: 'Dauer setzen',
    done: (text, durationS, nRecordings) =>
      `Alle „${text}“ dauern jetzt ${atMost(durationS, 3)} s${nRecordings > 1 ? ` in ${nRecordings} Aufnahmen` : ''}; ${nRecordings > 1 ? 'die Dateien werden' : 'die Datei wird'} nicht geändert`,
  },
  overlapping: (n, window, lost) => {
    const changed = `Jetzt ${annotationsOf(n)}; die Datei wird nicht geändert`;
    const some =
      lost.length === 1
        ? `Fenster ${lost[0]}, das Fenster ${window} überlappt, ist nur zum Teil von dieser Klasse und hat`
        : `Die Fenster ${lost.slice(0, -1).join(', ')} und ${lost.at(-1)}, die Fenster ${window} überlappen, sind nur zum Teil von dieser Klasse und haben`;
    return lost.length ? `${changed}. ${some} jetzt keine eindeutige Klasse` : changed;
  },
  own: {
    title: 'Annotation hinzufügen',
    text: 'Text der Annotation',
    onset: 'Beginn',
    duration: 'Dauer',
    unit: 's',
    add: 'Hinzufügen',
    problems: {
      text: 'Geben Sie einen Text ein.',
      onset: (lengthS) => `Geben Sie einen Beginn von 0 bis ${atMost(lengthS, 2)} s ein.`,
      duration: 'Geben Sie eine Dauer ein, die nicht unter 0 s liegt.',
      end: (lengthS, longestS) =>
        `Die Aufnahme endet bei ${atMost(lengthS, 2)} s: Von diesem Beginn an dauert die Annotation höchstens ${atMost(longestS, 2)} s.`,
    },
    change: (text, time) => `„${text}“ bei ${time} ändern`,
    keep: 'Ändern',
    cancel: 'Abbrechen',
    remove: (text, time) => `„${text}“ bei ${time} entfernen`,
    note: 'Die Annotationen wurden hier geändert. Ergebnisse und Training verwenden die geänderten; die Datei wird nicht geändert.',
    save: 'Speichern',
    format: 'Alle speichern als',
    train: 'Damit trainieren',
    restore: 'Die der Datei wiederherstellen',
  },
};
