import { afterEach, expect, it, vi } from 'vitest';
import type { Actions } from '../actions.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import { germanElements } from '../strings/german/elements.js';
import { german } from '../strings/german/index.js';
import { inEnglish, setLanguage, strings } from '../strings/index.js';
import { WritingPanel } from './panel.js';
import { initialWriting, type WritingState } from './state.js';

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
