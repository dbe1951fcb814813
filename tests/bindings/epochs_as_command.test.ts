// `recording.epochs` of the built library gives the bits that `eegate prepare` writes. Skipped until the site and the command are built.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type * as Library from '../../web/api/index.js';
import { eegate, run } from '../exchange/command.js';
import { readNpy } from '../exchange/npy.js';

const library = resolve('dist/eegate.js');
const built = Boolean(eegate) && existsSync(library) && existsSync('dist/eegate-simd.wasm');
const folder = mkdtempSync(join(tmpdir(), 'eegate-epochs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const recipes = {
  windows: {
    version: 1,
    pick: ['Oz', 'Fp1'],
    bandpass: { low_hz: 1, high_hz: 30 },
    resample_hz: 100,
    epochs: { by: 'window', length_s: 2, step_s: 1 },
    standardize: 'zscore',
  },
  annotations: {
    version: 1,
    reference: 'average',
    epochs: {
      by: 'annotation',
      labels: { 'eyes open': 'open', 'eyes closed': 'closed' },
      tmin_s: 0,
      tmax_s: 1,
    },
  },
} as unknown as Record<string, Library.Recipe>;

async function prepared(recording: string, recipe: Library.Recipe) {
  const [json, npy, tsv] = ['recipe.json', 'x.npy', 'epochs.tsv'].map((name) => join(folder, name));
  writeFileSync(json!, JSON.stringify(recipe));
  await run(eegate, ['prepare', recording, '--recipe', json!, '-o', npy!, '--epochs-tsv', tsv!]);
  const rows = readFileSync(tsv!, 'utf8').replace(/\n$/, '').split('\n').slice(1);
  const cells = rows.map((row) => row.split('\t'));
  return {
    ...readNpy(npy!),
    onsetsS: cells.map((cell) => Number(cell[1])),
    labels: cells.map((cell) => cell[3]),
  };
}

describe.skipIf(!built)('epochs by a recipe alone', { timeout: 60_000 }, () => {
  it.each(Object.entries(recipes))('by %s are those that the command writes', async (_, recipe) => {
    const { createEngine } = (await import(pathToFileURL(library).href)) as typeof Library;
    const engine = await createEngine({ backend: 'simd' });
    const file = join(folder, 'sample.edf');
    writeFileSync(file, new Uint8Array(await engine.makeSample({ seed: 3, durationS: 40 })));
    const recording = await engine.openRecording(file);
    await recording.setAnnotations(recording.annotations);
    const epochs = await recording.epochs(recipe);
    const command = await prepared(file, recipe);
    expect(epochs.dims).toEqual(command.shape);
    expect(epochs.onsetsS).toEqual(command.onsetsS);
    expect(epochs.labels).toEqual(command.labels);
    const far = epochs.data.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - command.values[i]!)),
      0,
    );
    expect(far).toBeLessThan(1e-3);
    expect(epochs.data.some((value) => value !== 0)).toBe(true);
    await engine.close();
  });

  it('need epochs in the recipe, and known steps', async () => {
    const { createEngine } = (await import(pathToFileURL(library).href)) as typeof Library;
    const engine = await createEngine({ backend: 'simd' });
    const sample = await engine.makeSample({ durationS: 4 });
    const recording = await engine.openRecording(sample, { name: 'a.edf' });
    await expect(recording.epochs({ version: 1 })).rejects.toMatchObject({ code: 'RECIPE_VALUE' });
    const strange = { version: 1, bandpas: {} } as unknown as Library.Recipe;
    await expect(recording.epochs(strange)).rejects.toMatchObject({ code: 'RECIPE_UNKNOWN_KEY' });
    await engine.close();
  });
});
