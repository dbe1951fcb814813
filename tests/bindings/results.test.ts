// Loops over a classification, and its files, as callers use them. Skipped until the site is built.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Library from '../../web/api/index.js';

const library = resolve('dist/eegate.js');
const model = resolve('dist/models/eyes8.safetensors');

describe.skipIf(!existsSync(library) || !existsSync(model))(
  'a classification',
  { timeout: 60_000 },
  () => {
    let engine: Library.Engine;
    let recording: Library.Recording;
    let loaded: Library.Model;
    beforeAll(async () => {
      const { createEngine } = (await import(pathToFileURL(library).href)) as typeof Library;
      engine = await createEngine();
      const bytes = await engine.makeSample({ durationS: 40 });
      recording = await engine.openRecording(new Uint8Array(bytes), { name: 'a.edf' });
      loaded = await engine.loadModel(await readFile(model));
    });
    afterAll(() => engine.close());

    const onsets = async (loop: AsyncIterable<Library.Prediction>) => {
      const all: number[] = [];
      for await (const { onsetS } of loop) all.push(onsetS);
      return all;
    };

    it('ends at once when it is aborted, also within a chunk', async () => {
      const abort = new AbortController();
      const run = loaded.classify(recording, { signal: abort.signal });
      let n = 0;
      const loop = async () => {
        for await (const _ of run) if (++n === 3) abort.abort(new Error('enough'));
      };
      await expect(loop()).rejects.toThrow('enough');
      expect(n).toBe(3);
      await expect(run.save('csv')).rejects.toMatchObject({ code: 'RESULTS_INCOMPLETE' });
      await run.close();
    });

    it('may be read by two loops at a time', async () => {
      const run = loaded.classify(recording);
      const [one, other] = await Promise.all([onsets(run), onsets(run)]);
      expect(one.length).toBeGreaterThan(16);
      expect(other).toEqual(one);
      const before = new TextDecoder().decode(await run.save('csv'));
      await onsets(run);
      expect(new TextDecoder().decode(await run.save('csv'))).toBe(before);
      await run.close();
    });

    it('is saved with the true classes that the caller knows', async () => {
      const run = loaded.classify(recording);
      const { length } = await onsets(run);
      const expected = Array.from({ length }, (_, i) => (i === 1 ? null : 'eyes, closed'));
      const text = async (...given: Parameters<typeof run.save>) =>
        new TextDecoder().decode(await run.save(...given));
      expect((await text('csv')).split(/\r?\n/)[0]).not.toContain('expected');
      const [head, first, second] = (await text('csv', { expected })).split(/\r?\n/);
      expect(head).toContain(',label,expected,');
      expect(first).toContain(',"eyes, closed",');
      expect(second).toMatch(/^[^,]+,[^,]+,[^,]+,,/);
      expect(JSON.parse(await text('json', { expected }))).toMatchObject({
        epochs: { 0: { expected: 'eyes, closed' } },
      });
      expect((await text('csv')).split(/\r?\n/)[0]).not.toContain('expected'); // of the earlier call
      const report = new TextDecoder().decode(
        await run.report({ expected: expected.map(() => 'eyes closed') }),
      );
      expect(report).toContain('Agreement with the true class');
      await expect(run.save('csv', { expected: ['eyes closed'] })).rejects.toMatchObject({
        code: 'RESULT_SHAPE',
      });
      await expect(run.save(undefined as never)).rejects.toMatchObject({
        code: 'ENGINE_ARGUMENT',
        field: 'format',
      });
      await run.close();
    });

    it('of a stream refuses samples that are not those of every channel', async () => {
      const names = recording.channels
        .filter(({ isTrigger }) => !isTrigger)
        .map(({ name }) => name);
      const rows = (lengths: number[]) => lengths.map((n) => new Float32Array(n));
      for (const data of [
        rows([80]),
        rows([...names.slice(1).map(() => 80), 10]),
        rows([...names.map(() => 80), 80]),
        names.map(() => Array.from({ length: 80 }, () => 0)),
        undefined,
      ]) {
        const source = {
          ...{
            chNames: names,
            sfreq: recording.channels[0]!.sfreq,
            unit: 'uV' as const,
            canWait: true,
          },
          start: async (onChunk: (chunk: Library.SampleChunk) => Promise<void>) =>
            onChunk({ data } as unknown as Library.SampleChunk),
          stop: () => undefined,
        };
        const decide = async () => {
          for await (const _ of loaded.stream({ source, causalForm: true }));
        };
        await expect(decide()).rejects.toMatchObject({ code: 'STREAM_INPUT' });
      }
    });
  },
);
