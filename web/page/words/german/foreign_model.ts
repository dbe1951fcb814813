import type { Words } from '../index.js';

const elsewhere =
  'Gewichte aus PyTorch, Keras oder braindecode werden aus safetensors-Dateien importiert';
const again =
  'Beim Herunterladen ging etwas schief: Laden Sie die Datei noch einmal, etwa über ihren „Download“-Link';
const recording = 'Öffnen Sie sie als Aufnahme';
const unpack = 'Entpacken Sie es zuerst, wenn ein Modell darin ist';
const lookFor = 'Suchen Sie das Modell selbst; sein Name endet oft auf .safetensors';

export const foreignModel: Words['foreignModel'] = {
  message: (name) => `Das ist ${name}, kein Modell`,
  field: 'erste Bytes',
  place: 'Byte 0',
  expected: 'ein Modell: eine safetensors-Datei',
  kinds: {
    EMPTY: ['eine leere Datei', again],
    EDF: ['eine EDF-Aufnahme', recording],
    BDF: ['eine BDF-Aufnahme', recording],
    HTML: ['eine HTML-Seite', again],
    LFS_POINTER: ['ein Verweis von git-lfs', 'Holen Sie die Datei, für die er steht: git lfs pull'],
    PYTORCH: ['eine PyTorch-Datei (ein Zip-Archiv mit Pickles)', elsewhere],
    PICKLE: ['ein Python-Pickle', elsewhere],
    HDF5: ['eine HDF5-Datei, wie Keras sie schreibt', elsewhere],
    ONNX: [
      'ein ONNX-Modell',
      'Modelle werden als ONNX exportiert, aber nicht daraus gelesen; öffnen Sie die safetensors-Datei',
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
