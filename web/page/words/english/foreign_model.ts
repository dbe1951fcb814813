// A file that was opened as a model and is none.
const elsewhere = 'Weights from PyTorch, Keras or braindecode are imported from safetensors files';
const again = 'The download went wrong: get the file again, for instance with its "download" link';
const recording = 'Open it as a recording';
const unpack = 'Unpack it first, if a model is in it';
const lookFor = 'Look for the model itself; its name often ends in .safetensors';

const kinds: Record<string, [name: string, hint: string]> = {
  EMPTY: ['an empty file', again],
  EDF: ['an EDF recording', recording],
  BDF: ['a BDF recording', recording],
  HTML: ['an HTML page', again],
  LFS_POINTER: ['a git-lfs pointer', 'Get the file that it stands for: git lfs pull'],
  PYTORCH: ['a PyTorch file (a zip archive of pickles)', elsewhere],
  PICKLE: ['a Python pickle', elsewhere],
  HDF5: ['an HDF5 file, as Keras writes', elsewhere],
  ONNX: [
    'an ONNX model',
    'Models are exported as ONNX, not read from it; open the safetensors file',
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
  message: (name: string) => `This is ${name}, not a model`,
  field: 'first bytes',
  place: 'byte 0',
  expected: 'a model: a safetensors file',
  /** By what the first bytes tell. */
  kinds,
};
