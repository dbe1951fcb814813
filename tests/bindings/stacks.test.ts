// Errors of the core name lines of the caller. Skipped until the site is built.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Library from '../../web/api/index.js';

const library = resolve('dist/eegate.js');
const model = resolve('dist/models/eyes8.safetensors');
const epochs = { by: 'window', length_s: 1 } as const;

describe.skipIf(!existsSync(library))('the stack of an error of the core', () => {
  let engine: Library.Engine;
  let recording: Library.Recording;
  let loaded: Library.Model;
  beforeAll(async () => {
    const { createEngine } = (await import(pathToFileURL(library).href)) as typeof Library;
    engine = await createEngine();
    recording = await engine.openRecording(await engine.makeSample({ durationS: 10 }));
    loaded = await engine.loadModel(model);
  });
  afterAll(() => engine.close());

  const wrong: Record<string, () => Promise<unknown>> = {
    openRecording: async () => await engine.openRecording(new Uint8Array(300)),
    'a path': async () => await engine.openRecording('nope.edf'),
    loadModel: async () => await engine.loadModel(new Uint8Array(40)),
    read: async () => await recording.read({ channels: ['zz'] }),
    epochs: async () =>
      await recording.epochs({ version: 1, bandpass: { low_hz: 5, high_hz: 1 }, epochs }),
    predict: async () => await loaded.predict(new Float32Array(7)),
    toOnnx: async () => await loaded.toOnnx({ nTimes: 1 }),
  };
  it.each(Object.entries(wrong))('has lines of the caller alone: %s', async (_, call) => {
    const run = async () => await call();
    for (let i = 0; i < 10; i++) {
      if (i % 3 === 0) await new Promise((later) => setTimeout(later, 20)); // then the engine yields first
      const { stack } = (await run().catch((thrown: unknown) => thrown)) as Error;
      expect(stack).toMatch(/^ {4}at .*stacks\.test\.ts/m);
      expect(stack).not.toContain(resolve('dist'));
    }
  });
});
