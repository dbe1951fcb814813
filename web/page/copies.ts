// Recordings that are open more than once, under whatever names.
import { areSame } from '../api/same_recordings.js';
import type { RecordingEntry } from './state.js';

type Content = Pick<RecordingEntry, 'key' | 'content'>;

/** The same number for copies: the key of the one that was opened first. */
export async function contentOf(
  { key, recording }: Pick<RecordingEntry, 'key' | 'recording'>,
  entries: readonly Pick<RecordingEntry, 'recording' | 'content'>[],
): Promise<number> {
  for (const other of entries) {
    const isSame = areSame(recording, other.recording).catch(() => false); // a file may be gone
    if (await isSame) return other.content;
  }
  return key;
}

export const isOpenTwice = ({ key, content }: Content, entries: readonly Content[]): boolean =>
  entries.some((other) => other.key !== key && other.content === content);

/** The first of the open recordings that has the same content; null if it is this one. */
export function firstLike<T extends Content>(entry: Content, entries: readonly T[]): T | null {
  const first = entries.find(({ content }) => content === entry.content);
  return first && first.key !== entry.key ? first : null;
}
