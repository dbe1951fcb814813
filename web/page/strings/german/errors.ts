import type { Strings } from '../index.js';
import { textOf } from './core_errors.js';
import { readerHint } from './reader_hints.js';
import { warningDetails } from './warning_details.js';

export const errors: Strings['errors'] = {
  code: 'Fehlercode',
  original: 'Meldung auf Englisch',
  ofCode: textOf,
  readerHint,
  warningDetails,
  details: { field: 'Feld', place: 'Stelle', found: 'Gefunden', expected: 'Erwartet' },
  subjects: {
    sample: 'Die Beispielaufnahme',
    comparison: 'Der Vergleich mit dem Modell',
    stored: 'Die gespeicherten Daten',
    language: 'Die Sprache',
    headMap: 'Die Kopfkarte',
    filter: 'Das Filter',
    spectrum: 'Das Spektrum',
  },
  notALesson: {
    message: 'Diese Datei ist keine Lektion',
    expected: 'ein Text in Markdown, mit einem Schritt je Überschrift der zweiten Ebene',
    hint: 'Öffnen Sie eine Aufnahme mit „Aufnahme öffnen“, oder wählen Sie eine andere Datei',
  },
  withoutHeader: {
    message: 'Diese Dateien sind Teile einer Aufnahme, deren Kopfdatei fehlt',
    expected: 'eine .vhdr- oder .set-Datei im selben Ordner',
    hint: 'Legen Sie die Kopfdatei und die anderen Dateien zusammen ab, oder den Ordner, der alle enthält',
  },
  noRecordings: {
    subject: 'Die Dateien',
    message: 'Unter diesen Dateien ist keine Aufnahme',
    expected: 'Dateien von Aufnahmen, wie EDF, BDF, BrainVision, EEGLAB oder FIF',
    hint: 'Wählen Sie die Dateien selbst, oder einen Ordner mit Aufnahmen',
  },
  hints: {
    incompatible: 'Wählen Sie ein anderes Modell oder eine andere Aufnahme.',
    mayBeStages: (hint) =>
      `${hint && `${hint}. `}Ist es ein Hypnogramm, öffnen Sie zuerst seine Aufnahme und dann diese Datei unter „Schlaf“`,
    together: (names) =>
      `Wählen Sie beide Dateien zugleich unter Aufnahme öffnen, oder legen Sie sie oder ihren Ordner auf dieser Seite ab. Es fehlt: ${names}`,
  },
  unexpectedHint:
    'Das sollte nicht vorkommen. Laden Sie die Seite neu, und melden Sie es mit diesem Text.',
};
