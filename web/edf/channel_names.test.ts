import { expect, it } from 'vitest';
import { openEdf } from './index.js';

/** One record of two samples for each label. */
function edfOf(labels: string[]): Uint8Array {
  const all = (width: number, text: (label: string) => string) =>
    labels.map((label) => text(label).padEnd(width)).join('');
  const n = labels.length;
  const header =
    ['0'.padEnd(8), ' '.repeat(160), '01.01.0101.01.01'].join('') +
    [256 * (n + 1), '', 1, 1, n]
      .map((value, i) => String(value).padEnd([8, 44, 8, 8, 4][i]!))
      .join('') +
    all(16, (label) => label) +
    all(80, () => '') +
    [...['uV', '-100', '100', '-100', '100']].map((value) => all(8, () => value)).join('') +
    all(80, () => '') +
    all(8, () => '2') +
    all(32, () => '');
  const data = new Uint8Array(4 * n);
  return new Uint8Array([...new TextEncoder().encode(header), ...data]);
}

it('a signal that is not there is answered with those that are', async () => {
  const edf = await openEdf(edfOf(['Fz..', 'Cz..']));
  expect(await edf.read('Cz..')).toHaveLength(2);
  const unknown = { code: 'CHANNEL_UNKNOWN', found: 'Cz', expected: 'one of Fz.., Cz..' };
  await expect(edf.read('Cz')).rejects.toMatchObject(unknown);
  await expect(edf.read('Cz..', { count: 1 } as object)).rejects.toMatchObject({ field: 'count' });
});
