import type { Strings } from '../index.js';
import { annotationsOf, channels, ofWindows, recordings, windows } from './counts.js';
import { counted, length, number, percent } from './numbers.js';

export const status: Strings['status'] = {
  starting: 'Die Rechenmodule starten',
  ready: 'Bereit',
  language: 'Die Seite ist auf Deutsch',
  notStarted: 'Die Rechenmodule sind nicht gestartet',
  failed: (subject) => `Fehlgeschlagen: ${subject}`,
  opening: (names) => `Wird geöffnet: ${names.join(', ')}`,
  simulating: (isNight) =>
    isNight ? 'Eine Nacht wird simuliert' : 'Eine Minute EEG wird simuliert',
  openingAgain: 'Die Aufnahmen werden wieder geöffnet',
  openedModel: (name) => `Modell ${name} geöffnet`,
  steps: {
    view: 'die Ansicht',
    annotations: 'eine Änderung der Annotationen',
    calibrate: 'die Wahl einer Kalibrierung',
    model: 'die Wahl des Modells',
    second: 'die Wahl des zweiten Modells',
    inside: 'eine Änderung im Modell',
    close: 'Schließen',
    stage: 'ein Stadium',
    light: '„Licht aus“ oder „Licht an“',
  },
  undone: (what, where, nLeft) =>
    `Rückgängig${where && ` in ${where}`}: ${what}; davor ${counted(nLeft, 'Schritt', 'Schritte')}`,
  redone: (what, where, nLeft) =>
    `Wiederholt${where && ` in ${where}`}: ${what}; danach ${counted(nLeft, 'Schritt', 'Schritte')}`,
  nothingUndone: 'Es gibt nichts rückgängig zu machen',
  nothingRedone: 'Es gibt nichts zu wiederholen',
  opened: (name, durationS, nChannels, warnings) =>
    `${name} in ${length(durationS)} geöffnet: ${channels(nChannels)}, ${warnings}`,
  openedSeveral: (n, nWithWarnings, nFailed) =>
    [
      n
        ? `${recordings(n)} geöffnet${nWithWarnings ? `, ${nWithWarnings} davon mit Warnungen` : ''}`
        : '',
      nFailed ? `${counted(nFailed, 'Datei konnte', 'Dateien konnten')} nicht geöffnet werden` : '',
    ]
      .filter(Boolean)
      .join('; '),
  warnings: (aboutData, aboutFormat) => {
    if (!aboutFormat) return counted(aboutData, 'Warnung', 'Warnungen');
    const warnings = counted(aboutData || aboutFormat, 'Warnung', 'Warnungen');
    return `${warnings}${aboutData ? ` und ${aboutFormat}` : ''} zum Dateiformat`;
  },
  openTwice: (name) =>
    `. Es ist dieselbe Aufnahme wie „${name}“, die schon geöffnet war: Sie zählt einmal`,
  closed: (name) => `${name} geschlossen; „Rückgängig“ öffnet sie wieder`,
  openedAgain: (name) => `${name} wieder geöffnet`,
  readingAnnotations: 'Annotationen werden gelesen',
  readAnnotations: (n) => `${annotationsOf(n)} gelesen`,
  makingCopy: 'Eine Kopie ohne Identität wird gemacht',
  saved: (name) => `${name} gespeichert`,
  classifying: (name) => `${name} wird klassifiziert`,
  classified: (nEpochs, durationS, of) =>
    `${windows(nEpochs)}${of ? ` von ${of}` : ''} in ${length(durationS)} klassifiziert`,
  classifiedAll: (n, all, nMisfits) =>
    `${n === all ? 'Alle' : `${number(n)} von`} ${recordings(all)} klassifiziert${nMisfits ? `; zu ${number(nMisfits)} passt das Modell nicht` : ''}`,
  stoppedAll: (n, all) => `Angehalten: ${number(n)} von ${recordings(all)} klassifiziert`,
  stopped: (nEpochs) => `Nach ${ofWindows(nEpochs)} angehalten`,
  writingReport: 'Der Bericht wird geschrieben',
  hashing: (share) => `Prüfsumme der Aufnahme: ${percent(share)}`,
  erased: 'Die in diesem Browser gespeicherten Daten sind gelöscht',
};
