import { describe, expect, it } from 'vitest';
import { parseLesson } from '../../lessons/parse.js';
import { english } from '../strings/english/index.js';
import { german } from '../strings/german/index.js';
import {
  blockInto,
  fileNameOf,
  linkInto,
  stageBlock,
  stageInto,
  stepAt,
  withTitle,
} from './markdown.js';

const changed = (text: string, { from, to, by }: { from: number; to: number; by: string }) =>
  text.slice(0, from) + by + text.slice(to);

describe('what is put into a lesson', () => {
  it.each([
    ['', 0, 'X\n\n'],
    ['a', 1, 'a\n\nX\n\n'],
    ['a\nb', 1, 'a\n\nX\n\nb'],
    ['a\n\nb', 3, 'a\n\nX\n\nb'],
    ['a\n', 2, 'a\n\nX\n\n'],
  ])('stands by itself in %j at %i', (text, at, wanted) => {
    expect(changed(text, blockInto(text, at, at, 'X'))).toBe(wanted);
  });

  it('is a link with the words that are selected', () => {
    expect(changed('see here now', linkInto('see here now', 4, 8, 'Show', 'p=signals'))).toBe(
      'see [here](#p=signals) now',
    );
    expect(changed('see', linkInto('see', 3, 3, 'Show', 'train'))).toBe('see[Show](#train)');
  });

  it.each([english, german])('is a lesson without a problem: $language', ({ writing }) => {
    const { template, newStep, newQuestion } = writing;
    const text = [template, newStep, newQuestion, stageBlock('p=signals&t=3')].join('\n\n');
    const { lesson, problems } = parseLesson(text);
    expect(problems).toEqual([]);
    expect(lesson.steps.map(({ stage }) => stage)).toEqual([
      'sample&p=signals&t=26&span=10',
      'p=signals&t=3',
    ]);
    expect(lesson.steps[1]!.parts.map(({ kind }) => kind)).toEqual(['prose', 'question']);
  });
});

describe('the stage of a step', () => {
  const text = `# T\n\n## A\n\n${stageBlock('p=train')}\n\nwords\n\n## B\n\nwords`;
  const at = (place: number) => changed(text, stageInto(text, place, place, 'p=live'));

  it('is put instead of the one that the step has, wherever the cursor is in it', () => {
    for (const place of [text.indexOf('A') + 1, text.indexOf('train'), text.indexOf('words')])
      expect(at(place)).toBe(text.replace('p=train', 'p=live'));
  });

  it('is put at the cursor of a step without one', () => {
    expect(at(text.length)).toBe(`${text}\n\n${stageBlock('p=live')}\n\n`);
    expect(parseLesson(at(text.length)).problems).toEqual([]);
  });
});

describe('a place in a lesson', () => {
  it('is in a step; what stands in a block of code begins none', () => {
    const text = '# T\n\n## A\n\n```\n## no\n```\n\n## B\nb';
    const steps = ['# T', '## A', '## no', '## B', '\nb'].map((part) =>
      stepAt(text, text.indexOf(part) + part.length),
    );
    expect(steps).toEqual([-1, 0, 0, 1, 1]);
  });
});

describe('the title', () => {
  it('is that of the first line with one "#"', () => {
    expect(withTitle('intro\n# Old\n\n# Other', 'New')).toBe('intro\n# New\n\n# Other');
    expect(withTitle('## Step', 'New\ntitle')).toBe('# New title\n\n## Step');
    expect(withTitle('#\n\nx', 'New')).toBe('# New\n\nx');
  });

  it('names the files', () => {
    expect(fileNameOf('The alpha rhythm: größer/als?')).toBe('the-alpha-rhythm-grosser-als');
    expect(fileNameOf('...')).toBe('lesson');
  });
});
