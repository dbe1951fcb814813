import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actions } from '../actions.js';
import { Navigation } from '../navigation.js';
import { shell } from '../shell.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import { LessonsPanel } from './panel.js';
import {
  currentLesson,
  initialLessons,
  titleOf,
  type LessonHooks,
  type LessonsState,
} from './state.js';

const lesson = `# Mine

A lesson.

## About traces

Look at [the alpha rhythm](#p=signals&t=26).

## About the playground

Hide a rhythm in [the playground](#p=playground).

## More traces

A question.
`;

async function page(change: Partial<State> = {}) {
  const store = new Store<State>({ ...initialState(), ...change }, () => undefined);
  const lessons = new Store<LessonsState>(initialLessons(), () => undefined);
  const said: string[] = [];
  const actions = {
    navigation: new Navigation(store),
    lessons: {},
    tasks: {
      say: (text: string) => void said.push(text),
      untilIdle: async () => undefined,
      attempt: (_: string, __: string, body: () => Promise<void>) => body(),
    },
    trySample: vi.fn(async () => undefined),
  };
  const panel = new LessonsPanel(store, lessons, actions as unknown as Actions);
  await panel.openFile(new File([lesson], 'Mine.md'));
  return { store, lessons, panel, actions, said };
}

it('a file that holds no text is no lesson', async () => {
  const { panel, lessons } = await page();
  const bytes = (text: string) => new File([text], 'x.edf');
  for (const text of ['', ' \n', '0       X\0\0', 'x'.repeat(2 ** 22 + 1)])
    await expect(panel.openFile(bytes(text))).rejects.toMatchObject({ code: 'LESSON_FILE' });
  expect(lessons.state.current).toBe('file:Mine.md');
});

it('a text without headings is a lesson without a title, which can only be edited', async () => {
  const { panel, lessons, said } = await page();
  await panel.openFile(new File(['Just a text.'], 'notes.md'));
  const entry = currentLesson(lessons.state)!;
  expect([titleOf(entry), said.at(-1)]).toEqual(['Without a title', 'Lesson: Without a title']);
  expect(entry.lesson.steps).toEqual([]);
});

const inLearn = (learn = ''): Partial<State> => ({ workspace: 'learn', urlSettings: { learn } });

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0); // there is no document
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a step', () => {
  it('about traces leaves the playground and the drill, and one about the playground returns to it', async () => {
    for (const learn of ['', 'drill']) {
      const { store, panel } = await page(inLearn(learn));
      expect(store.state.workspace).toBe('signals');
      panel.go(1);
      expect(store.state.workspace).toBe('learn');
      expect(store.state.urlSettings['learn'] ?? '').toBe('');
      panel.go(2);
      expect(store.state.workspace).toBe('signals');
    }
  });

  it('about traces stays with the traces of the workspace that is shown', async () => {
    const { store, panel } = await page({ workspace: 'explain' });
    panel.go(2);
    expect(store.state.workspace).toBe('explain');
  });

  it('moves nothing while a lesson is written', async () => {
    const { store, panel } = await page(inLearn('writing'));
    panel.go(2);
    expect(store.state.workspace).toBe('learn');
  });
});

describe('a lesson', () => {
  it('opens at its first step with its pane, and is closed again', async () => {
    const { store, lessons, panel, said } = await page();
    expect(lessons.state).toMatchObject({ current: 'file:Mine.md', step: 0 });
    expect(store.state.openSections).toContain('lessons');
    expect(said.at(-1)).toContain('Mine');
    panel.open(lessons.state.current, 99);
    expect(lessons.state.step).toBe(2); // the last one
    panel.open(null);
    expect(lessons.state.current).toBeNull();
    panel.open('none');
    expect(lessons.state.current).toBeNull();
  });

  it('keeps answers of its questions, whichever step is shown', async () => {
    const { lessons, panel } = await page();
    panel.choose('file:Mine.md/0/1', 2);
    panel.reveal('file:Mine.md/0/1');
    panel.go(1);
    expect(lessons.state.answers['file:Mine.md/0/1']).toEqual({ chosen: 2, isRevealed: true });
  });

  it('in a file of another name of any script is another lesson, and an edited file has no answers yet', async () => {
    const { lessons, panel, actions } = await page();
    const open = (name: string, text = lesson) => panel.openFile(new File([text], name));
    await open('レッスン.md');
    await open('授業.md');
    (actions.lessons as LessonHooks).read(lesson, 0);
    await open('Draft');
    expect(lessons.state.entries).toHaveLength(5);
    panel.choose('file:Draft/0/1', 2);
    await open('Draft');
    expect(lessons.state.answers).toHaveProperty(['file:Draft/0/1']);
    await open('Draft', `${lesson}More.\n`);
    expect(lessons.state.answers).toEqual({});
    expect(lessons.state.entries).toHaveLength(5);
  });

  it('of the reader asks for a recording instead of opening the sample, unless it says so', async () => {
    const { panel, actions, said } = await page();
    await panel.show('p=signals&t=5');
    expect(actions.trySample).not.toHaveBeenCalled();
    expect(said.at(-1)).toMatch(/recording/);
    await panel.show('sample&p=signals&t=5');
    expect(actions.trySample).toHaveBeenCalledOnce();
  });

  it('shows a view by its address', async () => {
    const follow = vi.spyOn(shell, 'follow').mockImplementation(() => undefined);
    const { panel } = await page({ workspace: 'live' });
    await panel.show('sample&p=signals&t=5');
    expect(follow.mock.calls[0]![0]).toContain('t=5');
  });

  it('shows the view that was asked for last, also if an earlier one still opens the sample', async () => {
    const follow = vi.spyOn(shell, 'follow').mockImplementation(() => undefined);
    const { store, panel, actions } = await page();
    let opened = () => {};
    actions.trySample.mockReturnValueOnce(
      new Promise((resolve) => (opened = () => resolve(undefined))),
    );
    const first = panel.show('sample&p=signals&t=5');
    await vi.waitFor(() => expect(actions.trySample).toHaveBeenCalledOnce());
    store.update({ recordings: [{} as never] });
    await panel.show('p=signals&t=26');
    opened();
    await first;
    expect(follow.mock.calls.map(([fragment]) => fragment)).toEqual([
      expect.stringContaining('t=26'),
    ]);
  });

  it('stays with the workspace that was chosen while the sample opened', async () => {
    const { store, panel, actions } = await page();
    let opened = () => {};
    actions.trySample.mockReturnValueOnce(
      new Promise((resolve) => (opened = () => resolve(undefined))),
    );
    const shown = panel.show('sample&p=train', true);
    await vi.waitFor(() => expect(actions.trySample).toHaveBeenCalledOnce());
    actions.navigation.choose('signals');
    opened();
    await shown;
    expect(store.state.workspace).toBe('signals');
    await panel.show('p=train', true);
    expect(store.state.workspace).toBe('train');
  });
});

it('a lesson that the page carries is shown in the language in which it was written', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const parts = { text: bytes(lesson), about: bytes('{"language":"de"}') };
  vi.spyOn(shell, 'call').mockResolvedValue(parts as never);
  const { store, panel } = await page();
  await panel.begin();
  expect(store.state.urlSettings['lang']).toBe('de');
  const other = await page({ urlSettings: { lang: 'en' } });
  await other.panel.begin();
  expect(other.store.state.urlSettings['lang']).toBe('en');
});
