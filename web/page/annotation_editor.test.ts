// What is said when annotations change, and when that is taken back.
import { describe, expect, it } from 'vitest';
import type { Annotation, Compatibility } from '../api/index.js';
import { AnnotationEditor } from './annotation_editor.js';
import { initialState, withRecording, type RecordingEntry, type State } from './state.js';
import { Store } from './store.js';
import { Tasks } from './tasks.js';
import { Undo, type Told } from './undo.js';
import { undoText } from './undo_text.js';
import { ViewController } from './view_controller.js';

/** Windows of 2 s, one each second, of a minute in which nothing changes. */
const windows = Array.from({ length: 10 }, (_, index) => ({
  ...{ index, onsetS: index, durationS: 2, label: 'open', probabilities: new Float32Array(2) },
}));

function page(stepS = 1, passesMs = 1000) {
  let nCompared = 0;
  const store = new Store<State>(initialState(), () => undefined);
  const recording = {
    name: 'a.edf',
    annotations: [{ onsetS: 0, durationS: 60, text: 'open' }] as readonly Annotation[],
    annotationsComplete: true,
    channels: [],
    info: { mainChannels: [] },
    durationS: 60,
    readAnnotations: async () => undefined,
    setAnnotations: async (next: readonly Annotation[]) => {
      recording.annotations = next;
    },
  };
  const predictions = windows.map((one) => ({ ...one, onsetS: stepS * one.index }));
  const run = {
    ...{ status: 'done', classes: ['open', 'closed'], predictions, selected: null },
    plan: { epochs: predictions.map((one) => ({ ...one, label: '' })) },
    classification: {},
  };
  const view = {
    ...{ startS: 0, spanS: 10, firstRow: 0, nRows: 1, picked: null, hidden: [], bad: [] },
    reference: 'recorded',
  };
  const entry = { key: 1, recording, run, view, annotationsOfFile: null, missingS: 0 };
  store.update((state) => withRecording(state, entry as unknown as RecordingEntry));
  const tasks = new Tasks(store);
  const tell = (told: Told) => tasks.say(undoText(told, store.state.recordings));
  let nowMs = 0;
  const undo = new Undo({ now: () => 1, show: () => true, tell }, () => (nowMs += passesMs));
  const editor = new AnnotationEditor(store, tasks, undo, async () => void nCompared++);
  return {
    nCompared: () => nCompared,
    store,
    undo,
    editor,
    views: new ViewController(store, undo),
    recording,
  };
}

describe('the true class of a window', () => {
  it('says which other windows have none any more, because they overlap it', async () => {
    const { store, editor } = page();
    await editor.correct(5, 'closed');
    expect(store.state.status).toBe(
      'Now 3 annotations; the file is not changed. Only a part of windows 5 and 7, which overlap window 6, is of this class: they have no clear class now',
    );
    await editor.correct(6, 'closed');
    expect(store.state.status).toMatch(/Only a part of window 8, which overlaps window 7, is/);
  });

  it('says nothing of others where windows lie next to each other', async () => {
    const { store, editor } = page(2);
    await editor.correct(5, 'closed');
    expect(store.state.status).toBe('Now 3 annotations; the file is not changed');
  });
});

describe('What changes all annotations with a text, in every open recording, one step to undo', () => {
  /** With a second recording that has one, too. */
  function withSecond() {
    const { store, editor, undo, recording } = page();
    const second = { ...recording, name: 'b.edf' } as typeof recording;
    second.annotations = [{ onsetS: 1, durationS: 1, text: ' open' }];
    second.setAnnotations = async (next) => void (second.annotations = next);
    const [entry] = store.state.recordings;
    const other = { ...entry!, key: 2, recording: second } as unknown as RecordingEntry;
    store.update((state) => withRecording(state, other));
    return { store, editor, undo, recording, second };
  }

  it('is a duration, as far as the recording reaches', async () => {
    const { store, editor, undo, recording, second } = withSecond();
    recording.annotations = [5, 30, 58].map((onsetS) => ({ onsetS, durationS: 0, text: 'open' }));
    second.annotations = [...second.annotations, { onsetS: 9, durationS: 0, text: 'blink' }];
    const durations = () =>
      [recording, second].map(({ annotations }) => annotations.map((one) => one.durationS));
    await editor.setDuration('open', 4);
    expect(durations()).toEqual([
      [4, 4, 2],
      [4, 0],
    ]);
    expect(store.state.status).toMatch(
      /^All “open” last 4\ss in 2 recordings; the files are not changed$/,
    );
    undo.undo();
    await expect.poll(durations).toEqual([
      [0, 0, 0],
      [1, 0],
    ]);
  });

  it('is another text', async () => {
    const { store, editor, undo, recording, second } = withSecond();
    const shown = () => [recording, second].map(({ annotations }) => annotations[0]!.text);
    await editor.rename('open ', 'eyes open');
    expect(shown()).toEqual(['eyes open', 'eyes open']);
    expect(store.state.status).toBe(
      '“open” is now “eyes open” in 2 recordings; the files are not changed',
    );
    undo.undo();
    await expect.poll(shown).toEqual(['open', ' open']);
    undo.redo();
    await expect.poll(shown).toEqual(['eyes open', 'eyes open']);
  });
});

describe('What is typed', () => {
  const form = ({ store }: ReturnType<typeof page>) => store.state.annotationForm;

  it('is refused with a reason if it lies outside the recording', async () => {
    const one = page();
    for (const [onsetS, durationS] of [
      [-3, 1],
      [59, 999],
      [1, -2],
    ] as const) {
      await one.editor.add({ onsetS, durationS, text: 'x' });
      expect(form(one).problem).not.toBeNull();
    }
    expect(one.recording.annotations).toHaveLength(1);
    await one.editor.add({ onsetS: 59, durationS: 1, text: 'x' });
    expect(form(one).problem).toBeNull();
    expect(one.recording.annotations).toHaveLength(2);
  });

  it('stays until it is added, and begins at the cursor', async () => {
    const one = page();
    one.store.update({ cursorS: 7 });
    one.editor.begin();
    expect(form(one).typed).toEqual({ onset: '7', duration: '0' });
    one.views.change({ startS: 20 });
    expect(form(one).typed.onset).toBe('7');
    await one.editor.add({ onsetS: 7, durationS: 0, text: 'x' });
    expect(form(one).typed).toEqual({});
  });

  it('keeps an onset before the recording, as files may have it, when its text is changed', async () => {
    const { editor, recording, store } = page();
    const early = { onsetS: -2, durationS: 5, text: 'open' };
    recording.annotations = [early];
    await editor.replace(early, { ...early, text: 'closed' });
    expect(recording.annotations).toEqual([{ ...early, text: 'closed' }]);
    await editor.add(early);
    expect(store.state.annotationForm.problem?.field).toBe('onset');
  });

  it('changes an annotation in its place, one step to undo', async () => {
    const one = page();
    const [before] = one.recording.annotations;
    one.editor.fill({ edited: before! });
    await one.editor.replace(before!, { onsetS: 2, durationS: 61, text: 'closed' });
    expect(form(one).problem?.field).toBe('duration');
    await one.editor.replace(before!, { onsetS: 2, durationS: 5, text: 'closed' });
    expect(one.recording.annotations).toEqual([{ onsetS: 2, durationS: 5, text: 'closed' }]);
    expect(form(one).edited).toBeNull();
    one.undo.undo();
    await expect.poll(() => one.recording.annotations[0]!.text).toBe('open');
  });
});

it('A model that cuts windows around annotations is compared again', async () => {
  const { store, editor, nCompared } = page();
  await editor.add({ onsetS: 1, durationS: 1, text: 'T1' });
  expect(nCompared()).toBe(0);
  const items = [{ item: 'events', verdict: 'missing', code: 'events_missing' }];
  store.update({ compatibility: { verdict: 'missing', items } as unknown as Compatibility });
  await editor.add({ onsetS: 2, durationS: 1, text: 'T1' });
  expect(nCompared()).toBe(1);
});

describe('Undo', () => {
  it('takes back one change of annotations at a time, however fast they followed', async () => {
    const { editor, undo, recording } = page(1, 10);
    for (const text of ['EO', 'eyes open']) {
      const [one] = recording.annotations;
      await editor.replace(one!, { ...one!, text });
    }
    undo.undo();
    await expect.poll(() => recording.annotations[0]!.text).toBe('EO');
    undo.undo();
    await expect.poll(() => recording.annotations[0]!.text).toBe('open');
  });

  it('takes one correction back at a time, and says what it took back', async () => {
    const { store, editor, undo, views, recording } = page();
    for (const index of [2, 5]) {
      views.showEpoch(index);
      await editor.correct(index, 'closed');
    }
    expect(recording.annotations).toHaveLength(5);
    undo.undo();
    expect(store.state.status).toBe('Undone: a change of annotations; 1 earlier step left');
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(recording.annotations).toHaveLength(3);
    undo.undo();
    expect(store.state.status).toBe('Undone: a change of annotations; 0 earlier steps left');
    undo.undo();
    expect(store.state.status).toBe('There is nothing to undo');
    undo.redo();
    expect(store.state.status).toBe('Done again: a change of annotations; 1 later step left');
  });

  it('returns to what the traces showed before a window was chosen outside of them', () => {
    const { store, undo, views } = page();
    views.change({ startS: 40 });
    views.showEpoch(3);
    expect(store.state.recordings[0]!.view.startS).toBeLessThan(4);
    undo.undo();
    expect(store.state.recordings[0]!.view.startS).toBe(40);
    expect(store.state.recordings[0]!.run!.selected).toBe(3);
  });
});
