// What the core reports about recordings and models, by the code of the error or warning: what happened, and what to do. Numbers and
// names stand in the details, with the core's own text.
import type { ErrorCode } from '../../../worker/error_codes.js';
import type { CodeText } from '../english/errors.js';
import { engineErrors } from './engine_errors.js';
import { modelErrors } from './model_errors.js';
import { signalErrors } from './signal_errors.js';
import { sleepErrors } from './sleep_errors.js';
import { trainingErrors } from './training_errors.js';

const openRecording = 'Öffnen Sie eine Aufnahme als EDF+, oder wandeln Sie diese zuerst um';
const openTogether = 'Öffnen Sie alle Dateien der Aufnahme zugleich, oder ihren Ordner';

const formats = new Set([
  'EDF',
  'BV',
  'EEGLAB',
  'FIF',
  'GDF',
  'CNT',
  'XDF',
  'MUSE',
  'OPENBCI',
  'BIDS',
]);

/** The same in each format of recordings: what follows the name of the format in a code. */
const ofEachFormat: Record<string, CodeText> = {
  DUPLICATE_LABEL: ['Mehrere Kanäle haben denselben Namen'],
  NOT_FINITE: ['Werte, die keine Zahlen oder zu groß sind, werden als 0 gelesen'],
  RANGE: ['Die verlangten Daten gehören nicht zur Aufnahme, oder ein Wertebereich ist ungültig'],
  UNIT_UNKNOWN: ['Die Einheit ist keine bekannte Spannung; die Werte bleiben, wie sie sind'],
  EVENT_RANGE: ['Ereignisse liegen außerhalb der Aufnahme'],
  DISCONTINUOUS: [
    'Die Aufnahme besteht aus mehreren Teilen; über deren Grenzen wird nichts berechnet',
  ],
  FIELD: ['Ein Feld des Kopfes fehlt oder ist ungültig'],
  GAP: ['Der Aufnahme fehlen Daten; über die Lücken wird nichts berechnet'],
  SIZE_MISMATCH: ['Die Größe der Daten passt nicht zu dem, was der Kopf der Datei angibt'],
  TRUNCATED_HEADER: ['Die Datei endet in ihrem Kopf'],
  TOO_MANY_EVENTS: ['Es gibt zu viele Ereignisse; der Rest wird ausgelassen'],
  TOO_MANY_MARKERS: ['Es gibt zu viele Marker; der Rest wird ausgelassen'],
  TOO_MANY_ANNOTATIONS: ['Es gibt zu viele Annotationen; der Rest wird ausgelassen'],
  DATA_MISSING: ['Die Datei mit den Messwerten fehlt', openTogether],
};

const coreErrors: Partial<Record<ErrorCode, CodeText>> = {
  // EDF and BDF
  BDF_EXTENSION: ['Die Endung des Dateinamens passt nicht zum Format: EDF und BDF sind vertauscht'],
  EDF_ANNOT_FIELDS: ['Felder des Annotationssignals sind nicht so, wie EDF+ sie verlangt'],
  EDF_ANNOT_IN_PLAIN: [
    'Die Datei ist nicht als EDF+ bezeichnet, hat aber Annotationen; sie werden gelesen',
  ],
  EDF_BAD_DATE: ['Das Datum des Beginns ist ungültig'],
  EDF_BAD_DURATION: ['Die Dauer eines Datenblocks ist ungültig'],
  EDF_BAD_NS: ['Die Zahl der Signale ist ungültig'],
  EDF_BAD_NSAMP: ['Die Zahl der Messwerte in einem Datenblock ist ungültig oder ungewöhnlich'],
  EDF_BAD_TIME: ['Die Uhrzeit des Beginns ist ungültig und gilt als unbekannt'],
  EDF_BAD_VERSION: [
    'Die Datei beginnt nicht wie eine Aufnahme in einem bekannten Format',
    openRecording,
  ],
  EDF_CLOCK: ['Die Zeiten der Datenblöcke sind nicht stimmig'],
  EDF_DATE_CONFLICT: ['Die Datei nennt zwei verschiedene Tage; es gilt der im Feld der Aufnahme'],
  EDF_DECIMAL_COMMA: ['Eine Zahl ist mit Komma geschrieben'],
  EDF_DIG_RANGE: ['Der digitale Wertebereich eines Kanals ist ungültig'],
  EDF_DISCONTINUOUS: ['Die Datei ist als lückenhaft bezeichnet; über Lücken wird nichts berechnet'],
  EDF_HEADER_CHARS: ['Der Kopf enthält Zeichen, die nicht druckbares ASCII sind'],
  EDF_HEADER_SIZE: ['Die Größe des Kopfes passt nicht zur Zahl der Signale'],
  EDF_LINE_ENDS: [
    'Die Messwerte wurden bei einer Übertragung als Text beschädigt',
    'Übertragen Sie die Datei noch einmal, und zwar binär',
  ],
  EDF_NO_ANNOTATIONS: [
    'Die Datei ist als EDF+ bezeichnet, hat aber kein Annotationssignal; sie wird als EDF gelesen',
  ],
  EDF_OUT_OF_RANGE: [
    'Messwerte liegen außerhalb des digitalen Bereichs ihres Kanals und bleiben, wie sie sind',
  ],
  EDF_PARTIAL_RECORD: ['Der letzte Datenblock ist nicht vollständig und wird ausgelassen'],
  EDF_PHYS_RANGE: [
    'Der physikalische Wertebereich eines Kanals ist ungültig; seine Werte bleiben digital',
  ],
  EDF_PLUS_SUBFIELDS: [
    'Das Feld der Person oder der Aufnahme hat nicht die Teile, die EDF+ verlangt',
  ],
  EDF_RECORDS_UNKNOWN: [
    'Die Zahl der Datenblöcke ist nicht bekannt, oder es gibt keinen vollständigen',
  ],
  EDF_RECORD_TOO_LARGE: ['Ein Datenblock hat eine Größe, die nicht gelesen werden kann'],
  EDF_SIZE_MISMATCH: ['Die Größe der Datei passt nicht zu ihrem Kopf'],
  EDF_TAL_SYNTAX: ['Eine Liste von Annotationen ist nicht geschrieben, wie EDF+ es verlangt'],
  EDF_TAL_UNTERMINATED: ['Eine abgeschnittene Liste von Annotationen wird ausgelassen'],
  EDF_TEXT: ['Der Text einer Annotation enthält Zeichen, die dort nicht erlaubt sind'],
  // BrainVision, EEGLAB and MATLAB
  BV_CHANNEL_COUNT: ['Es sind nicht so viele Kanäle beschrieben, wie die Aufnahme hat'],
  BV_DATATYPE: ['Die Datei enthält keine Messwerte über der Zeit'],
  BV_FIELD: ['Ein Feld der Kopfdatei fehlt oder kann nicht gelesen werden'],
  BV_LINK: ['Die Aufnahme nennt eine andere Datei; gelesen wird die, die wie sie selbst heißt'],
  BV_MARKER: ['Ein Marker ohne Zeitpunkt wird ausgelassen'],
  BV_MARKER_MISSING: ['Die Datei mit den Markern fehlt: Es gibt keine Annotationen'],
  BV_MARKER_RANGE: ['Ein Marker liegt außerhalb der Aufnahme'],
  BV_NO_SAMPLES: ['Die Datei enthält keinen vollständigen Messwert'],
  BV_PARTIAL_FRAME: ['Der letzte Messwert ist nicht vollständig und wird ausgelassen'],
  BV_RESOLUTION: ['Die Auflösung eines Kanals ist ungültig; es gilt 1'],
  BV_VAMP_EXTRA: ['Ein V-Amp schreibt zu jedem Messwert eine Zahl mehr; sie wird ausgelassen'],
  EEGLAB_CHANLOCS: ['Es gibt nicht so viele Namen wie Kanäle; die Kanäle sind nummeriert'],
  EEGLAB_EVENT: ['Ein Ereignis ohne Zeitpunkt wird ausgelassen'],
  EEGLAB_FIELDS: ['Die Datei ist kein Datensatz von EEGLAB, oder einem Feld fehlt sein Wert'],
  EEGLAB_LINK: ['Die Aufnahme nennt eine andere Datei; gelesen wird die, die wie sie selbst heißt'],
  EEGLAB_MULTIPLE: [
    'Die Datei enthält mehrere Datensätze',
    'Speichern Sie in EEGLAB jeden Datensatz einzeln',
  ],
  EEGLAB_NO_CHANLOCS: ['Die Kanäle haben keine Namen und sind nummeriert'],
  MAT_TRUNCATED: ['Die Datei endet mitten in einer Variablen'],
  MAT_VERSION: ['Die Datei ist keine MAT-Datei der Version 5'],
  HDF5_LOOP: ['Teile der HDF5-Datei verweisen im Kreis, oder ihr fehlt ein Ende'],
  HDF5_TRUNCATED: ['Die HDF5-Datei ist abgeschnitten oder nicht stimmig'],
  HDF5_UNSUPPORTED: [
    'Die Datei nutzt einen Teil von HDF5, der nicht gelesen wird, oder ist beschädigt',
  ],
  // FIF, GDF, Neuroscan, XDF
  FIF_ANNOTATIONS: [
    'Annotationen haben nicht so viele Texte wie Zeiten; gelesen wird, was beides hat',
  ],
  FIF_CALIBRATION: ['Ein Kanal hat keine Eichung und behält seine Zahlen'],
  FIF_LOOP: ['Teile der Datei verweisen im Kreis oder sind zu tief verschachtelt'],
  FIF_MAXSHIELD: ['Die aktive Abschirmung war an: MEG-Kanäle brauchen einen Maxwell-Filter'],
  FIF_NCHAN: [
    'Die Kanäle der FIF-Datei fehlen vor den Messwerten oder können nicht gelesen werden',
  ],
  FIF_NOT_RAW: ['Die FIF-Datei enthält keine fortlaufende Aufnahme'],
  FIF_PART: [
    'Ein Teil der Aufnahme hat andere Kanäle oder eine andere Rate als der erste',
    'Öffnen Sie alle Dateien einer Aufnahme, unter ihren ursprünglichen Namen',
  ],
  FIF_SPLIT: ['Die Aufnahme beginnt in einer anderen Datei', openTogether],
  FIF_TAG: ['Ein Teil der FIF-Datei kann nicht gelesen werden'],
  FIF_TRUNCATED: ['Die Datei ist abgeschnitten oder am Ende beschädigt; gelesen wird, was da ist'],
  FIF_TYPE: [
    'Die Messwerte sind als Zahlen gespeichert, die nicht gelesen werden',
    'Speichern Sie die Aufnahme mit reellen Zahlen, nicht mit komplexen',
  ],
  GDF_EVENTS: ['Ereignisse, die nicht gelesen werden können, werden ausgelassen'],
  GDF_SAMPLES: ['Die Messwerte der GDF-Datei können nicht gelesen werden'],
  GDF_FIELD: ['Der Kopf ist ungültig, oder es gibt keinen vollständigen Datenblock'],
  GDF_TYPE: ['Die Messwerte sind als Zahlen gespeichert, die nicht gelesen werden'],
  GDF_VERSION: ['Diese Version von GDF ist nicht bekannt'],
  CNT_FIELD: [
    'Der Kopf ist ungültig, oder die Datei enthält keine fortlaufende Aufnahme',
    'Öffnen Sie die fortlaufende Aufnahme (.cnt)',
  ],
  CNT_BLOCK_LAYOUT: [
    'Der Kopf kündigt Messwerte in Blöcken an, aber sie stehen einzeln hintereinander',
  ],
  CNT_CALIBRATION: ['Ein Kanal hat keine Eichung und behält seine Zahlen'],
  CNT_DISCONTINUOUS: ['Die Aufnahme wurde angehalten; über die Pausen wird nichts berechnet'],
  CNT_EVENTS: ['Die Tabelle der Ereignisse ist abgeschnitten oder von unbekannter Art'],
  CNT_WIDTH: ['Wie viele Bits ein Messwert hat, ist nicht sicher'],
  XDF_CHOOSE: ['Von mehreren Datenströmen wird einer gelesen'],
  XDF_CHUNK: [
    'Ein Stück der XDF-Datei ist beschädigt oder wurde seit dem Öffnen geändert',
    'Öffnen Sie die Datei noch einmal, oder kopieren Sie sie neu',
  ],
  XDF_CLOCK: [
    'Die Uhren der Datenströme wurden nicht verglichen; ihre Zeiten passen vielleicht nicht zusammen',
  ],
  XDF_FOOTER: ['Der Datenstrom hat nicht so viele Messwerte, wie sein Ende angibt'],
  XDF_FORMAT: ['Ein Datenstrom hat eine Form, die nicht gelesen wird, oder es sind zu viele'],
  XDF_NO_FOOTER: ['Dem Datenstrom fehlt das Ende: Die Aufnahme wurde nicht abgeschlossen'],
  XDF_NO_SIGNAL: [
    'Die Datei enthält keine Messwerte mit fester Abtastrate',
    'Prüfen Sie, ob beim Aufnehmen der Datenstrom des Verstärkers gewählt war, oder kopieren Sie die Datei neu',
  ],
  XDF_RATE: ['Die Messwerte kamen nicht mit der Rate ihres Datenstroms an'],
  XDF_UNEVEN: ['Die Zeiten der Messwerte sind ungleichmäßig; Messwerte können fehlen'],
  XDF_STREAM_ID: ['Ein Stück eines Datenstroms, der nicht beschrieben ist, wird ausgelassen'],
  XDF_TRUNCATED: ['Ein Stück der XDF-Datei ist abgeschnitten oder beschädigt'],
  XDF_XML: ['Die Beschreibung eines Datenstroms kann nicht gelesen werden'],
  // Text
  MUSE_ROW: ['Zeilen mit Text oder ohne Werte werden ausgelassen'],
  MUSE_RATE: ['Die Zeitstempel ergeben nicht die Abtastrate eines Stirnbands von Muse'],
  MUSE_ROWS: [
    'Es gibt keine Zeile mit Messwerten des EEG',
    'Speichern Sie in Mind Monitor auch die Rohdaten (RAW_TP9 ...); von muse-lsl öffnen Sie die Tabelle des EEG, nicht die anderer Sensoren',
  ],
  OPENBCI_LOST: ['Auf dem Weg vom Gerät gingen Messwerte verloren; sie werden nicht ergänzt'],
  OPENBCI_NO_COLUMNS: ['Die Spalten haben keine Namen; die nach der Nummer werden als EEG gelesen'],
  OPENBCI_RAILED: ['Kanäle sind die meiste Zeit übersteuert'],
  OPENBCI_RATE_UNKNOWN: ['Die Datei nennt keine Abtastrate; angenommen werden 250 Hz'],
  OPENBCI_ROW: ['Zeilen mit Text oder einer falschen Zahl von Feldern werden ausgelassen'],
  OPENBCI_ROWS: [
    'Die Datei hat keine Zeilen mit den Feldern eines Geräts von OpenBCI',
    'Die Aufnahme wurde vielleicht vor dem ersten Messwert angehalten',
  ],
  OPENBCI_SD_RAW: [
    'Das ist die Datei einer SD-Karte, deren Zahlen hexadezimal sind',
    'Wandeln Sie sie mit der OpenBCI-GUI um',
  ],
  // BIDS
  BIDS_AMBIGUOUS: ['Mehrere Begleitdateien passen; gelesen wird die genaueste'],
  BIDS_BAD_CHANNELS: ['Kanäle sind in channels.tsv als schlecht bezeichnet'],
  BIDS_CHANNELS: ['channels.tsv nennt nicht die Kanäle der Aufnahme'],
  BIDS_COORD_SYSTEM: [
    'Das Koordinatensystem der Elektroden ist nicht bekannt; ihre Positionen werden nicht genutzt',
  ],
  BIDS_EVENT: ['Ein Ereignis ohne Beginn wird ausgelassen'],
  BIDS_ONSET: ['Ein Ereignis, dessen Beginn keine Zahl ist, wird ausgelassen'],
  BIDS_JSON_MISMATCH: ['_eeg.json beschreibt eine andere Aufnahme; es gilt die Aufnahme'],
  BIDS_ROOT: ['Das ist nicht der Ordner eines BIDS-Datensatzes'],
  BIDS_SIDE_FILE: ['Eine Begleitdatei kann nicht gelesen werden und wird ausgelassen'],
  BIDS_TSV_ROW: ['Eine Zeile mit einer falschen Zahl von Zellen wird ausgelassen'],
  BIDS_UNIT: ['channels.tsv nennt eine andere Einheit als die Aufnahme; es gilt die der Aufnahme'],
  // Files of another kind
  FORMAT_EMPTY: [
    'Das ist eine leere Datei',
    'Das Herunterladen ist fehlgeschlagen: Laden Sie die Datei noch einmal, mit ihrem Link „raw“ oder „download“',
  ],
  FORMAT_GZIP: ['Das ist ein gzip-Archiv', 'Entpacken Sie es zuerst'],
  FORMAT_ZIP: ['Das ist ein zip-Archiv', 'Entpacken Sie es zuerst'],
  FORMAT_HTML: [
    'Das ist eine HTML-Seite',
    'Laden Sie die Datei selbst herunter, nicht die Seite, die sie zeigt',
  ],
  FORMAT_LFS_POINTER: [
    'Das ist ein Verweis von git-lfs',
    'Holen Sie den Inhalt mit „git lfs pull“, oder laden Sie die Datei selbst herunter',
  ],
  FORMAT_SAFETENSORS: ['Das sind die Gewichte eines Modells', 'Öffnen Sie die Datei als Modell'],
  // Recordings as a whole
  RECORDING_FLAT: [
    'Die Aufnahme enthält kein Signal: Ihre Kanäle sind konstant',
    'Prüfen Sie die Kanäle: Waren die Elektroden angeschlossen?',
  ],
  REFERENCE_NONE: [
    'Kein Kanal eignet sich für die mittlere Referenz; das Signal behält die Referenz der Aufnahme',
  ],
  READ_TOO_LARGE: [
    'Das sind mehr Messwerte, als auf einmal gelesen werden',
    'Lesen Sie weniger Kanäle oder einen kürzeren Bereich',
  ],
  SESSION_CLOSED: [
    'Die Aufnahme oder das Modell wurde geschlossen',
    'Öffnen Sie die Datei noch einmal',
  ],
  DSP_TOO_SHORT: [
    'Das Signal ist für diesen Schritt zu kurz',
    'Nutzen Sie eine längere Aufnahme, ein kausales Filter oder kürzere Segmente',
  ],
  DSP_NONFINITE: [
    'Die Aufbereitung gibt für diese Aufnahme Werte, die nicht endlich sind',
    'Prüfen Sie die Amplitude des Kanals, oder wählen Sie andere Filter',
  ],
  DSP_RESAMPLE: [
    'Die Aufnahme kann nicht auf diese Abtastrate gebracht werden',
    'Wählen Sie eine einfache Rate nahe der Rate der Aufnahme',
  ],
  FIT_INCOMPATIBLE: [
    'Die Aufnahme passt nicht zu diesem Modell',
    'Wählen Sie ein anderes Modell oder eine andere Aufnahme',
  ],
};

const all: Partial<Record<string, CodeText>> = {
  ...coreErrors,
  ...engineErrors,
  ...modelErrors,
  ...signalErrors,
  ...sleepErrors,
  ...trainingErrors,
};

export function textOf(code: string): CodeText | null {
  const [, format = '', rest = ''] = /^([A-Z0-9]+)_(.+)$/.exec(code) ?? [];
  return all[code] ?? (formats.has(format) ? (ofEachFormat[rest] ?? null) : null);
}
