// What works here, asked of the package: the numbers are those of the command.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const eegate = ['native-release', 'native-tests']
  .map((preset) => fileURLToPath(new URL(`../../build/${preset}/eegate`, import.meta.url)))
  .find((path) => existsSync(path));

test('the package compares with the numbers of the command', async ({ page }, info) => {
  test.skip(!eegate, 'the native command is not built');
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
  const found = await page.evaluate(
    async ({ x, y, subjects, nChans }) => {
      const address = '/eegate.js';
      const { createEngine } = (await import(address)) as typeof import('../../web/api/index.js');
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
