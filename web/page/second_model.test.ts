import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, Prediction, Recording } from '../api/index.js';
import { Actions } from './actions.js';
import { agreementOf, comparable, differing } from './second_model.js';
import { initialState, withRecording, type RecordingEntry, type Run, type State } from './state.js';
import { Store } from './store.js';

const windowsOf = (labels: string, stepS: number, durationS: number): Prediction[] =>
  [...labels].map((label, index) => ({
    index,
    onsetS: index * stepS,
    durationS,
    label,
    probabilities: new Float32Array([1, 0]),
  }));

describe('agreementOf', () => {
  it('compares windows that are the same one by one', () => {
    const { labels, n, nSame } = agreementOf(windowsOf('aabb', 2, 2), windowsOf('abbb', 2, 2));
    expect(labels).toEqual(['a', 'b', 'b', 'b']);
    expect([n, nSame]).toEqual([4, 3]);
  });

  it('compares windows of other lengths where they are', () => {
    // Middles at 1, 3, 5, 7 s against middles at 2 and 6 s of 4 s each.
    const { labels, nSame } = agreementOf(windowsOf('aabb', 2, 2), windowsOf('ab', 4, 4));
    expect(labels).toEqual(['a', 'a', 'b', 'b']);
    expect(nSame).toBe(4);
  });

  it('leaves out where the second has no window', () => {
    const { labels, n } = agreementOf(windowsOf('aaaa', 2, 2), windowsOf('a', 2, 2));
    expect(labels).toEqual(['a', null, null, null]);
    expect(n).toBe(1);
    expect(agreementOf(windowsOf('aa', 2, 2), []).n).toBe(0);
  });
});

describe('differing', () => {
  it('tells who is right where both differ and the truth is known', () => {
    const first = windowsOf('aabb', 2, 2);
    const agreement = agreementOf(first, windowsOf('abab', 2, 2));
    expect(differing(first, agreement, ['a', 'b', 'b', null])).toEqual({
      n: 2,
      nFirstRight: 1,
      nSecondRight: 1,
    });
    expect(differing(first, agreement, []).n).toBe(0);
  });
});

/** The beginning of a model's file: its header says which classes it has. */
function fileOf(classes: string[]): ArrayBuffer {
  const text = JSON.stringify({ __metadata__: { classes: JSON.stringify(classes) } });
  const header = new TextEncoder().encode(text);
  const bytes = new Uint8Array(8 + header.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  return bytes.buffer;
}

const entryOf = (key: string, bytes: ArrayBuffer) => ({
  ...{ key, title: key, fileName: key, isBundled: true, bytes, model: null },
});

describe('comparable', () => {
  it('are other models that tell the same classes apart', () => {
    const own = entryOf('own', fileOf(['open', 'closed']));
    const models = [
      own,
      entryOf('same', fileOf(['closed', 'open'])),
      entryOf('fists', fileOf(['left', 'right'])),
      entryOf('broken', new ArrayBuffer(3)),
    ];
    const run = { classes: ['open', 'closed'], lease: { bytes: own.bytes } } as unknown as Run;
    expect(comparable(models, run).map(({ key }) => key)).toEqual(['same']);
  });
});

describe('a second model', () => {
  let open: string[];
  beforeEach(() => {
    open = [];
    vi.stubGlobal('addEventListener', () => undefined); // there is no window here
  });
  afterEach(() => void vi.unstubAllGlobals());

  const closing = (name: string) => async () => void (open = open.filter((one) => one !== name));
  function fakeModel(name: string) {
    open.push(name);
    return {
      classes: ['a', 'b'],
      config: {},
      info: { fileName: name },
      checkCompatibility: async () => ({ verdict: 'ok', items: [] }),
      close: closing(name),
      classify: () => {
        open.push(`run of ${name}`);
        return {
          plan: async () => ({ epochs: windowsOf('ab', 2, 2) }),
          close: closing(`run of ${name}`),
          [Symbol.asyncIterator]: async function* () {
            yield* windowsOf('ab', 2, 2);
          },
        };
      },
    };
  }

  function page() {
    const store = new Store<State>(
      { ...initialState(), isBusy: false, engine: {} as never },
      () => undefined,
    );
    const engine = Promise.resolve({
      loadModel: async (_: ArrayBuffer, { name }: { name: string }) => fakeModel(name),
    } as unknown as Engine);
    const actions = new Actions(store, engine);
    const recording = { name: 'r.edf', close: async () => undefined } as unknown as Recording;
    const entry = { key: 1, recording, run: null, second: null, view: {} };
    store.update((state) => withRecording(state, entry as unknown as RecordingEntry));
    for (const fileName of ['first', 'other'])
      actions.models.addBundled({ fileName, title: fileName }, fileOf(['a', 'b']));
    return { store, actions, second: () => store.state.recordings[0]?.second };
  }

  it('classifies beside the first, and is closed when it is not wanted any more', async () => {
    const { actions, second } = page();
    await actions.models.select('first');
    await actions.classifier.classify();
    await actions.second.choose('other');
    expect(second()).toMatchObject({ status: 'done', nDone: 2, modelTitle: 'other' });
    expect(open).toContain('run of other');
    await actions.second.choose('');
    expect(second()).toBeNull();
    expect(open).toEqual(['first', 'run of first']);
  });

  it('can be taken back and chosen again', async () => {
    const { actions, second } = page();
    await actions.models.select('first');
    await actions.classifier.classify();
    await actions.second.choose('other');
    actions.undo.undo();
    await vi.waitFor(() => expect(open).toEqual(['first', 'run of first']));
    expect(second()).toBeNull();
    actions.undo.redo();
    await vi.waitFor(() => expect(second()).toMatchObject({ status: 'done', modelTitle: 'other' }));
    expect(open).toContain('run of other');
  });

  it('keeps no step where the same one is chosen again, and leaves a recording alone that was closed', async () => {
    const { actions } = page();
    await actions.models.select('first');
    await actions.classifier.classify();
    await actions.second.choose('other');
    await actions.second.choose('other');
    await actions.closeRecording(1);
    actions.undo.undo();
    expect(open).toEqual(['first']);
  });

  it('is closed with the recording', async () => {
    const { actions } = page();
    await actions.models.select('first');
    await actions.classifier.classify();
    await actions.second.choose('other');
    await actions.closeRecording(1);
    expect(open).toEqual(['first']);
  });
});
