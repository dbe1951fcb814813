import { expect, it } from 'vitest';
import { deferred } from '../../worker/work_chunks.js';
import type { Actions } from '../actions.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import { UnreadAnnotations } from './unread_annotations.js';

/** Recordings that are read to the end by `end`; the chosen ones are `chosen`. */
function long(chosen: number[]) {
  const reads = new Map<number, ReturnType<typeof deferred<void>>>();
  const recordings = [1, 2, 3].map((key) => {
    const recording = {
      name: `night ${key}`,
      annotationsComplete: false,
      async readAnnotations() {
        reads.set(key, deferred<void>());
        await reads.get(key)!.promise;
        recording.annotationsComplete = true;
        return [{ onsetS: 0, durationS: 30, text: 'N2' }];
      },
    };
    return { key, recording };
  });
  const page = new Store<State>(
    { ...initialState(), recordings: recordings as unknown as State['recordings'] },
    () => undefined,
  );
  const told: string[] = [];
  const tasks = {
    say: (text: string) => told.push(text),
    unsay: () => undefined,
    report: (_: unknown, name: string) => told.push(`failed: ${name}`),
  };
  const unread = new UnreadAnnotations(page, { tasks } as unknown as Actions, () => chosen);
  const names = () => unread.entries.map(({ recording }) => recording.name);
  const end = (key: number) => reads.get(key)!.resolve();
  return { unread, names, end, reads, told, page };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('all annotations of the chosen recordings are read, of one recording after the other', async () => {
  const { unread, names, end, reads, told } = long([1, 3]);
  expect(names()).toEqual(['night 1', 'night 3']);
  let isRead = false;
  const done = unread.read().then(() => (isRead = true));
  void unread.read(); // is the same
  expect([...reads.keys()]).toEqual([1]);
  end(1);
  await settled();
  expect([names(), isRead]).toEqual([['night 3'], false]);
  end(3);
  await done;
  expect([...reads.keys()]).toEqual([1, 3]);
  expect(told).toEqual(['Reading annotations', 'Read 2 annotations']);
  await unread.read();
  expect(reads.size).toBe(2);
});

it('what cannot be read is reported once, and not if the recording was closed', async () => {
  const { unread, reads, told, page } = long([1, 2]);
  const done = unread.read();
  reads.get(1)!.reject(new Error('gone'));
  await settled();
  page.update({ recordings: page.state.recordings.filter(({ key }) => key !== 2) });
  reads.get(2)!.reject(new Error('closed'));
  await done;
  await unread.read();
  expect(told).toEqual(['Reading annotations', 'failed: night 1']);
});
