// What a file is that was opened as a model and is none, told by its first bytes.
import { EegateError } from '../worker/error.js';

const beginningBytes = 512;

const magics: [string, string][] = [
  ['0       ', 'EDF'],
  ['\xffBIOSEMI', 'BDF'],
  ['version https://git-lfs', 'LFS_POINTER'],
  ['\x1f\x8b', 'GZIP'],
  ['PK\x03\x04', 'ZIP'],
  ['PK\x05\x06', 'ZIP'],
  ['\x89HDF\r\n', 'HDF5'],
  ['\x93NUMPY', 'NUMPY'],
  ['MATLAB ', 'MATLAB'],
  ['%PDF-', 'PDF'],
  ['\x89PNG', 'IMAGE'],
  ['\xff\xd8\xff', 'IMAGE'],
];

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

/** Null where nothing is recognised, and for what begins like a model. */
export function foreignModel(bytes: Uint8Array): EegateError | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, beginningBytes));
  const kind = recognised(beginning);
  if (kind === null) return null;
  const [name, hint] = kinds[kind]!;
  return new EegateError({
    code: `FORMAT_${kind}`,
    message: `This is ${name}, not a model`,
    field: 'first bytes',
    place: 'byte 0',
    expected: 'a model: a safetensors file',
    hint,
  });
}

function recognised(beginning: string): string | null {
  if (beginning === '') return 'EMPTY';
  if (beginning[8] === '{') return null; // a length of eight bytes, then JSON: safetensors
  const magic = magics.find(([start]) => beginning.startsWith(start))?.[1];
  if (magic === 'ZIP') return /\/(data\.pkl|version|byteorder)/.test(beginning) ? 'PYTORCH' : 'ZIP';
  if (magic) return magic;
  if (/^\x80[\x02-\x05]/.test(beginning)) return 'PICKLE';
  if (/^\x08[\x01-\x20]\x12/.test(beginning)) return 'ONNX'; // version, then the producer's name
  return recognisedText(beginning.replace(/^\xef\xbb\xbf/, '').trimStart());
}

function recognisedText(text: string): string | null {
  if (/^<(!doctype|html|head|\?xml)/i.test(text)) return 'HTML';
  if (!/^[\t\n\r\x20-\x7e\x80-\xff]+$/.test(text)) return null;
  return /^[{[]/.test(text) ? 'JSON' : 'TEXT';
}
