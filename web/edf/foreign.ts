// Recognises files that are not EDF or BDF.
import { EegateError } from '../worker/error.js';
import { latin1 } from './fields.js';

export const beginningBytes = 512;

/** Where bytes are, the bytes, and the kind of file. */
const magics: [number, string, string][] = [
  [0, '\x1f\x8b', 'GZIP'],
  [0, 'PK\x03\x04', 'ZIP'],
  [0, 'PK\x05\x06', 'ZIP'],
  [0, '\x89HDF\r\n', 'HDF5'],
  [0, 'MATLAB 5.0 MAT-file', 'MATLAB'],
  [0, 'MATLAB 7.3 MAT-file', 'MATLAB'],
  [0, '%PDF-', 'PDF'],
  [0, 'GDF ', 'GDF'],
  [0, 'Brain Vision ', 'BRAINVISION'],
  [0, 'BrainVision ', 'BRAINVISION'],
  [0, '\x00\x00\x00\x64\x00\x00\x00\x1f', 'FIF'],
  [8, 'CNT ', 'ANT_CNT'], // behind RIFF or RF64 and a size
  [0, 'SR_RESEARCH_COMBINED_FILE', 'EYE_TRACKER'],
  [0, '** CONVERTED FROM ', 'EYE_TRACKER'],
  [0, 'version https://git-lfs', 'LFS_POINTER'],
  [0, '\x89PNG', 'IMAGE'],
  [0, '\xff\xd8\xff', 'IMAGE'],
  [0, '\xff\xfe', 'TEXT'], // UTF-16
  [0, '\x93NUMPY', 'NUMPY'],
];

const names: Record<string, string> = {
  EMPTY: 'an empty file',
  HTML: 'an HTML page',
  GZIP: 'a gzip archive',
  ZIP: 'a zip archive',
  PICKLE: 'a Python pickle',
  HDF5: 'an HDF5 file',
  MATLAB: 'a MATLAB file',
  PDF: 'a PDF document',
  GDF: 'a GDF recording',
  BRAINVISION: 'a BrainVision header or marker file',
  FIF: 'a FIF recording',
  ANT_CNT: 'a compressed recording of ANT (.cnt)',
  EYE_TRACKER: 'an eye-tracker file',
  LFS_POINTER: 'a git-lfs pointer',
  XML: 'an XML file',
  IMAGE: 'a picture',
  NUMPY: 'a NumPy array',
  SAFETENSORS: 'a safetensors file (weights of a model)',
  TEXT: 'a plain text or table',
};

/** Null where nothing is recognised. */
export function foreignError(beginning: Uint8Array): EegateError | null {
  const kind = recognised(latin1(beginning.subarray(0, beginningBytes)));
  if (kind === null) return null;
  return new EegateError({
    code: `FORMAT_${kind}`,
    message: `This is ${names[kind]}, not an EDF or BDF recording`,
    field: 'first bytes',
    place: 'byte 0',
    expected: 'an EDF or BDF recording',
    hint: 'Look for the recording itself; its name often ends in .edf or .bdf',
  });
}

function recognised(text: string): string | null {
  if (text === '') return 'EMPTY';
  const magic = magics.find(([at, bytes]) => text.startsWith(bytes, at));
  if (magic) return magic[2];
  if (text.length > 9 && text.startsWith('{"', 8)) return 'SAFETENSORS';
  if (text.startsWith('PK') || text.startsWith('\x89HDF')) return 'PICKLE';
  if (text.length > 1 && text[0] === '\x80' && text[8] !== '{') return 'PICKLE';
  return recognisedText(text.replace(/^\xef\xbb\xbf/, '').replace(/^[ \t\r\n]+/, ''));
}

function recognisedText(text: string): string | null {
  if (text === '') return null;
  const isText = /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(text);
  if (text[0] === '<') {
    if (/<html|<!doctype|<head/i.test(text.slice(0, 200))) return 'HTML';
    if (isText) return 'XML';
  }
  if (!isText) return null;
  if (/brain ?vision/i.test(text)) return 'BRAINVISION';
  return /eyelink|gaze|pupil|fixation|saccade/i.test(text) ? 'EYE_TRACKER' : 'TEXT';
}
