// All recordings are classified by one model; what is shown stays; one Cancel stops all of it.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../api/index.js';
import { Actions } from './actions.js';
import { obstacle } from './classify_obstacle.js';
import { initialState, withRecording, type RecordingEntry, type State } from './state.js';
import { Store } from './store.js';

/** Recordings that are being classified wait here until the test lets one window come. */
let waiting: { name: string; next: () => void }[] = [];

const settle = () => new Promise((resolve) => setTimeout(resolve));
const window = {
  index: 0,
  onsetS: 0,
  durationS: 2,
  label: 'a',
  probabilities: new Float32Array(2),
};

function fakeModel(weights: string) {
  return {
    classes: ['a', 'b'],
    config: {},
    info: { fileName: weights, tensors: [] },
    checkCompatibility: async ({ name }: { name: string }) => ({
      verdict: name.startsWith('misfit') ? 'missing' : 'ok',
      items: [],
    }),
    close: async () => undefined,
    classify({ name }: { name: string }, { signal }: { signal: AbortSignal }) {
      return {
        plan: async () => ({ epochs: [window] }),
        close: async () => undefined,
        async *[Symbol.asyncIterator]() {
          await new Promise<void>((next, stop) => {
            waiting.push({ name, next });
            signal.addEventListener('abort', () => stop(new DOMException('', 'AbortError')));
          });
          yield window;
        },
      };
    },
  };
}

async function page(names: string[]) {
  const store = new Store<State>({ ...initialState(), engine: {} as never }, () => undefined);
  const loadModel = async (_: ArrayBuffer, { name }: { name: string }) => fakeModel(name);
  const actions = new Actions(store, Promise.resolve({ loadModel } as unknown as Engine));
  names.forEach((name, i) => {
    const recording = { name, annotations: [], close: async () => undefined };
    const entry = { key: i + 1, recording, run: null, second: null, view: {} };
    store.update((state) => withRecording(state, entry as unknown as RecordingEntry));
  });
  for (const fileName of ['one', 'two'])
    actions.models.addBundled({ fileName, title: fileName }, new ArrayBuffer(8));
  await actions.models.select('one', true);
  const runs = () =>
    store.state.recordings.map(({ run }) => run && `${run.modelTitle} ${run.status} ${run.nDone}`);
  const goOn = async () => {
    waiting.shift()!.next();
    await settle();
  };
  return { store, actions, runs, goOn };
}

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('addEventListener', () => undefined); // there is no window here
});

describe('all recordings', () => {
  it('are classified by the model that was chosen at the beginning, while another is chosen', async () => {
    const { store, actions, runs, goOn } = await page(['a.edf', 'b.edf']);
    const all = actions.classifier.classifyAll();
    await settle();
    await actions.models.select('two', true);
    await goOn();
    await goOn();
    await all;
    expect(runs()).toEqual(['one done 1', 'one done 1']);
    expect(store.state.status).toBe('Classified all 2 recordings');
    expect(store.state.batch).toBeNull();
  });

  it('are classified by the model that was chosen just before, while it is still being opened', async () => {
    const { actions, runs, goOn } = await page(['a.edf', 'b.edf']);
    void actions.models.choose('two');
    const all = actions.classifier.classifyAll();
    await settle();
    await goOn();
    await goOn();
    await all;
    void actions.models.choose('one');
    const shown = actions.classifier.classify();
    await settle();
    await goOn();
    await shown;
    expect(runs()).toEqual(['two done 1', 'one done 1']);
  });

  it('leave shown what is shown, and what is chosen meanwhile', async () => {
    const { store, actions, goOn } = await page(['a.edf', 'b.edf', 'c.edf']);
    const all = actions.classifier.classifyAll();
    await settle();
    expect(store.state.recordingKey).toBe(3);
    await actions.selectRecording(2);
    for (let i = 0; i < 3; i++) {
      expect(obstacle(store.state)).toBe('Classification is running.'); // between two recordings, too
      await goOn();
    }
    await all;
    expect(store.state.recordingKey).toBe(2);
    expect(obstacle(store.state)).toBe('');
  });

  it('are over also if a result cannot be closed', async () => {
    const { store, actions, goOn } = await page(['a.edf', 'b.edf']);
    let all = actions.classifier.classifyAll();
    await settle();
    await goOn();
    await goOn();
    await all;
    const close = () => Promise.reject(new Error('lost'));
    Object.assign(store.state.recordings[0]!.run!.classification, { close });
    all = actions.classifier.classifyAll();
    all.catch(() => undefined); // it is looked at below
    await settle();
    await goOn();
    await expect(all).rejects.toThrow('lost');
    expect(store.state.batch).toBeNull();
    expect(obstacle(store.state)).toBe('');
  });

  it('are stopped together, and the one at work keeps its earlier result', async () => {
    const { store, actions, runs, goOn } = await page(['a.edf', 'b.edf', 'c.edf']);
    let all = actions.classifier.classifyAll();
    await settle();
    for (let i = 0; i < 3; i++) await goOn();
    await all;
    await actions.models.select('two', true);
    all = actions.classifier.classifyAll();
    await settle();
    await goOn();
    actions.classifier.cancel();
    await all;
    expect(runs()).toEqual(['two done 1', 'one done 1', 'one done 1']);
    expect(store.state.status).toBe('Stopped: classified 1 of 3 recordings');
  });

  it('are not classified twice at once; one that the model does not fit, or that is closed, is left out', async () => {
    const { store, actions, runs, goOn } = await page(['a.edf', 'misfit.edf', 'c.edf', 'd.edf']);
    const all = actions.classifier.classifyAll();
    await settle();
    await actions.classifier.classifyAll();
    expect(waiting.map(({ name }) => name)).toEqual(['a.edf']);
    void actions.closeRecording(1);
    await settle();
    expect(waiting.map(({ name }) => name)).toEqual(['a.edf', 'c.edf']);
    waiting.shift();
    await goOn();
    await goOn();
    await all;
    expect(runs()).toEqual([null, 'one done 1', 'one done 1']);
    expect(store.state.status).toBe('Classified 2 of 4 recordings; the model does not suit 1');
    const misfits = () => store.state.recordings.map(({ misfit }) => misfit?.modelTitle ?? null);
    expect(misfits()).toEqual(['one', null, null]);
  });
});
