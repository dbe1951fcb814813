import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decrypted, encrypted, newKey } from './cipher.js';
import { CheckpointSaver } from './checkpoint_saver.js';
import type { SavedRun } from './saved_run.js';
import type { Plan } from './plan.js';
import { shell } from '../shell.js';
import { encryptedCheckpointStore } from './checkpoint_store.js';
import type { RunStorage, Sealed } from './storage.js';

const name = 'Müller Ottilie 1954.edf';
const secret = 'the brain of Ottilie';
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** A storage in memory that writes down in which order it erases. */
function memory() {
  const log: string[] = [];
  let key: CryptoKey | null = null;
  let values: Record<string, Blob> = {};
  const storage: RunStorage = {
    load: async () => (key ? { key, values: { ...values } } : null),
    begin: async (sealed: Sealed) => void ({ key, values } = sealed),
    put: async (changed) => {
      if (key) Object.assign(values, changed);
      return key !== null;
    },
    async clear() {
      key = null;
      log.push('key');
      await Promise.resolve();
      values = {};
      log.push('values');
    },
  };
  return { storage, log, all: () => values, key: () => key };
}

function run(change: Partial<SavedRun> = {}): SavedRun {
  const plan = { title: secret, isKept: true, items: [{ name }] } as unknown as Plan;
  return {
    startedAt: 5,
    savedAt: 6,
    plan,
    files: [
      {
        key: 3,
        name,
        isSimulated: false,
        file: new Blob([secret.repeat(1000)]),
        companions: [{ name: 'a.eeg', file: new Blob([secret]) }],
        annotations: [{ onsetS: 1, durationS: 2, text: secret }],
      },
    ],
    model: { title: secret, fileName: 'm.safetensors', bytes: bytesOf(secret) },
    checkpoint: null,
    epochs: [{ epoch: 0, trainLoss: Infinity, validationLoss: NaN, isBest: true }],
    judged: [{ person: secret, truth: [0], predicted: [1], confidence: [0.5] }],
    finished: null,
    ...change,
  };
}

async function stored(values: Record<string, Blob>): Promise<string> {
  const texts = await Promise.all(
    Object.entries(values).map(
      async ([key, blob]) => key + Buffer.from(await blob.arrayBuffer()).toString('latin1'),
    ),
  );
  return texts.join();
}

describe('a saved run', () => {
  it('brings the finished one of a comparison along, which is no easier to read', async () => {
    const { storage, all } = memory();
    const finished = {
      plan: { network: secret } as unknown as Plan,
      info: { classes: [secret] },
      trained: { ended: 'done', epochs: [], evaluation: null, problem: null },
      ...{ epochs: [], last: null },
      bytes: new Uint8Array(bytesOf(secret)),
    } as unknown as NonNullable<SavedRun['finished']>;
    await encryptedCheckpointStore(storage).begin(run({ finished }));
    expect(await stored(all())).not.toContain(secret);
    const checkpointStore = encryptedCheckpointStore(storage); // after a reload
    expect((await checkpointStore.summary())?.finishedNetwork).toBe(secret);
    expect((await checkpointStore.load())?.finished).toEqual(finished);
  });

  it('comes back as it was, and nothing of it can be read where it is stored', async () => {
    const { storage, all, key } = memory();
    const checkpointStore = encryptedCheckpointStore(storage);
    await checkpointStore.begin(run());
    await checkpointStore.update({
      checkpoint: bytesOf(secret),
      epochs: run().epochs,
      judged: run().judged,
      savedAt: 7,
    });
    const text = await stored(all());
    // Long enough that bytes of a cipher do not say it by chance, as they say three letters in one run of some hundreds.
    for (const plain of [secret, 'Ottilie', '1954.edf', 'safetensors', 'trainLoss'])
      expect(text).not.toContain(plain);
    await expect(crypto.subtle.exportKey('raw', key()!)).rejects.toThrow();

    const again = (await encryptedCheckpointStore(storage).load())!;
    expect(await again.files[0]!.file.text()).toBe(secret.repeat(1000));
    expect(await again.files[0]!.companions[0]!.file.text()).toBe(secret);
    expect(again).toEqual({
      ...run({ savedAt: 7, checkpoint: bytesOf(secret) }),
      files: [
        {
          ...run().files[0],
          file: again.files[0]!.file,
          companions: [{ name: 'a.eeg', file: again.files[0]!.companions[0]!.file }],
        },
      ],
    });
    expect(await checkpointStore.summary()).toMatchObject({
      nFiles: 1,
      hasCheckpoint: true,
      startedAt: 5,
    });
  });

  it('has a key of its own, which is deleted before the rest', async () => {
    const { storage, log, key } = memory();
    const checkpointStore = encryptedCheckpointStore(storage);
    await checkpointStore.begin(run());
    const first = key();
    await checkpointStore.begin(run());
    expect(key()).not.toBe(first);
    await checkpointStore.clear();
    expect(log).toEqual(['key', 'values']);
    await checkpointStore.update({
      checkpoint: bytesOf('late'),
      epochs: [],
      judged: [],
      savedAt: 9,
    });
    expect(await storage.load()).toBeNull();
    expect(await checkpointStore.load()).toBeNull();
  });

  it('that was damaged is erased, and not offered', async () => {
    const { storage, all, log } = memory();
    await encryptedCheckpointStore(storage).begin(run());
    all()['run'] = all()['progress']!;
    expect(await encryptedCheckpointStore(storage).summary()).toBeNull();
    expect(log).toEqual(['key', 'values']);
  });

  it('of another form is erased too, and does not stay without being offered', async () => {
    const { storage, all, key, log } = memory();
    await encryptedCheckpointStore(storage).begin(run());
    all()['run'] = await encrypted(key()!, 'run', new Blob(['{"startedAt":1}']));
    expect(await encryptedCheckpointStore(storage).summary()).toBeNull();
    expect(log).toEqual(['key', 'values']);
  });

  it('that cannot be read at the moment, as when another tab writes it anew, stays', async () => {
    const { storage, all, log } = memory();
    await encryptedCheckpointStore(storage).begin(run());
    const progress = all()['progress']!;
    const replaced = Object.create(progress, {
      slice: {
        value: () => ({
          arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
        }),
      },
      size: { value: progress.size },
    }) as Blob;
    all()['progress'] = replaced;
    const store = encryptedCheckpointStore(storage);
    await expect(store.summary()).rejects.toMatchObject({ name: 'NotReadableError' });
    expect(log).toEqual([]);
    all()['progress'] = progress;
    expect(await store.summary()).not.toBeNull();
  });
});

describe('what is encrypted', () => {
  const piece = 4 * 2 ** 20;
  const sealedPiece = piece + 28;

  it.each([0, 1, piece - 1, piece, piece + 1, 2 * piece + 5])('comes back: %d bytes', async (n) => {
    const key = await newKey();
    const plain = new Uint8Array(n).map((_, i) => i);
    const sealed = await encrypted(key, 'a', new Blob([plain]));
    const back = new Uint8Array(await (await decrypted(key, 'a', sealed)).arrayBuffer());
    expect(Buffer.compare(back, plain)).toBe(0);
  });

  it('is refused when a bit, a name, a key, or the place of a piece is another', async () => {
    const key = await newKey();
    const sealed = await encrypted(key, 'a', new Blob([new Uint8Array(2 * piece + 5)]));
    const bytes = new Uint8Array(await sealed.arrayBuffer());
    bytes[100]! ^= 1;
    const pieces = [0, 1, 2].map((i) => sealed.slice(i * sealedPiece, (i + 1) * sealedPiece));
    const wrong: [CryptoKey, string, Blob][] = [
      [key, 'a', new Blob([bytes])],
      [key, 'b', sealed],
      [await newKey(), 'a', sealed],
      [key, 'a', new Blob([pieces[1]!, pieces[0]!, pieces[2]!])],
      [key, 'a', new Blob([pieces[0]!, pieces[1]!])],
      [key, 'a', new Blob()],
    ];
    for (const given of wrong) await expect(decrypted(...given)).rejects.toThrow();
  });
});

describe('the wish to keep a run', () => {
  beforeEach(() => void vi.spyOn(shell, 'call').mockResolvedValue(true)); // no other tab is at work

  it('can be withdrawn, also while the copy is written', async () => {
    const { storage, all, key } = memory();
    const notes: string[] = [];
    const saver = new CheckpointSaver(encryptedCheckpointStore(storage), (note) =>
      notes.push(note),
    );
    expect(await saver.begin(run())).toBe(true);
    expect(Object.keys(all())).not.toEqual([]);
    await saver.withdraw();
    await saver.update({ checkpoint: bytesOf('late'), epochs: [], judged: [] });
    expect([key(), all()]).toEqual([null, {}]);
    expect(notes.at(-1)).toMatch(/was erased/);

    const begun = saver.begin(run());
    await Promise.resolve();
    await saver.withdraw();
    expect(await begun).toBe(false);
    expect([key(), all()]).toEqual([null, {}]);
  });

  it('is said to be gone when another tab has erased the copy, once', async () => {
    const { storage } = memory();
    const notes: [string, boolean?][] = [];
    const saver = new CheckpointSaver(encryptedCheckpointStore(storage), (...note) =>
      notes.push(note),
    );
    const progress = { checkpoint: bytesOf('new'), epochs: [], judged: [] };
    await saver.begin(run());
    await saver.update(progress);
    expect(notes).toHaveLength(1);
    await storage.clear();
    await saver.update(progress);
    await saver.update(progress);
    expect(notes.slice(1)).toEqual([[expect.stringMatching(/was erased, perhaps/), true]]);
  });
});
