import { expect, it } from 'vitest';
import { parseLesson } from '../../lessons/parse.js';
import { textsOf } from '../texts_of.test-support.js';
import type { LessonsPanel } from './panel.js';
import { initialLessons } from './state.js';
import { lessonsView } from './view.js';

it('a lesson begins with its summary, which readers of one file find in no list', () => {
  const text = '# T\n\nWhat it is about.\n\n## First\n\nA.\n\n## Second\n\nB.\n';
  const entry = { id: 'one', ...parseLesson(text), isOwn: true, text };
  const state = { ...initialLessons(), entries: [entry], current: 'one' };
  const shown = (step: number) => textsOf(lessonsView({ ...state, step }, {} as LessonsPanel));
  expect(shown(0)).toContain('What it is about.');
  expect(shown(1)).not.toContain('What it is about.');
});
