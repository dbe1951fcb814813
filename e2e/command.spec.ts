// What the page and the package compute is what the native command computes from the same files. A suite of its own: a changed command
// runs these stories again, and not all of them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, shellOf, test } from './support/test.js';
import {
  chooseModel,
  classify,
  fit,
  goTo,
  offencesInBoth,
  openFile,
  openPage,
  results,
  saveReport,
  saveResults,
} from './support/app.js';
import { night, savedStages } from './support/sleep.js';
import { randomStager } from './support/stager.js';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** The one that was built last. */
const eegate = ['native-tests', 'native-release', 'native-asan']
  .map((preset) => fileOf(`build/${preset}/eegate`))
  .filter((file) => existsSync(file))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];

test.beforeEach(() => test.skip(!eegate, 'the native command is not built'));

test('a classification is calibrated without labels, as the command does it', async ({
  page,
}, info) => {
  const recording = info.outputPath('sample.edf');
  execFileSync(eegate!, ['sample', '-o', recording, '--duration-s', '60']);
  const model = fileOf('dist/models/eyes.safetensors');
  const told = execFileSync(eegate!, ['classify', model, recording, '--calibrate', 'median'], {
    encoding: 'utf8',
  });

  await openPage(page);
  await openFile(page, recording);
  await expect(page.getByRole('heading', { name: 'sample.edf' })).toBeVisible();
  const choice = results(page).getByLabel('Calibrate to this person');
  await choice.selectOption({ label: 'Median threshold' });
  await expect(results(page)).toContainText('all states in about equal shares');
  await expect.poll(() => page.url()).toContain('calibrate=median');
  await classify(page);
  await expect(results(page)).toContainText('Calibrated to this person without labels');

  const { bytes } = await saveResults(page, 'CSV table');
  const rows = (text: string) => {
    const lines = text.trim().split('\n');
    const label = lines[0]!.split(',').indexOf('label');
    return lines.map((line) => [line.split(',')[label], line.split(',').at(-1)]);
  };
  expect(rows(bytes.toString())).toEqual(rows(told));
  expect(rows(told)[1]![1]).toBe('median');

  await choice.blur();
  await page.keyboard.press('Control+z');
  await expect(choice).toHaveValue('');
  await expect(results(page)).toContainText('Classify again to apply it.');
  await classify(page);
  await expect(results(page)).not.toContainText('Calibrated to this person');
});

/** Cells and paragraphs; numbers are numbers, for their last digits depend on the machine. */
const pieces = (html: string) =>
  [...html.matchAll(/<(td|th|p|li|pre|h1|h2)\b[^>]*>([^<]*)</g)].map(([, , text]) => {
    const number = Number(text);
    return text !== '' && Number.isFinite(number) ? Number(number.toFixed(2)) : text;
  });

test('the page and the command line report the same', async ({ page }, info) => {
  const [recording, file] = [info.outputPath('Harry.edf'), info.outputPath('report.html')];
  const model = fileOf('dist/models/eyes8.safetensors');
  execFileSync(eegate!, ['sample', '-o', recording, '--duration-s', '20']);
  execFileSync(eegate!, ['report', model, recording, '-o', file]);
  await openPage(page);
  await openFile(page, recording);
  await chooseModel(page, { index: 1 });
  await expect(fit(page)).toContainText('8 channels');
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toHaveCount(0); // of nothing
  await classify(page);
  const saved = await saveReport(page);
  const summary = /<section class="summary">.*?<\/section>/s; // the page's own, for it knows the true classes
  expect(summary.exec(saved)?.[0]).toMatch(
    /95.% Wilson interval.*Cohen’s kappa.*<svg.*<table.*<svg/s,
  );
  const [ours, theirs] = [pieces(saved.replace(summary, '')), pieces(readFileSync(file, 'utf8'))];
  const machine = theirs.indexOf('Computed on') + 1;
  expect(ours[machine]).toContain('WebAssembly');
  ours[machine] = theirs[machine];
  // The page knows true classes by annotations; the command has those alone that the recipe gives, which are none here.
  const agreement = ours.indexOf('Agreement with the true class');
  const [, told] = ours.splice(agreement, 2);
  const nLabelled = Number(/^\d+ of (\d+) labelled epochs$/.exec(String(told))?.[1]);
  expect(nLabelled).toBeGreaterThan(5);
  expect(ours.length).toBe(theirs.length);
  let nTrueClasses = 0;
  ours.forEach((piece, i) => {
    if (typeof piece === 'number') expect(Math.abs(piece - Number(theirs[i]))).toBeLessThan(0.011);
    else if (theirs[i] === '' && /^eyes (open|closed)$/.test(String(piece))) nTrueClasses++;
    else expect(piece).toBe(theirs[i]);
  });
  expect(nTrueClasses).toBe(nLabelled);
  expect(ours).toContain('eyes8.safetensors');
  expect(ours.join(' ')).not.toContain('Harry');
});

test('a model gives the stages that the command gives, and they can be corrected', async ({
  page,
}, info) => {
  const [weights, model, recording] = [
    'weights.safetensors',
    'stager.safetensors',
    'night.edf',
  ].map((name) => info.outputPath(name)) as [string, string, string];
  writeFileSync(weights, randomStager());
  execFileSync(eegate!, ['import', weights, '-o', model]);
  execFileSync(eegate!, ['sample', '-o', recording, '--duration-s', '330']);
  const told = execFileSync(eegate!, ['stage', recording, '--model', model], { encoding: 'utf8' });
  const stages = told
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[2]!);
  expect(stages).toHaveLength(11);

  await openPage(page);
  await openFile(page, recording);
  await goTo(page, 'Sleep');
  await night(page).getByLabel('Stage with a model').setInputFiles(weights);
  await expect(page.getByRole('status').filter({ hasText: 'Staged 11 epochs' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(night(page).getByRole('img', { name: /^Probabilities of/ })).toBeVisible();
  const rows = (await savedStages(page, 'CSV')).trim().split(/\r?\n/).slice(1);
  const shown = rows.map((line) => line.split(',').at(-1)!.replace('R', 'REM'));
  expect(shown).toEqual(stages);
  expect(await offencesInBoth(page)).toEqual([]);
  await page.keyboard.press('w');
  await expect(night(page).getByText('Epoch 2 of 11')).toBeVisible();
  expect((await savedStages(page, 'CSV')).trim().split(/\r?\n/)[1]).toMatch(/W$/);
});

test('the package compares with the numbers of the command', async ({ page }, info) => {
  const [nEpochs, nChans, nTimes] = [60, 5, 80];
  const x = Float32Array.from({ length: nEpochs * nChans * nTimes }, (_, i) => {
    const [epoch, channel] = [Math.floor(i / (nChans * nTimes)), Math.floor(i / nTimes) % nChans];
    const noise = Math.sin(i * 12.9898) * 43758.5453;
    return (noise - Math.floor(noise) - 0.5) * (channel === epoch % 2 ? 26 : 20);
  });
  const y = Array.from({ length: nEpochs }, (_, i) => i % 2);
  const subjects = y.map((_, i) => Math.floor(i / 15));
  const npy = (name: string, type: string, shape: string, values: ArrayBufferView) => {
    const head = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape}), }`;
    const text = `${head.padEnd(117)}\n`;
    const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length, 0]);
    const body = Buffer.from(values.buffer);
    writeFileSync(info.outputPath(name), Buffer.concat([start, Buffer.from(text), body]));
    return info.outputPath(name);
  };
  const told = JSON.parse(
    execFileSync(
      eegate!,
      [
        'compare',
        ...['--data', npy('x.npy', '<f4', `${nEpochs}, ${nChans}, ${nTimes}`, x)],
        ...['--labels', npy('y.npy', '<i4', `${nEpochs},`, Int32Array.from(y))],
        ...['--subjects', npy('s.npy', '<i4', `${nEpochs},`, Int32Array.from(subjects))],
        '--json',
      ],
      { encoding: 'utf8' },
    ),
  ) as { advice: string; models: { preset: string; accuracy: number; behind_95: number[] }[] };
  await page.goto('/icon.svg');
  const found = await shellOf(page).evaluate(
    async ({ x, y, subjects, nChans }) => {
      const address = '/eegate.js';
      const { createEngine } = (await import(address)) as typeof import('../web/api/index.js');
      const engine = await createEngine({ workers: 1 });
      const data = { x: Float32Array.from(x), y, subjects };
      const shares: number[] = [];
      const compared = await engine.compare({
        data,
        config: { n_chans: nChans },
        onProgress: (share) => shares.push(share),
      });
      await engine.close();
      return { compared, shares };
    },
    { x: [...x], y, subjects, nChans },
  );
  const figures = found.compared.models.map(({ preset, accuracy, behind95 }) => ({
    preset,
    accuracy,
    behind_95: behind95,
  }));
  expect(figures).toEqual(
    told.models.map(({ preset, accuracy, behind_95 }) => ({ preset, accuracy, behind_95 })),
  );
  expect(found.compared.advice).toBe(told.advice);
  expect(found.shares.at(-1)).toBe(1);
});
