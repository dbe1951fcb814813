// Closing a recording loses nothing that was made by hand.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Annotation, Engine } from '../api/index.js';
import { Actions } from './actions.js';
import { initialState, type State } from './state.js';
import { Store } from './store.js';

const ofFile: Annotation[] = [{ onsetS: 0, durationS: 4, text: 'rest' }];
const added: Annotation = { onsetS: 1, durationS: 1, text: 'blink' };

let nOpen = 0;

function fakeRecording(file: File) {
  const { name } = file;
  nOpen++;
  const recording = {
    name,
    sources: [file],
    annotations: ofFile as readonly Annotation[],
    annotationsComplete: true,
    channels: [],
    warnings: ['EDF_CLOCK', 'EDF_HEADER', 'EDF_TEXT'].map((code) => ({ code })),
    durationS: 60,
    info: { format: 'EDF', sizeBytes: 100, mainChannels: [], isTruncated: false },
    readAnnotations: async () => undefined,
    setAnnotations: async (next: readonly Annotation[]) => {
      recording.annotations = [...next];
    },
    close: async () => void nOpen--,
  };
  return recording;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

async function page(names: string[]) {
  const store = new Store<State>({ ...initialState(), engine: {} as never }, () => undefined);
  let isThere = true;
  const openRecording = async (file: File) => {
    if (!isThere) throw new Error('the file is gone');
    return fakeRecording(file);
  };
  const engine = Promise.resolve({ openRecording } as unknown as Engine);
  const actions = new Actions(store, engine);
  await actions.openRecordings(names.map((name) => new File([new Uint8Array(100)], name)));
  const list = () => store.state.recordings.map(({ key, recording }) => `${key} ${recording.name}`);
  return { store, actions, list, lose: () => (isThere = false), find: () => (isThere = true) };
}

beforeEach(() => {
  nOpen = 0;
  vi.stubGlobal('addEventListener', () => undefined); // there is no window here
});

describe('opening a recording', () => {
  it('says how many warnings its mark counts, how many are about the format, and that it is a copy', async () => {
    const { store, actions } = await page(['a.edf']);
    expect(store.state.status).toMatch(
      /0 channels, 1\u00a0?\s?warning and 2 about the file format$/,
    );
    await actions.openRecordings([new File([new Uint8Array(100)], 'b.edf')]);
    expect(store.state.status).toMatch(/It is the same recording as “a\.edf”, .*: it counts once$/);
    await actions.openRecordings([new File([new Uint8Array(102)], 'c.edf')]);
    expect(store.state.status).not.toContain('the same recording');
  });
});

describe('opening files without a recording', () => {
  it('is an error that stays', async () => {
    const { store, actions } = await page([]);
    await actions.openRecordings([]);
    expect(store.state.alerts).toHaveLength(1);
    expect(JSON.stringify(store.state.alerts)).toContain('NO_RECORDINGS');
  });
});

describe('opening several files of which some fail', () => {
  it('says how many, not only which was the last', async () => {
    const { store, actions, lose } = await page(['a.edf', 'b.edf']);
    expect(store.state.status).toMatch(/^Opened 2\s?recordings, 2 of them with warnings$/);
    lose();
    await actions.openRecordings(['c.edf', 'd.edf'].map((name) => new File(['x'], name)));
    expect(store.state.status).toMatch(/^2\s?files could not be opened$/);
    expect(store.state.alerts).toHaveLength(2);
  });
});

describe('closing a recording', () => {
  it('is told to what uses it, while it is still open', async () => {
    const { actions } = await page(['a.edf', 'b.edf']);
    const told: unknown[] = [];
    actions.onRecordingClose((key) => told.push([key, nOpen]));
    await actions.closeRecording(2);
    expect(told).toEqual([[2, 2]]);
  });

  it('waits for a training that learns from it, which goes on', async () => {
    const { actions, list } = await page(['a.edf', 'b.edf']);
    let end!: () => void;
    const body = () => new Promise<void>((resolve) => (end = resolve));
    const training = actions.tasks.attempt('train', 'Training', body);
    const closing = actions.closeRecording(2);
    await settle();
    expect([list(), nOpen]).toEqual([['1 a.edf'], 2]);
    end();
    await Promise.all([training, closing]);
    expect(nOpen).toBe(1);
  });

  it('is undone with its annotations, its view, its key and its place in the list', async () => {
    const { store, actions, list } = await page(['a.edf', 'b.edf', 'c.edf']);
    await actions.selectRecording(2);
    await actions.annotations.add(added);
    actions.view.change({ startS: 20 });
    await actions.closeRecording(2);
    expect([list(), nOpen]).toEqual([['1 a.edf', '3 c.edf'], 2]);
    expect(store.state.status).toBe('Closed b.edf; Undo opens it again');
    actions.undo.undo();
    await settle();
    expect([list(), nOpen]).toEqual([['1 a.edf', '2 b.edf', '3 c.edf'], 3]);
    const [, entry] = store.state.recordings;
    expect(entry!.recording.annotations).toEqual([ofFile[0], added]);
    expect(entry!.annotationsOfFile).toEqual(ofFile);
    expect([entry!.view.startS, store.state.recordingKey]).toEqual([20, 2]);
    expect(actions.annotations.isUnsaved).toBe(true);
    actions.undo.redo();
    await settle();
    expect([list(), nOpen]).toEqual([['1 a.edf', '3 c.edf'], 2]);
    actions.undo.undo();
    await settle();
    expect(store.state.recordings[1]!.recording.annotations).toHaveLength(2);
  });

  it('brings the stages of a night back, as they were', async () => {
    const { actions } = await page(['night.edf']);
    const told: string[] = [];
    let stages = 'W N1';
    actions.night.keep = (key) => {
      const kept = stages;
      return () => void told.push(`${key} ${kept}`);
    };
    await actions.closeRecording(1);
    stages = '';
    actions.undo.undo();
    await settle();
    expect(told).toEqual(['1 W N1']);
  });

  it('keeps what was made by hand also while the file is not there', async () => {
    const { store, actions, lose, find } = await page(['a.edf']);
    await actions.annotations.add(added);
    await actions.closeRecording(1);
    lose();
    actions.undo.undo();
    await settle();
    expect(store.state.alerts).toHaveLength(1);
    find();
    actions.undo.redo();
    actions.undo.undo();
    await settle();
    expect(store.state.recordings[0]!.recording.annotations).toHaveLength(2);
  });
});
