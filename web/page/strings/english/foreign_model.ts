// A file that was opened as a model and is none.
const elsewhere = 'Save the weights as a safetensors file, and open that file';
const again = 'The download failed: get the file again, for instance with its "download" link';
const recording = 'Open it as a recording';
const unpack = 'Unpack it, and open the model that is inside';
const lookFor = 'Open the model file; its name usually ends in .safetensors';

const kinds: Record<string, [name: string, hint: string]> = {
  EMPTY: ['an empty file', again],
  EDF: ['an EDF recording', recording],
  BDF: ['a BDF recording', recording],
  HTML: ['an HTML page', again],
  LFS_POINTER: ['a git-lfs pointer', 'Download the file that it points to: git lfs pull'],
  PYTORCH: ['a PyTorch file (a zip archive of pickles)', elsewhere],
  PICKLE: ['a Python pickle', elsewhere],
  HDF5: ['an HDF5 file, as Keras writes', elsewhere],
  ONNX: [
    'an ONNX model',
    'ONNX files can be written but not read; open the safetensors file of the model',
  ],
  ZIP: ['a zip archive', unpack],
  GZIP: ['a gzip archive', unpack],
  NUMPY: ['a NumPy array', lookFor],
  MATLAB: ['a MATLAB file', lookFor],
  PDF: ['a PDF document', lookFor],
  IMAGE: ['a picture', lookFor],
  JSON: ['a JSON text', lookFor],
  TEXT: ['a plain text or table', lookFor],
};

export const foreignModel = {
  message: (name: string) => `This is ${name}, not a model file of eegate`,
  field: 'first bytes',
  place: 'byte 0',
  expected: 'a model: a safetensors file',
  /** By the format that the first bytes show. */
  kinds,
};
