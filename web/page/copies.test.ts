import { expect, it } from 'vitest';
import { contentOf, firstLike, isOpenTwice } from './copies.js';
import type { RecordingEntry } from './state.js';

type Entry = Pick<RecordingEntry, 'key' | 'content' | 'recording'>;

async function opened(...files: Uint8Array[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [key, bytes] of files.entries()) {
    const recording = { sources: [new Blob([bytes as never])] } as unknown as Entry['recording'];
    entries.push({ key, recording, content: await contentOf({ key, recording }, entries) });
  }
  return entries;
}

const bytes = (fill: number, size = 300_000) => new Uint8Array(size).fill(fill);

it('finds copies by what is in them, whatever they are called', async () => {
  const entries = await opened(bytes(1), bytes(2), bytes(1), bytes(1, 300_002), bytes(1));
  expect(entries.map(({ content }) => content)).toEqual([0, 1, 0, 3, 0]);
  expect(entries.map((one) => isOpenTwice(one, entries))).toEqual([true, false, true, false, true]);
  expect(entries.map((one) => firstLike(one, entries)?.key)).toEqual([
    ...[undefined, undefined, 0],
    ...[undefined, 0],
  ]);
});

it('opens what can be read although a file of the same size is gone', async () => {
  const [, second] = await opened(bytes(1), bytes(1));
  const gone = { size: 300_000, slice: () => ({ text: () => Promise.reject(new Error('gone')) }) };
  const other = { recording: { sources: [gone] }, content: 0 } as unknown as Entry;
  expect(await contentOf(second!, [other])).toBe(1);
});
