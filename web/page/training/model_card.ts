// What leaving out persons measured, written into the card of the model file: the engine that trains the model on all of them
// knows nothing of it.
import type { TrainingEvaluation } from '../../api/training_types.js';
import type { Bytes } from '../../worker/own_memory.js';
import { fileTexts } from '../strings/file_texts.js';
import { accuracyOf, type PersonResult } from './person_results.js';

const lengthBytes = 8;
const alignment = 8; // of the values of tensors, for readers that map the file

interface Header {
  __metadata__?: Record<string, string>;
}

/** The fields of the card that tell how good the model is. */
export function personsCard(
  { accuracy, accuracyInterval, chance, nTrials }: TrainingEvaluation,
  judged: readonly PersonResult[],
): Record<string, unknown> {
  const shares = judged.filter(({ truth }) => truth.length > 0).map(accuracyOf);
  const n = shares.length;
  return {
    judged: {
      ...{ accuracy, chance, lowest: Math.min(...shares), highest: Math.max(...shares) },
      ...{ accuracy_interval: accuracyInterval, n_people: n, n_trials: nTrials },
      how: fileTexts.personsHow(n, accuracyInterval),
    },
    limits: fileTexts.personsLimits(n),
  };
}

/** A copy of a safetensors file whose card has these fields. The bytes of the tensors are the same. */
export function withCard(file: Bytes, fields: Record<string, unknown>): Bytes {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const begin = lengthBytes + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(lengthBytes, begin))) as Header;
  const metadata = header.__metadata__ ?? {};
  const card = JSON.parse(metadata['train'] ?? '{}') as object;
  metadata['train'] = JSON.stringify({ ...card, ...fields });
  const text = new TextEncoder().encode(JSON.stringify({ ...header, __metadata__: metadata }));
  const length = Math.ceil(text.length / alignment) * alignment;
  const written = new Uint8Array(lengthBytes + length + file.length - begin);
  new DataView(written.buffer).setBigUint64(0, BigInt(length), true);
  written.fill(0x20, lengthBytes, lengthBytes + length);
  written.set(text, lengthBytes);
  written.set(file.subarray(begin), lengthBytes + length);
  return written;
}
