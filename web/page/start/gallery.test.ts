import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstModels } from '../bundled_models.js';
import { judgedOf } from './gallery.js';

const file = (text: string): ArrayBuffer => {
  const header = new TextEncoder().encode(text);
  const bytes = new Uint8Array(8 + header.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  return bytes.buffer;
};
const card = (train: unknown) =>
  file(JSON.stringify({ __metadata__: { train: JSON.stringify(train) } }));

describe('judgedOf', () => {
  it.each(firstModels.map(({ fileName }) => fileName))('is in the file %s', (fileName) => {
    const bytes = readFileSync(new URL(`../public/models/${fileName}`, import.meta.url));
    const judged = judgedOf(new Uint8Array(bytes).buffer)!;
    expect(judged.accuracy).toBeGreaterThan(0.5);
    expect(judged.lowest).toBeLessThanOrEqual(judged.accuracy);
    expect(judged.highest).toBeGreaterThanOrEqual(judged.accuracy);
  });

  it('tells what a calibration without labels brings, where that was measured', () => {
    const judged = (calibrated: unknown) =>
      judgedOf(card({ judged: { accuracy: 0.77, calibrated } }));
    expect(judged({ accuracy: 0.96 })?.calibrated).toBe(0.96);
    expect(judged({ accuracy: 96 })?.calibrated).toBeNull();
    expect(judged(null)?.calibrated).toBeNull();
  });

  it('is null where nothing is said, or what is said makes no sense', () => {
    expect(judgedOf(card({}))).toBeNull();
    expect(judgedOf(card({ judged: { accuracy: 7 } }))).toBeNull();
    expect(judgedOf(file('{'))).toBeNull();
    expect(judgedOf(new ArrayBuffer(3))).toBeNull();
    expect(judgedOf(card({ judged: { accuracy: 0.9 } }))).toEqual({
      accuracy: 0.9,
      lowest: null,
      highest: null,
      calibrated: null,
    });
  });
});
