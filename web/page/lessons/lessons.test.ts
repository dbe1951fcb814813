import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readView } from '../../lessons/link.js';
import { linksOf, parseLesson } from '../../lessons/parse.js';
import { bundledLessons, placeOf } from './state.js';
import { bundledModels } from '../bundled_models.js';

function textOf(id: string): string {
  return readFileSync(new URL(`../public/lessons/${id}.md`, import.meta.url), 'utf8');
}

const everyLesson = bundledLessons.flatMap((id) => [id, `de/${id}`]);

/** What a translation has in common: links, and of each question how many options there are and which is right. */
function bones(id: string): unknown[] {
  return parseLesson(textOf(id)).lesson.steps.map(({ parts, stage }) => [
    stage,
    ...parts.map((part) =>
      part.kind === 'prose'
        ? linksOf(part.tokens)
        : [part.options.map(({ isRight }) => isRight), linksOf([...part.prompt, ...part.answer])],
    ),
  ]);
}

it.each(bundledLessons)('the German lesson %s has the parts of the English one', (id) => {
  expect(bones(`de/${id}`)).toEqual(bones(id));
});

it('a step speaks of the traces, or of the playground that it links to', () => {
  const places = (id: string) => parseLesson(textOf(id)).lesson.steps.map(placeOf);
  expect(new Set(places('alpha'))).toEqual(new Set(['signals']));
  expect(places('fooling')[0]).toBe('playground');
});

describe.each(everyLesson)('the lesson %s', (id) => {
  const { lesson, problems } = parseLesson(textOf(id));

  it('is complete: title, summary, steps, questions with answers', () => {
    expect(problems).toEqual([]);
    expect(lesson.title).not.toBe('');
    expect(lesson.summary).not.toBe('');
    expect(lesson.steps.length).toBeGreaterThanOrEqual(5);
    const parts = lesson.steps.flatMap(({ parts }) => parts);
    expect(parts.filter(({ kind }) => kind === 'question').length).toBeGreaterThanOrEqual(4);
  });

  it('shows what it speaks of: a step that names electrodes or a time of the sample has a stage', () => {
    const names = /_(?:Fp|F|C|P|O)[1-8z]_|\b0:\d\d\b/;
    const raw = textOf(id).split(/^## /m).slice(1);
    const without = lesson.steps.filter(
      (step, i) => names.test(raw[i]!) && !step.stage && placeOf(step) !== 'playground',
    );
    expect(without.map(({ title }) => title)).toEqual([]);
  });

  it('links to places and models that there are', () => {
    const parts = lesson.steps.flatMap(({ parts }) => parts);
    const links = parts.flatMap((part) =>
      part.kind === 'prose' ? linksOf(part.tokens) : linksOf([...part.prompt, ...part.answer]),
    );
    expect(links.length).toBeGreaterThan(2);
    const core = ['signals', 'results', 'model', 'recording'];
    const others = ['train', 'live', 'playground', 'explain', 'inside'];
    const stages = lesson.steps.flatMap(({ stage }) => (stage ? [`#${stage}`] : []));
    for (const link of [...links, ...stages]) {
      expect(link.startsWith('#')).toBe(true);
      const { place, fragment } = readView(link.slice(1));
      expect([...core, ...others]).toContain(place);
      const model = new URLSearchParams(fragment).get('model');
      if (model) expect(bundledModels.map(({ fileName }) => fileName)).toContain(model);
    }
  });
});
