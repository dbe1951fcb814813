// Opens a recording: its main file, the other files of it, and its annotations.
import { argumentError, checkArray, isBlob } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { EnginePool } from '../worker/pool.js';
import type { RecordingInfo } from '../worker/protocol.js';
import { checkBytes } from './file_arguments.js';
import { Recording } from './recording.js';
import { fileResource, readHere, recordingFile, type FileSource } from './recording_file.js';

/** Files up to this size have all their annotations read when they are opened. */
const eagerAnnotationsBytes = 64 * 2 ** 20;

/** Options of `openRecording`. */
export interface OpenOptions {
  /** File name. Default: the name of the `File` or path. */
  name?: string;
  /**
   * Other files of a recording of several files, which are found by name: for `a.vhdr`, `a.eeg` and `a.vmrk`. A Blob, an ArrayBuffer or a
   * Uint8Array needs a name. Default: none; for a path, in Node, those in the same folder.
   */
  companions?: (
    | File
    | string
    | URL
    | {
        /** File name, as the header of the recording refers to it. */
        name: string;
        /** The file. */
        file: FileSource;
      }
  )[];
  /** Aborting it rejects with its `reason`; what was opened meanwhile is closed. */
  signal?: AbortSignal;
}

/** @internal */
export async function openRecording(
  pool: EnginePool,
  nextId: () => number,
  given: FileSource,
  { name, companions: listed }: OpenOptions = {},
): Promise<Recording> {
  const id = nextId();
  const main = await recordingFile(given, pool.isLocal, name);
  const companions = listed ?? (await main.beside?.()) ?? [];
  checkArray(companions, 'companions', 'files');
  companions.forEach(checkNamed);
  const others = await Promise.all(
    companions.map((other) =>
      typeof other === 'object' && other !== null && 'file' in other
        ? recordingFile(other.file, pool.isLocal, other.name)
        : recordingFile(other, pool.isLocal),
    ),
  );
  const resource = fileResource(id, main, others);
  const info = await pool.hold(resource).catch(async (thrown: unknown) => {
    const known = ofSamples(thrown, main.name);
    for (const one of [main, ...others]) one.source = await readHere(one.source, known);
    return pool.hold(resource);
  });
  const recording = new Recording(pool, nextId, resource, info as RecordingInfo, main, others);
  pool.spread(resource);
  try {
    if (recording.info.sizeBytes <= eagerAnnotationsBytes) await recording.readAnnotations();
    return recording;
  } catch (thrown) {
    await recording.close(); // the caller never gets it
    throw thrown;
  }
}

/** A file that begins like no recording may hold the samples of one: the error then names its header. */
function ofSamples(thrown: unknown, name: string): unknown {
  const [, stem, isEeglab] = /^(.+)\.(?:eeg|dat|(fdt))$/i.exec(name) ?? [];
  if (!stem || !(thrown instanceof EegateError) || !thrown.code.startsWith('EDF_')) return thrown;
  const hint = `If it holds samples alone, open their header: ${stem}.${isEeglab ? 'set' : 'vhdr'}`;
  return new EegateError({ ...thrown.toJSON(), hint }, thrown);
}

/** Other files of a recording are found by their names. */
function checkNamed(given: unknown, i: number): void {
  const isNamed = typeof given === 'string' || given instanceof URL;
  if (!isNamed && typeof (given as File | null)?.name !== 'string')
    throw argumentError(`companions[${i}]`, given, 'a File, or { name, file }');
  if (isNamed || isBlob(given)) return;
  const { file } = given as { file?: unknown };
  if (typeof file !== 'string' && !(file instanceof URL))
    checkBytes(file, 'recording', `companions[${i}].file`);
}
