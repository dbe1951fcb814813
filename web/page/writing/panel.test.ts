import { afterEach, expect, it, vi } from 'vitest';
import type { Actions } from '../actions.js';
import { shell } from '../shell.js';
import { initialState, type RecordingEntry, type State } from '../state.js';
import { Store } from '../store.js';
import { germanElements } from '../strings/german/elements.js';
import { german } from '../strings/german/index.js';
import { inEnglish, setLanguage, strings } from '../strings/index.js';
import { WritingPanel } from './panel.js';
import { excerptDurationS, initialWriting, type WritingState } from './state.js';

function writing(text = '# Mine') {
  vi.stubGlobal('addEventListener', () => undefined);
  const store = new Store<WritingState>(initialWriting(text), () => undefined);
  const actions = {
    lessons: {},
    tasks: { attempt: (_: string, __: string, body: () => Promise<void>) => body() },
  };
  const page = new Store<State>(initialState(), () => undefined);
  const panel = new WritingPanel(page, store, actions as unknown as Actions);
  vi.unstubAllGlobals();
  return { panel, store };
}

it('a file that holds no text is refused before anything is asked or drawn', async () => {
  const { panel, store } = writing();
  panel.change('# Mine, changed', 0);
  const opened = panel.openFile(new File(['0       X\0\0'], 'a.edf'));
  await expect(opened).rejects.toMatchObject({ code: 'LESSON_FILE' });
  expect(store.state).toMatchObject({ text: '# Mine, changed', waiting: null });
  await panel.openFile(new File(['# Other\r\n'], 'b.md'));
  expect(store.state.waiting).toEqual({ text: '# Other\n' });
});

afterEach(() => setLanguage(inEnglish));

it('the template follows the language of the page until something is written into it', () => {
  const inGerman = { strings: german, elements: germanElements };
  const { panel, store } = writing(strings.writing.template);
  panel.speak();
  expect(store.state.text).toContain('# My lesson');
  setLanguage(inGerman);
  panel.speak();
  expect(store.state).toMatchObject(initialWriting(german.writing.template));
  panel.change('# Meine', 0);
  setLanguage(inEnglish);
  panel.speak();
  expect(store.state.text).toBe('# Meine');
});

it('of the recording that came with a lesson all is saved again, of another one what is in view', () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const store = new Store<WritingState>(initialWriting('# T'), () => undefined);
  const recording = { name: 'own.edf', durationS: 59.5, annotations: [{}] };
  const entry = { key: 1, recording, view: { startS: 49.2, spanS: 10.3 } };
  const page = new Store<State>(
    { ...initialState(), recordings: [entry as unknown as RecordingEntry], recordingKey: 1 },
    () => undefined,
  );
  const panel = new WritingPanel(page, store, { lessons: {} } as unknown as Actions);
  vi.spyOn(shell, 'call').mockResolvedValue(true as never);
  panel.beginSaving();
  const { excerpt } = store.state;
  expect(excerpt).toMatchObject({ recording: 'sample', startS: 49, durationS: 11 });
  expect(excerptDurationS(excerpt, recording)).toBe(10); // no second after the end
  recording.name = 'lesson.edf';
  panel.beginSaving();
  expect(store.state.excerpt).toMatchObject({
    recording: 'excerpt',
    startS: 0,
    durationS: 59,
    withAnnotations: true,
    mayPassOn: false,
  });
  vi.unstubAllGlobals();
});
