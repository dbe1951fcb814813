// Who has which model open: what is chosen, what a run was made with, what is looked into, and nothing beside.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, Recording } from '../api/index.js';
import { Actions } from './actions.js';
import { Controller } from './inside/controller.js';
import { initialInside, type InsideState } from './inside/state.js';
import { obstacle, proposed } from './classify_obstacle.js';
import { initialState, withRecording, type RecordingEntry, type State } from './state.js';
import { Store } from './store.js';
import { otherModels } from './views/other_results.js';

let open: Set<string>;
let nLoaded = 0;
const inspected: string[] = [];

const prediction = (index: number) => ({
  index,
  onsetS: 2 * index,
  durationS: 2,
  probabilities: new Float32Array([1, 0]),
  label: 'a',
});

/** A model says in its name how recordings suit it. */
const verdictOf = (weights: string) => /^(missing|adapted)/.exec(weights)?.[1] ?? 'ok';

/** A model knows how often it was loaded: its weights are "m.safetensors 1", "m.safetensors 2", ... */
function fakeModel(weights: string) {
  open.add(weights);
  return {
    weights,
    classes: weights.startsWith('fists') ? ['left fist', 'right fist'] : ['a', 'b'],
    config: {},
    info: { fileName: weights, tensors: [] },
    checkCompatibility: async () => {
      if (weights.startsWith('unreadable')) throw new Error('the recording changed');
      return { verdict: verdictOf(weights), items: [] };
    },
    close: async () => void open.delete(weights),
    inspect: async () => {
      inspected.push(weights);
      return { tensors: [], layers: [], find: () => undefined, nBlocks: 0 };
    },
    classify() {
      return {
        model: this,
        plan: async () => ({ epochs: [prediction(0), prediction(1)] }),
        epochs: async () => new Float32Array(4),
        close: async () => undefined,
        async *[Symbol.asyncIterator]() {
          yield prediction(0);
          yield prediction(1);
        },
      };
    },
  };
}

function page() {
  const idle = { ...initialState(), isBusy: false, engine: {} as never };
  const store = new Store<State>(idle, () => undefined);
  const engine = Promise.resolve({
    loadModel: async (_: ArrayBuffer, { name }: { name: string }) =>
      fakeModel(`${name} ${++nLoaded}`),
  } as unknown as Engine);
  const actions = new Actions(store, engine);
  const recording = {
    name: 'r.edf',
    annotations: [],
    close: async () => undefined,
  } as unknown as Recording;
  const entry = { key: 1, recording, run: null, view: {} } as unknown as RecordingEntry;
  store.update((state) => withRecording(state, entry));
  const inside = new Store<InsideState>(initialInside(), () => undefined);
  return { store, actions, inside, conduct: new Controller(store, inside, actions) };
}

const kinds = (...texts: string[]) =>
  texts.map((text, i) => ({ onsetS: 4 * i, durationS: 4, text }));
const annotate = ({ state }: Store<State>, annotations: ReturnType<typeof kinds>) =>
  Object.assign(state.recordings[0]!.recording, { name: 'S001R04.edf', annotations });
const bundle = ({ models }: Actions, fileName: string) =>
  models.addBundled({ fileName, title: fileName }, new ArrayBuffer(8));
const bundleTwo = (actions: Actions) => ['m.a', 'fists.b'].forEach((name) => bundle(actions, name));
const file = (name: string) => new File([new Uint8Array([1])], name);
const settle = () => new Promise((resolve) => setTimeout(resolve));
const titleOf = (store: Store<State>) => store.state.recordings[0]?.run?.modelTitle;

afterEach(() => void vi.unstubAllGlobals());
beforeEach(() => {
  open = new Set();
  nLoaded = 0;
  inspected.length = 0;
  vi.stubGlobal('addEventListener', () => undefined); // there is no window here
});

describe('inside', () => {
  it('looks with the model that classified, also after another file of its name was opened', async () => {
    const { store, actions, conduct, inside } = page();
    await actions.models.openFiles([file('m.safetensors')]);
    await actions.classifier.classify();
    actions.view.choose(0);
    conduct.follow();
    await settle();
    expect(inspected).toEqual(['m.safetensors 1']);
    await actions.models.openFiles([file('m.safetensors')]);
    actions.view.choose(1);
    conduct.follow();
    await settle();
    expect(inspected).toEqual(['m.safetensors 1', 'm.safetensors 1']);
    expect(inside.state.inspected?.title).toBe('m.safetensors');
    expect(titleOf(store)).toBe('m.safetensors');
    await actions.classifier.classify();
    conduct.follow();
    await settle();
    expect(inspected.at(-1)).toBe('m.safetensors 2');
    expect([...open]).toEqual(['m.safetensors 2']); // the first is not used any more
  });

  it('keeps a second model open as long as it stands beside', async () => {
    const { actions, conduct } = page();
    await actions.models.openFiles([file('other.safetensors'), file('m.safetensors')]);
    expect([...open]).toEqual(['m.safetensors 2']);
    await actions.classifier.classify();
    conduct.follow();
    await settle();
    await conduct.compareWith('opened:other.safetensors');
    expect([...open]).toEqual(['m.safetensors 2', 'other.safetensors 3']);
    await conduct.compareWith('');
    expect([...open]).toEqual(['m.safetensors 2']);
  });
});

describe('results of another model than the chosen one', () => {
  it('are told apart until the chosen one has classified', async () => {
    const { store, actions } = page();
    await actions.models.openFiles([file('a.safetensors')]);
    expect(otherModels(store.state)).toBeNull();
    await actions.classifier.classify();
    expect(otherModels(store.state)).toBeNull();
    await actions.models.openFiles([file('b.safetensors')]);
    expect(otherModels(store.state)).toEqual({ ran: 'a.safetensors', chosen: 'b.safetensors' });
    await actions.models.select('opened:a.safetensors');
    expect(otherModels(store.state)).toBeNull();
    await actions.models.select('opened:b.safetensors');
    await actions.classifier.classify();
    expect(otherModels(store.state)).toBeNull();
  });
});

describe('models', () => {
  it('that cannot be compared with a recording leave the way to classify open, until one can', async () => {
    const { actions, store } = page();
    await actions.models.openFiles([file('unreadable.safetensors')]);
    expect(store.state.isUncompared).toBe(true);
    expect(store.state.alerts.length).toBe(1);
    expect(obstacle(store.state)).toBe('');
    await actions.models.openFiles([file('m.safetensors')]);
    expect(store.state.isUncompared).toBe(false);
    expect(store.state.compatibility?.verdict).toBe('ok');
  });

  it('whose classes are annotated are selected, unless another was chosen', async () => {
    for (const isChosen of [false, true]) {
      const { actions, store } = page();
      bundleTwo(actions);
      await actions.models.select('m.a', isChosen);
      annotate(store, kinds('T1', 'T2'));
      await actions.models.compare();
      expect(store.state.modelKey).toBe(isChosen ? 'm.a' : 'fists.b');
    }
  });

  it('are not changed when annotations arrive after the recording was classified', async () => {
    const { actions, store } = page();
    bundleTwo(actions);
    await actions.models.select('m.a', false);
    await actions.classifier.classify();
    annotate(store, kinds('T1', 'T2'));
    await actions.models.compare();
    expect(store.state.modelKey).toBe('m.a');
  });

  it('are not opened for annotations of one kind, which name no classes', async () => {
    const { actions, store } = page();
    bundleTwo(actions);
    await actions.models.select('m.a', false);
    annotate(store, kinds('T1', 'T1'));
    const before = nLoaded;
    await actions.models.compare();
    expect(nLoaded).toBe(before);
  });

  it('that are replaced, trained or deselected are closed', async () => {
    const { actions, store } = page();
    await actions.models.openFiles([file('m.safetensors')]);
    await actions.models.openFiles([file('m.safetensors')]);
    expect([...open]).toEqual(['m.safetensors 2']);
    for (let i = 0; i < 5; i++)
      await actions.models.addTrained(new Uint8Array([i]), 'eyes', 'trained.safetensors');
    expect([...open]).toEqual(['trained.safetensors 7']);
    expect(store.state.models.length).toBe(6);
    await actions.models.choose('trained:2');
    expect([...open]).toEqual(['trained.safetensors 8']);
    expect(store.state.models.filter(({ model }) => model).map(({ key }) => key)).toEqual([
      'trained:2',
    ]);
    await actions.models.addTrained(new Uint8Array(1), 'eyes', 'at_chance.safetensors', false);
    expect([store.state.modelKey, store.state.models.length]).toEqual(['trained:2', 7]);
  });

  it('stay open while results of theirs are shown, and are closed with the recording', async () => {
    const { actions } = page();
    await actions.models.openFiles([file('a.safetensors')]);
    await actions.classifier.classify();
    await actions.models.openFiles([file('b.safetensors')]);
    expect([...open]).toEqual(['a.safetensors 1', 'b.safetensors 2']);
    await actions.closeRecording(1);
    expect([...open]).toEqual(['b.safetensors 2']);
  });

  it('chosen in quick succession: the last one is, and no other is left open', async () => {
    const { actions, store } = page();
    await actions.models.openFiles([file('a.safetensors'), file('b.safetensors')]);
    const choose = (name: string) => actions.models.choose(`opened:${name}.safetensors`);
    await Promise.all([choose('a'), choose('b')]);
    expect(store.state.modelKey).toBe('opened:b.safetensors');
    expect(open.size).toBe(1);
  });
});

describe('a survey of the models', () => {
  it('tells how each suits the recording, and leaves none open', async () => {
    const { actions, store } = page();
    await actions.models.openFiles([file('ok.safetensors'), file('missing.safetensors')]);
    actions.set({ modelPicker: { text: 'a', key: null, isPending: true } });
    const update = vi.spyOn(store, 'update');
    await actions.models.survey();
    expect(update).toHaveBeenCalledTimes(1); // the list grows once
    const { suits, modelPicker } = store.state;
    expect(modelPicker.isPending).toBe(false);
    expect(suits['opened:ok.safetensors']).toMatchObject({
      recordingKey: 1,
      compatibility: { verdict: 'ok' },
    });
    expect(suits['opened:missing.safetensors']!.compatibility!.verdict).toBe('missing');
    expect(open.size).toBe(1); // the chosen one
  });

  it('that is asked for again in the meantime gives way', async () => {
    const { actions, store } = page();
    await actions.models.openFiles([file('a.safetensors'), file('b.safetensors')]);
    const first = actions.models.survey();
    store.update({ recordingKey: null });
    await Promise.all([first, actions.models.survey()]);
    const found = Object.values(store.state.suits);
    expect(found.map(({ compatibility }) => compatibility)).toEqual([null, null]);
    expect(open.size).toBe(1);
  });
});

describe('a recording that the model does not fit', () => {
  it('brings the model that fits, as long as nobody has chosen one', async () => {
    const { actions, store } = page();
    for (const name of ['missing.a', 'missing.b', 'adapted.c', 'fits.d']) bundle(actions, name);
    await actions.models.select('missing.a');
    expect(store.state.modelKey).toBe('fits.d');
    expect(proposed(store.state)).toMatchObject({ entry: { key: 'fits.d' }, isTaken: true });
    expect(store.state.compatibility?.verdict).toBe('ok');
    expect(open.size).toBe(1);
  });

  it('is told of the model that fits when somebody has chosen', async () => {
    const { actions, store } = page();
    for (const name of ['missing.a', 'adapted.c']) bundle(actions, name);
    await actions.models.choose('missing.a');
    expect(store.state.modelKey).toBe('missing.a');
    expect(proposed(store.state)).toMatchObject({ entry: { key: 'adapted.c' }, isTaken: false });
    await actions.models.choose('adapted.c');
    expect(proposed(store.state)).toBeNull();
    expect(open.size).toBe(1);
  });

  it('is told nothing where no model fits', async () => {
    const { actions, store } = page();
    for (const name of ['missing.a', 'missing.b']) bundle(actions, name);
    await actions.models.select('missing.a');
    expect(store.state.modelKey).toBe('missing.a');
    expect(proposed(store.state)).toBeNull();
  });
});

describe('parts of a recording without their header', () => {
  it('end the task with an error, and the status says so', async () => {
    const { store, actions } = page();
    await actions.openRecordings([file('test.eeg')]);
    expect(store.state.alerts.map(({ error }) => error.code)).toEqual(['RECORDING_PARTS']);
    expect(store.state.status).toMatch(/failed|could not/i);
  });
});
