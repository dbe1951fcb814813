// What goes wrong in the engine, with files that are read or written, and with the epochs and signals that are asked for.
import type { ErrorCode } from '../../../worker/error_codes.js';
import type { CodeText } from '../english/errors.js';

const reload = 'Laden Sie die Seite ohne Cache neu';
const openAgain = 'Öffnen Sie die Datei noch einmal; sie wurde vielleicht geändert oder verschoben';
const copyAgain = 'Kopieren Sie die Datei noch einmal';
const findRecording =
  'Suchen Sie die Aufnahme selbst; ihr Name endet oft auf .edf, .bdf, .vhdr oder .set';
const asRecording = 'Öffnen Sie die Datei als Aufnahme, nicht als Modell';
const convert =
  'Soll es eine Aufnahme sein, wandeln Sie sie zuerst in EDF+ oder BDF+ um, etwa mit MNE oder EDFbrowser';
const chooseFile = 'Wählen Sie eine Datei auf diesem Gerät';
const wrongCall = 'Laden Sie die Seite neu, und melden Sie es mit diesem Text';

export const engineErrors: Partial<Record<ErrorCode, CodeText>> = {
  ABORTED: ['Angehalten'],
  INTERNAL: ['Ein unerwarteter Fehler ist aufgetreten', wrongCall],
  CPU_TARGET: ['Diesen Befehlssatz hat dieses Programm oder dieses Gerät nicht'],
  ENGINE_LOST: [
    'Ein Worker wurde beendet',
    'Versuchen Sie es noch einmal; schließen Sie sonst andere Tabs',
  ],
  ENGINE_WASM_DAMAGED: [
    'Das WebAssembly-Modul ist nicht das, das gebaut wurde',
    'Laden Sie die Seite ohne Cache neu',
  ],
  ENGINE_WASM_FAILED: [
    'Das WebAssembly-Modul konnte nicht geladen werden',
    'Prüfen Sie die Verbindung, und laden Sie die Seite neu',
  ],
  ENGINE_ARGUMENT: ['Das Rechenmodul wurde mit einem Wert aufgerufen, den es nicht nutzen kann'],
  ENGINE_DISPOSED: ['Das Rechenmodul wurde geschlossen', 'Laden Sie die Seite neu'],
  ENGINE_MESSAGE: ['Ein Auftrag konnte nicht an das Rechenmodul gesendet werden', wrongCall],
  ENGINE_NOT_STARTED: ['Das Rechenmodul bekam einen Auftrag, bevor es gestartet war'],
  ENGINE_NO_METHOD: ['Das Rechenmodul kennt diesen Auftrag nicht'],
  ENGINE_OPTION: ['Eine Einstellung der Rechenmodule ist ungültig'],
  ENGINE_PART: ['Dafür wird das ganze WebAssembly-Modul gebraucht'],
  ENGINE_POLICY: [
    'Eine Richtlinie der Seite (Content Security Policy) verbietet WebAssembly',
    "Die Richtlinie muss in script-src „'wasm-unsafe-eval'“ erlauben",
  ],
  ENGINE_START: [
    'Das WebAssembly-Modul konnte nicht gestartet werden',
    'Schließen Sie andere Tabs, und laden Sie die Seite neu',
  ],
  ENGINE_UNSUPPORTED: [
    'WebAssembly oder ein nötiger Teil davon wird hier nicht unterstützt',
    'Verwenden Sie ein aktuelles Chromium, Firefox oder Safari, und prüfen Sie, ob eine Richtlinie WebAssembly verbietet',
  ],
  ENGINE_VERSION: ['Teile des Rechenmoduls stammen aus verschiedenen Versionen', reload],
  ENGINE_WASM_MISSING: ['Das WebAssembly-Modul wurde nicht gefunden', reload],
  ENGINE_WORKER: [
    'Ein Worker konnte nicht gestartet werden',
    'Laden Sie die Seite neu; die Richtlinie der Seite muss Worker erlauben',
  ],
  // Files
  FILE_READ: ['Die Datei kann nicht mehr gelesen werden', openAgain],
  IO_OPEN: ['Eine Datei kann nicht geöffnet werden', 'Prüfen Sie, ob die Datei noch da ist'],
  IO_READ: ['Die Datei kann nicht mehr gelesen werden, oder sie endet zu früh', openAgain],
  IO_TOO_LARGE: ['Die Datei ist für ihre Art zu groß'],
  IO_WHOLE: [
    'In diesem Browser kann eine Seite, die aus einem Ordner geöffnet wurde, nur kleine Aufnahmen lesen',
    'Verwenden Sie einen anderen Browser, oder öffnen Sie die Seite von einem Server',
  ],
  MODEL_SOURCE: ['Das ist nicht die Datei eines Modells', chooseFile],
  RECORDING_SOURCE: ['Das ist nicht die Datei einer Aufnahme', chooseFile],
  INFLATE_CHECKSUM: ['Die komprimierte Datei ist beschädigt: Ihre Prüfsumme stimmt nicht'],
  INFLATE_DATA: [
    'Komprimierte Daten sind beschädigt',
    'Kopieren Sie die Datei noch einmal, oder speichern Sie sie neu ohne Kompression',
  ],
  INFLATE_LIMIT: [
    'Entpackt wären die Daten zu groß',
    'Entpacken Sie die Datei zuerst, oder speichern Sie sie neu ohne Kompression',
  ],
  JSON_DUPLICATE: ['Ein JSON-Objekt enthält denselben Namen zweimal'],
  JSON_LIMIT: ['Ein JSON-Text ist zu groß oder zu tief verschachtelt'],
  JSON_SYNTAX: ['Der Text ist kein gültiges JSON'],
  TEXT_LATIN1: ['Der Text ist nicht in UTF-8 und wird als Windows-1252 gelesen'],
  TEXT_NUMBER: [
    'Ein Messwert ist keine Zahl',
    'Der Kopf muss sagen, wie der Text aufgebaut ist: Dezimalzeichen, Zeilen und Spalten davor',
  ],
  TEXT_ROW: [
    'Die Zeilen haben nicht gleich viele Werte',
    'Der Kopf muss sagen, wie der Text aufgebaut ist: Dezimalzeichen, Zeilen und Spalten davor',
  ],
  MAT_ENDIAN: ['Die Zahlen der MAT-Datei stehen in umgekehrter Reihenfolge der Bytes'],
  MAT_LIMIT: ['Ein Teil der MAT-Datei ist größer, als gelesen wird'],
  MAT_TAG: ['Ein Teil der MAT-Datei ist beschädigt'],
  NPY_DTYPE: ['Die Zahlen des Arrays haben eine Art, die nicht gelesen wird'],
  NPY_HEADER: ['Der Kopf der npy-Datei kann nicht gelesen werden', copyAgain],
  NPY_MAGIC: ['Die Datei ist kein npy-Array', 'Speichern Sie ein Array mit numpy.save als .npy'],
  NPY_SHAPE: ['Das Array hat eine Form, die hier nicht passt'],
  NPY_TRAILING: ['Bytes hinter dem Array werden ausgelassen'],
  NPY_TRUNCATED: ['Die Datei endet vor dem Ende des Arrays', copyAgain],
  NPY_VERSION: ['Diese Version einer npy-Datei ist nicht bekannt'],
  FORMAT_BDF: ['Das ist eine BDF-Aufnahme', asRecording],
  FORMAT_EDF: ['Das ist eine EDF-Aufnahme', asRecording],
  FORMAT_BRAINVISION: [
    'Das ist die Markerdatei einer BrainVision-Aufnahme',
    'Öffnen Sie zusammen mit ihr die Kopfdatei (.vhdr), die die anderen Dateien nennt',
  ],
  FORMAT_ANT_CNT: [
    'Das ist eine komprimierte Aufnahme von ANT (.cnt)',
    'Exportieren Sie sie mit dem Programm, das sie aufgenommen hat, als BrainVision oder EDF',
  ],
  FORMAT_EYE_TRACKER: ['Das ist die Datei eines Eyetrackers', findRecording],
  FORMAT_FIF: ['Das ist eine FIF-Aufnahme', convert],
  FORMAT_GDF: ['Das ist eine GDF-Aufnahme', convert],
  FORMAT_HDF5: ['Das ist eine HDF5-Datei', convert],
  FORMAT_MATLAB: ['Das ist eine MATLAB-Datei', convert],
  FORMAT_ONNX: [
    'Das ist ein ONNX-Modell',
    'ONNX-Dateien können geschrieben, aber nicht gelesen werden; öffnen Sie die safetensors-Datei des Modells',
  ],
  FORMAT_NUMPY: ['Das ist ein NumPy-Array', convert],
  FORMAT_PICKLE: [
    'Das ist ein Pickle von Python',
    'Wandeln Sie die Gewichte zuerst in safetensors um',
  ],
  FORMAT_PDF: ['Das ist ein PDF-Dokument', findRecording],
  FORMAT_IMAGE: ['Das ist ein Bild', findRecording],
  FORMAT_TEXT: ['Das ist ein einfacher Text oder eine Tabelle', findRecording],
  FORMAT_XML: ['Das ist eine XML-Datei', findRecording],
  // Copies
  CONVERT_CHANNELS: ['Es gibt keinen Kanal, der geschrieben werden könnte'],
  CONVERT_EVENT_RANGE: [
    'Annotationen außerhalb der Messwerte werden zum nächsten Messwert verschoben',
  ],
  CONVERT_FILLED: ['Datenblöcke, die nicht voll werden, wiederholen den letzten Messwert'],
  CONVERT_GAPS: ['Lücken zwischen Teilen der Aufnahme stehen nicht oder anders in der Kopie'],
  CONVERT_LEFT_OUT: ['Manche Kanäle haben in der Kopie keinen Platz'],
  CONVERT_NAMES: ['Manche Namen oder Einheiten passen nicht in EDF und sind in der Kopie geändert'],
  DEID_FORMAT: [
    'Nur von EDF- und BDF-Dateien gibt es eine Kopie ohne Identität',
    'Wandeln Sie die Aufnahme zuerst in EDF um',
  ],
  DEID_NAME: ['Die Kopie enthält noch ein Wort aus den entfernten Feldern'],
  DEID_TEXTS: [
    'Die Texte der Annotationen werden unverändert kopiert: Prüfen Sie, ob sie Namen enthalten',
  ],
  DEID_TEXTS_UNREAD: [
    'Nicht alle Annotationen wurden gelesen, also auch nicht alle nach dem Namen durchsucht',
  ],
  EDF_WRITE_ANNOTATION: [
    'Annotationen können nicht in eine EDF+-Datei geschrieben werden',
    'Ein Hypnogramm kann auch als .csv oder .tsv geschrieben werden',
  ],
  EDF_WRITE_LENGTH: ['Die Signale sind nicht gleich lang'],
  EDF_WRITE_RATE: [
    'Keine Dauer eines Datenblocks gibt jedem Signal eine ganze Zahl von Messwerten',
    'Als BrainVision (.vhdr) kann die Aufnahme gespeichert werden',
  ],
  EDF_WRITE_SEGMENTS: [
    'Teile überschneiden sich, oder die Lücken zwischen ihnen sind für Datenblöcke zu kurz',
    'Als BrainVision (.vhdr) kann die Aufnahme gespeichert werden',
  ],
  EDF_WRITE_VALUES: ['Die Werte eines Signals können nicht in eine EDF-Datei geschrieben werden'],
};
