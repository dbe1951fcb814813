// The saved run as it is stored: every part of it encrypted under a key that is made for this run and deleted with it. Files, plan and
// model are written once, changes of a checkpoint separately.
import type { Annotation } from '../../api/index.js';
import { strings } from '../strings/index.js';
import { decrypted, encrypted, newKey } from './cipher.js';
import type { SavedRun, CheckpointStore } from './saved_run.js';
import type { FinishedRun } from './pair.js';
import { shellStorage, type RunStorage, type Sealed } from './storage.js';
import { PageError } from '../page_error.js';

type Progress = Pick<SavedRun, 'savedAt' | 'epochs' | 'judged'>;
type Begun = Pick<SavedRun, 'startedAt' | 'plan'> & {
  files: {
    key: number;
    name: string;
    isSimulated: boolean;
    companions: string[];
    annotations: readonly Annotation[] | null;
  }[];
  model: { title: string; fileName: string } | null;
  finished: Omit<FinishedRun, 'bytes'> | null;
};

const names = {
  begun: 'run',
  progress: 'progress',
  checkpoint: 'checkpoint',
  model: 'model',
  finishedModel: 'finished_model',
  file: (index: number) => `file ${index}`,
  companion: (index: number, of: number) => `file ${of} with ${index}`,
};

export const browserCheckpointStore = (): CheckpointStore =>
  encryptedCheckpointStore(shellStorage());

export function encryptedCheckpointStore(storage: RunStorage): CheckpointStore {
  let key: CryptoKey | null = null;
  return {
    async summary() {
      const sealed = await storage.load();
      if (!sealed) return null;
      return summaryOf(sealed).catch(async (thrown: unknown) => {
        if (isUnreadable(thrown)) throw thrown;
        await storage.clear(); // of no use to anybody
        return null;
      });
    },
    async load() {
      const sealed = await storage.load();
      if (!sealed) return null;
      key = sealed.key;
      return loaded(sealed);
    },
    async begin(run) {
      if (!globalThis.crypto?.subtle)
        throw new PageError({ code: 'STORAGE_INSECURE', message: strings.train.copy.insecure });
      key = await newKey();
      await storage.begin({ key, values: await sealedRun(key, run) });
    },
    async update(progress) {
      return key !== null && (await storage.put(await sealedProgress(key, progress)));
    },
    async clear() {
      key = null;
      await storage.clear();
    },
  };
}

/** The browser could not read the bytes, as while another tab replaces them. OperationError: they are read, but not decrypted. */
function isUnreadable(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name !== 'OperationError';
}

async function sealedRun(key: CryptoKey, run: SavedRun): Promise<Record<string, Blob>> {
  const { startedAt, plan, files, model, finished } = run;
  const begun: Begun = {
    startedAt,
    plan,
    files: files.map(({ key, name, isSimulated, companions, annotations }) => ({
      ...{ key, name, isSimulated, annotations },
      companions: companions.map((other) => other.name),
    })),
    model: model && { title: model.title, fileName: model.fileName },
    finished: finished ? withoutBytes(finished) : null,
  };
  const values = await sealedProgress(key, run);
  const seal = async (name: string, plain: Blob) =>
    void (values[name] = await encrypted(key, name, plain));
  await seal(names.begun, asJson(begun));
  if (model) await seal(names.model, new Blob([model.bytes]));
  if (finished) await seal(names.finishedModel, new Blob([new Uint8Array(finished.bytes)]));
  for (const [i, { file, companions }] of files.entries()) {
    await seal(names.file(i), file);
    for (const [j, other] of companions.entries()) await seal(names.companion(j, i), other.file);
  }
  return values;
}

const withoutBytes = ({ bytes: _, ...rest }: FinishedRun) => rest;

async function sealedProgress(
  key: CryptoKey,
  { savedAt, epochs, judged, checkpoint }: Progress & Pick<SavedRun, 'checkpoint'>,
): Promise<Record<string, Blob>> {
  const progress: Progress = { savedAt, epochs, judged };
  const values: Record<string, Blob> = {
    [names.progress]: await encrypted(key, names.progress, asJson(progress)),
  };
  if (checkpoint)
    values[names.checkpoint] = await encrypted(key, names.checkpoint, new Blob([checkpoint]));
  return values;
}

async function summaryOf(sealed: Sealed): ReturnType<CheckpointStore['summary']> {
  const { startedAt, plan, files, finished } = await jsonOf<Begun>(sealed, names.begun);
  const { epochs, judged } = await jsonOf<Progress>(sealed, names.progress);
  const hasCheckpoint = names.checkpoint in sealed.values;
  const finishedNetwork = finished?.plan.network ?? null;
  return {
    ...{ startedAt, plan, epochs, hasCheckpoint, finishedNetwork },
    ...{ nFiles: files.length, nJudged: judged.length },
  };
}

async function loaded(sealed: Sealed): Promise<SavedRun> {
  const { startedAt, plan, files, model, finished } = await jsonOf<Begun>(sealed, names.begun);
  const progress = await jsonOf<Progress>(sealed, names.progress);
  const bytesOf = async (name: string) => (await opened(sealed, name)).arrayBuffer();
  return {
    startedAt,
    plan,
    ...progress,
    files: await Promise.all(
      files.map(async (file, i) => ({
        ...file,
        file: await opened(sealed, names.file(i)),
        companions: await Promise.all(
          file.companions.map(async (name, j) => ({
            name,
            file: await opened(sealed, names.companion(j, i)),
          })),
        ),
      })),
    ),
    model: model && { ...model, bytes: await bytesOf(names.model) },
    finished: finished && {
      ...finished,
      bytes: new Uint8Array(await bytesOf(names.finishedModel)),
    },
    checkpoint: names.checkpoint in sealed.values ? await bytesOf(names.checkpoint) : null,
  };
}

function opened({ key, values }: Sealed, name: string): Promise<Blob> {
  return decrypted(key, name, values[name] ?? new Blob());
}

async function jsonOf<T>(sealed: Sealed, name: string): Promise<T> {
  return JSON.parse(await (await opened(sealed, name)).text(), withNumbers) as T;
}

/** JSON that keeps numbers which are not finite, as the loss of a run that diverges. */
function asJson(value: unknown): Blob {
  const spelt = (_: string, one: unknown) =>
    typeof one === 'number' && !Number.isFinite(one) ? { $number: String(one) } : one;
  return new Blob([JSON.stringify(value, spelt)]);
}

function withNumbers(_: string, one: unknown): unknown {
  const isSpelt = typeof one === 'object' && one !== null && '$number' in one;
  return isSpelt ? Number(one.$number) : one;
}
