import { expect, it } from 'vitest';
import type { Annotation, Engine, Recording } from '../../api/index.js';
import type { RecordingEntry } from '../state.js';
import { takeOwn } from './own_recordings.js';
import type { RunInput } from './restarts.js';

const annotation = (text: string): Annotation => ({ onsetS: 0, durationS: 1, text });

function fakes() {
  let nOpen = 0;
  const fake = (text: string) => {
    const recording = {
      annotations: [annotation(text)],
      setAnnotations: async (next: Annotation[]) => void (recording.annotations = next),
      close: async () => void nOpen--,
    };
    return recording as unknown as Recording;
  };
  const openRecording = async () => (nOpen++, fake('of the file'));
  const entry = (key: number, isChanged: boolean) => {
    const annotationsOfFile = isChanged ? [annotation('of the file')] : null;
    const recording = fake(isChanged ? 'changed' : 'of the file');
    return { key, recording, companions: [], annotationsOfFile } as unknown as RecordingEntry;
  };
  const entries = [entry(1, false), entry(2, true), entry(3, false)];
  const recordings = new Map(entries.map(({ key, recording }) => [key, recording]));
  return { engine: { openRecording } as unknown as Engine, entries, recordings, open: () => nOpen };
}

it('what is changed while each person is left out in turn is not for this run', async () => {
  const { engine, entries, recordings, open } = fakes();
  const plan = { eachPerson: ['a', 'b'], comparisonNetwork: null, items: [{ key: 1 }, { key: 2 }] };
  const input = { plan, recordings } as unknown as RunInput;
  let end!: () => void;
  const untilIdle = () => new Promise<void>((resolve) => (end = resolve));
  await takeOwn(engine, input, entries, { untilIdle });
  await takeOwn(engine, input, entries, { untilIdle }); // of the network that it is compared with
  await entries[1]!.recording.setAnnotations([annotation('later')]);
  const texts = [1, 2].map((key) => recordings.get(key)!.annotations[0]!.text);
  expect(texts).toEqual(['of the file', 'changed']);
  expect([open(), recordings.get(3) === entries[2]!.recording]).toEqual([2, true]);
  end();
  await new Promise((resolve) => setTimeout(resolve));
  expect(open()).toBe(0);
});

it('a run of one training has those of the page', async () => {
  const { engine, entries, recordings, open } = fakes();
  const plan = { eachPerson: [], comparisonNetwork: null, items: [{ key: 1 }] };
  const untilIdle = () => Promise.resolve();
  await takeOwn(engine, { plan, recordings } as unknown as RunInput, entries, { untilIdle });
  expect([open(), recordings.get(1) === entries[0]!.recording]).toEqual([0, true]);
});
