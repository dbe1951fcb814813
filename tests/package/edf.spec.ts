// eegate/edf against the engine, on every fixture and, where they are, real recordings: the same files are refused with the
// same code, and what opens has the same header and the same samples to the last bit.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

type Library = typeof import('../../web/api/index.js');
type Edf = typeof import('../../web/edf/index.js');
const dist = (name: string) => new URL(`../../dist/${name}`, import.meta.url).href;
const data = new URL('../data/edf/', import.meta.url);

// What only the engine looks at: annotations, clocks, names, and samples as they are read.
const engineOnly = /TAL|CLOCK|EDF_TEXT|DISCONTINUOUS|OUT_OF_RANGE|DUPLICATE|TOO_MANY|EXTENSION/;
// The engine reads these formats, too, and tells what is wrong inside.
const ofAnotherFormat = /^(GDF|BV|EEGLAB|MAT|OPENBCI|FIF|CNT|MUSE|XDF)_/;
// By the clock of the first record, which only the engine reads.
const startsLater = ['odd_first_clock_late.edf'];
// The engine reads on a clock, and leaves out a flat end.
const otherSamples = ['odd_clock_runs_back.edf', 'odd_flat_like_line_ends.edf'];

interface Fixture {
  file: string;
  code?: string;
  warnings: string[];
}

test('agrees with the engine on every fixture', async () => {
  const { createEngine } = (await import(dist('eegate.js'))) as Library;
  const { openEdf, EegateError } = (await import(dist('eegate-edf.js'))) as Edf;
  const fixtures = JSON.parse(readFileSync(new URL('index.json', data), 'utf8')) as Fixture[];
  const engine = await createEngine();
  let nOpened = 0;
  for (const { file, code, warnings } of fixtures) {
    const bytes = new Uint8Array(readFileSync(new URL(file, data)));
    const mine = await openEdf(bytes).catch((error: unknown) => error);
    if (code) {
      expect(mine, file).toBeInstanceOf(EegateError);
      const found = (mine as InstanceType<typeof EegateError>).code;
      if (ofAnotherFormat.test(code))
        expect(found, file).toMatch(/^FORMAT_/); // named, and not read
      else expect(found, file).toBe(code);
      continue;
    }
    nOpened++;
    const edf = mine as Awaited<ReturnType<typeof openEdf>>;
    const { header } = edf;
    expect(header.warnings, file).toEqual(
      [...new Set(warnings.filter((warning) => !engineOnly.test(warning)))].sort(),
    );
    const recording = await engine.openRecording(bytes, { name: file });
    const { format, patient, recordingField, startedAt } = recording.info;
    expect(header, file).toMatchObject({ format, patient, recordingField });
    if (!startsLater.includes(file)) expect(header.startedAt, file).toBe(startedAt);
    const signals = header.signals.filter(
      ({ kind, samplesPerRecord }) => kind !== 'annotations' && samplesPerRecord > 0,
    );
    expect(signals.length, file).toBe(recording.channels.length);
    for (const [k, signal] of signals.entries()) {
      const { label, unit, sfreq, nSamples, calibrated } = recording.channels[k]!;
      expect(signal, file).toMatchObject({ label, unit, sfreq, nSamples, calibrated });
      if (otherSamples.includes(file)) continue;
      const [theirs] = await recording.read({ channels: [k] });
      const samples = await edf.read(header.signals.indexOf(signal));
      expect(samples, file).toEqual(theirs!.filter((value) => !Number.isNaN(value)));
    }
    await recording.close();
  }
  await engine.close();
  expect(nOpened).toBeGreaterThan(40);
});

test('agrees with the engine on real recordings', async () => {
  const folder = join(process.env['EEGATE_DATA'] ?? '', 'variety');
  test.skip(!process.env['EEGATE_DATA'] || !existsSync(folder), 'EEGATE_DATA is not set');
  const { createEngine } = (await import(dist('eegate.js'))) as Library;
  const { openEdf } = (await import(dist('eegate-edf.js'))) as Edf;
  const engine = await createEngine();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  let nCompared = 0;
  for (const file of files.filter((name) => /\.(edf|bdf|rec)$/i.test(name))) {
    const bytes = new Uint8Array(readFileSync(join(folder, file)));
    if (bytes.length > 8 * 2 ** 20) continue; // a few of each kind are enough
    const code = (error: { code?: string }) => error.code;
    const recording = await engine.openRecording(bytes, { name: file }).catch(code);
    const edf = await openEdf(bytes).catch(code);
    if (typeof recording !== 'object' || typeof edf !== 'object') {
      expect(edf, file).toBe(recording);
      continue;
    }
    nCompared++;
    expect(edf.header.format, file).toBe(recording.info.format);
    expect(edf.header.startedAt, file).toBe(recording.info.startedAt);
    const [first] = recording.info.mainChannels;
    if (first === undefined) continue; // annotations alone
    const { label, nSamples } = recording.channels[first]!;
    const k = edf.header.signals.findIndex(
      (one) => one.label === label && one.nSamples === nSamples,
    );
    const n = Math.min(nSamples, 512);
    const [theirs] = await recording.read({
      channels: [first],
      durationS: n / recording.channels[first]!.sfreq,
    });
    const length = theirs!.length;
    if (theirs!.every((value) => !Number.isNaN(value)))
      expect(await edf.read(k, { n: length }), file).toEqual(theirs);
    await recording.close();
  }
  await engine.close();
  expect(nCompared).toBeGreaterThan(0);
});

test('reads whole samples alone', async () => {
  const { openEdf } = (await import(dist('eegate-edf.js'))) as Edf;
  const fixtures = JSON.parse(readFileSync(new URL('index.json', data), 'utf8')) as Fixture[];
  const { file } = fixtures.find(({ code, warnings }) => !code && !warnings.length)!;
  const edf = await openEdf(new Uint8Array(readFileSync(new URL(file, data))));
  for (const options of [{ first: 1.5 }, { first: 0, n: 2.5 }, { first: 1.5, n: 2 }])
    await expect(edf.read(0, options)).rejects.toMatchObject({ code: 'ENGINE_ARGUMENT' });
  expect(await edf.read(0, { first: 1, n: 2 })).toEqual((await edf.read(0)).slice(1, 3));
});

test('reads the signal of annotations as it is stored', async () => {
  const { openEdf } = (await import(dist('eegate-edf.js'))) as Edf;
  const bytes = new Uint8Array(readFileSync(new URL('good_annotations_only.edf', data)));
  const edf = await openEdf(bytes);
  const [signal] = edf.header.signals;
  expect(signal).toMatchObject({ kind: 'annotations', calibrated: false });
  const { buffer } = bytes.slice(edf.header.headerBytes, edf.header.headerBytes + 16);
  expect([...(await edf.read(0, { n: 8 }))]).toEqual([...new Int16Array(buffer)]);
});

test('its errors are those of eegate, and those of eegate/inline are, too', async () => {
  const { EegateError, createEngine } = (await import(dist('eegate.js'))) as Library;
  const { openEdf } = (await import(dist('eegate-edf.js'))) as Edf;
  const inline = (await import(dist('eegate-inline.js'))) as Library;
  expect(await openEdf(new Uint8Array(5)).catch((thrown: unknown) => thrown)).toBeInstanceOf(
    EegateError,
  );
  const engine = await createEngine();
  const thrown = await engine.openRecording(new Uint8Array(5)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(EegateError);
  expect(thrown).toBeInstanceOf(inline.EegateError);
  await engine.close();
});
