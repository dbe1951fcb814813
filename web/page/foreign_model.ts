// Recognises by its first bytes a file that was opened as a model but is of another format.
import { EegateError } from '../api/index.js';
import { strings } from './strings/index.js';
import { PageError } from './page_error.js';

const texts = strings.foreignModel;
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

/** Null where nothing is recognised, and for what begins like a model. */
export function foreignModel(bytes: Uint8Array): EegateError | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, beginningBytes));
  const kind = recognised(beginning);
  if (kind === null) return null;
  const [name, hint] = texts.kinds[kind]!;
  return new PageError({
    code: `FORMAT_${kind}`,
    message: texts.message(name),
    field: texts.field,
    place: texts.place,
    expected: texts.expected,
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

/** Where what was refused is no safetensors file at all: what it is instead, in the words of the page. */
export function namedByContent(thrown: unknown, bytes: ArrayBuffer): unknown {
  const isRefused = thrown instanceof EegateError && /^(ST|FORMAT)_/.test(thrown.code);
  return (isRefused && foreignModel(new Uint8Array(bytes))) || thrown;
}
