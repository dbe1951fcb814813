// Recordings that are listed twice, so that a model would be judged on what it has seen.
import type { Warning } from '../worker/protocol.js';
import type { Recording } from './recording.js';
import type { TrainingInfo, TrainingRecording } from './training_types.js';

/** Bytes that are compared of files of the same size, in their middle: signals never repeat themselves. */
const comparedBytes = 2 ** 16;

/** A warning if recordings that the split may hold out are also among the others. */
export async function sameRecordings(
  data: readonly TrainingRecording[],
  { splitBy }: Pick<TrainingInfo, 'splitBy'>,
): Promise<Warning[]> {
  if (splitBy !== 'run' && splitBy !== 'subject') return [];
  const subjects = data.map(({ subject, recording }) => String(subject ?? recording.name));
  return firstPair(
    data,
    (k, i) => splitBy === 'run' || subjects[k] !== subjects[i],
    'if one is held out, the model is judged on what it has seen',
  );
}

/** A warning if recordings are listed twice, whatever the folds are made of. */
export const listedTwice = (data: readonly TrainingRecording[]): Promise<Warning[]> =>
  firstPair(
    data,
    () => true,
    'its epochs count twice, and a model that learns one of them is judged on the other',
  );

async function firstPair(
  data: readonly TrainingRecording[],
  counts: (k: number, i: number) => boolean,
  consequence: string,
): Promise<Warning[]> {
  for (const [i, { recording }] of data.entries())
    for (let k = 0; k < i; k++) {
      const other = data[k]!.recording;
      if (!counts(k, i) || !(await areSame(recording, other))) continue;
      const names = [...new Set([other.name, recording.name])].join(', ');
      return [
        {
          code: 'AUDIT_SAME_RECORDING',
          message: `data[${k}] and data[${i}] (${names}) are the same recording: ${consequence}`,
        },
      ];
    }
  return [];
}

/** By their sizes and a part of their bytes, whatever their names are. */
export async function areSame(a: Recording, b: Recording): Promise<boolean> {
  if (a === b) return true;
  const [own, other] = [a.sources, b.sources];
  if (own.length !== other.length || own.some((one, i) => sizeOf(one) !== sizeOf(other[i]!)))
    return false;
  for (const [i, one] of own.entries())
    if ((await middleOf(one)) !== (await middleOf(other[i]!))) return false;
  return true;
}

const sizeOf = (source: Blob | ArrayBuffer): number =>
  'size' in source ? source.size : source.byteLength;

async function middleOf(source: Blob | ArrayBuffer): Promise<string> {
  const begin = Math.max(0, (sizeOf(source) - comparedBytes) / 2);
  return new Blob([source.slice(begin, begin + comparedBytes)]).text();
}
