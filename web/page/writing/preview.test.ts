import { afterEach, expect, it } from 'vitest';
import { parseLesson } from '../../lessons/parse.js';
import { german } from '../strings/german/index.js';
import { inEnglish, setLanguage } from '../strings/index.js';
import { textsOf } from '../texts_of.test-support.js';
import type { WritingPanel } from './panel.js';
import { previewView } from './preview.js';
import { initialWriting } from './state.js';

afterEach(() => setLanguage(inEnglish));

it('questions have the language of the page', () => {
  setLanguage({ strings: german, elements: null });
  const text = '# T\n\n## S\n\n```question\nWarum?\n(x) So\n---\nDarum.\n```\n';
  const { lesson } = parseLesson(text);
  const shown = textsOf(previewView(initialWriting(text), lesson, [], {} as WritingPanel));
  expect(shown).toContain('Warum?');
  expect(shown).toContain('Aufdecken');
  expect(shown).not.toContain('Reveal');
});
