import type { Strings } from '../index.js';

const elsewhere = 'Speichern Sie die Gewichte als safetensors-Datei, und öffnen Sie diese';
const again =
  'Das Herunterladen ist fehlgeschlagen: Laden Sie die Datei noch einmal, etwa über ihren „Download“-Link';
const recording = 'Öffnen Sie sie als Aufnahme';
const unpack = 'Entpacken Sie es, und öffnen Sie das Modell darin';
const lookFor = 'Öffnen Sie die Modelldatei; ihr Name endet meist auf .safetensors';

export const foreignModel: Strings['foreignModel'] = {
  message: (name) => `Das ist ${name}, keine Modelldatei von eegate`,
  field: 'erste Bytes',
  place: 'Byte 0',
  expected: 'ein Modell: eine safetensors-Datei',
  kinds: {
    EMPTY: ['eine leere Datei', again],
    EDF: ['eine EDF-Aufnahme', recording],
    BDF: ['eine BDF-Aufnahme', recording],
    HTML: ['eine HTML-Seite', again],
    LFS_POINTER: [
      'ein Verweis von git-lfs',
      'Laden Sie die Datei, auf die er verweist: git lfs pull',
    ],
    PYTORCH: ['eine PyTorch-Datei (ein Zip-Archiv mit Pickles)', elsewhere],
    PICKLE: ['ein Python-Pickle', elsewhere],
    HDF5: ['eine HDF5-Datei, wie Keras sie schreibt', elsewhere],
    ONNX: [
      'ein ONNX-Modell',
      'ONNX-Dateien können geschrieben, aber nicht gelesen werden; öffnen Sie die safetensors-Datei des Modells',
    ],
    ZIP: ['ein Zip-Archiv', unpack],
    GZIP: ['ein gzip-Archiv', unpack],
    NUMPY: ['ein NumPy-Array', lookFor],
    MATLAB: ['eine MATLAB-Datei', lookFor],
    PDF: ['ein PDF-Dokument', lookFor],
    IMAGE: ['ein Bild', lookFor],
    JSON: ['ein JSON-Text', lookFor],
    TEXT: ['ein einfacher Text oder eine Tabelle', lookFor],
  },
};
