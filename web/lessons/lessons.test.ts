import { describe, expect, it } from 'vitest';
import { readLink, readView, withLesson, writeLink } from './link.js';
import { linksOf, parseLesson, plainText, type Question } from './parse.js';

const small = `# A title & more

What it is about.

## First

Text with *marks*.

\`\`\`question
What now?
( ) This
(x) **That**
---
Because. [Show](#p=signals)
\`\`\`

More text.

## Second

<img src="http://example.org/x.png" onerror="alert(1)">
`;

describe('a lesson', () => {
  it('has a title, a summary and steps with text and questions', () => {
    const { lesson, problems } = parseLesson(small);
    expect(problems).toEqual([]);
    expect(lesson.title).toBe('A title & more');
    expect(lesson.summary).toBe('What it is about.');
    expect(lesson.steps.map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(lesson.steps[0]!.parts.map(({ kind }) => kind)).toEqual(['prose', 'question', 'prose']);
    const question = lesson.steps[0]!.parts[1] as Question;
    expect(plainText(question.prompt)).toBe('What now?');
    expect(question.options.map(({ text, isRight }) => [plainText(text), isRight])).toEqual([
      ['This', false],
      ['That', true],
    ]);
    expect(linksOf(question.answer)).toEqual(['#p=signals']);
  });

  it('has options that are told as they are written, whatever a block that begins so would be', () => {
    const options = ['> 10 Hz', '- 50 µV', '1. alpha', '# 3', '*both*'];
    const lines = options.map((option, i) => `(${i ? ' ' : 'x'}) ${option}`).join('\n');
    const { lesson } = parseLesson(
      `# T\n\n## S\n\n\`\`\`question\nWhat?\n${lines}\n---\nx\n\`\`\``,
    );
    const [question] = lesson.steps[0]!.parts as Question[];
    expect(question!.options.map(({ text }) => plainText(text))).toEqual([
      ...options.slice(0, 4),
      'both',
    ]);
  });

  it('has options of several lines, and of a mark without a space', () => {
    const { lesson, problems } = parseLesson(
      '# T\n\n## S\n\n```question\nWhat?\n( ) A long\n    option\n(x)Right\n()Wrong\n\nThink.\n---\nx\n```',
    );
    expect(problems).toEqual([]);
    const [question] = lesson.steps[0]!.parts as Question[];
    expect(question!.options.map(({ text, isRight }) => [plainText(text), isRight])).toEqual([
      ['A long option', false],
      ['Right', true],
      ['Wrong', false],
    ]);
    expect(plainText(question!.prompt)).toContain('Think.');
  });

  it('begins with all paragraphs before the first step; what else stands there, or a second title, is not lost silently', () => {
    const { lesson, problems } = parseLesson(
      '# T\n\n<!-- mine -->\n\nOne.\n\nTwo.\n\n- three\n\n```question\nWhy?\n```\n\n## S\n\n# Part 2\n',
    );
    expect(lesson.summary).toBe('One. Two.');
    expect(problems.map(({ line }) => line)).toEqual([9, 11]);
    expect(problems[0]!.message).toContain('before the first step');
    expect(lesson.title).toBe('T');
    expect(lesson.steps[0]!.parts).toMatchObject([{ tokens: [{ text: 'Part 2' }] }]);
  });

  it('sets the stage of a step', () => {
    const stage = (body: string) => `# T\n\n## S\n\n\`\`\`stage\n${body}\n\`\`\`\n`;
    const { lesson, problems } = parseLesson(
      `${stage('#sample&p=signals&t=26')}\nText\n\n## Second`,
    );
    expect(problems).toEqual([]);
    expect(lesson.steps.map(({ stage }) => stage)).toEqual(['sample&p=signals&t=26', '']);
    expect(lesson.steps[0]!.parts.map(({ kind }) => kind)).toEqual(['prose']);
    const twice = `${stage('#t=1')}\n\`\`\`stage\n#t=2\n\`\`\`\n`;
    for (const [text, line] of [
      [stage('t=26'), 5],
      [stage('#a b'), 5],
      [stage(''), 5],
      [twice, 9],
    ] as const)
      expect(parseLesson(text).problems).toEqual([
        { line, message: 'A stage is one line that begins with "#", once in a step' },
      ]);
  });

  it('tells in which line something is missing', () => {
    expect(parseLesson('Only text').problems.map(({ message }) => message)).toEqual([
      'There is no title: a line that begins with "#\u00a0"',
      'There is no step: a line that begins with "##\u00a0"',
    ]);
    const [unanswered] = parseLesson('# T\n\n## S\n\n```question\nWhy?\n```\n').problems;
    expect(unanswered).toMatchObject({ line: 5, message: expect.stringContaining('no answer') });
    const two = '# T\n\n## S\n\n```question\nWhy?\n(x) a\n(x) b\n---\nx\n```\n';
    expect(parseLesson(two).problems[0]!.message).toContain('exactly one');
  });
});

describe('links', () => {
  it('name a lesson and a step', () => {
    expect(readLink('alpha')).toEqual({ id: 'alpha', step: 0 });
    expect(readLink('alpha.3')).toEqual({ id: 'alpha', step: 2 });
    expect(readLink('../x')).toBeNull();
    expect(readLink(writeLink('fooling', 4))).toEqual({ id: 'fooling', step: 4 });
    expect(writeLink('alpha', 0)).toBe('alpha');
  });

  it('show a view, with the sample if they want it', () => {
    expect(readView('sample&p=signals&t=26')).toEqual({
      wantsSample: true,
      fragment: 'p=signals&t=26',
      place: 'signals',
    });
    expect(readView('train')).toEqual({ wantsSample: false, fragment: 'train', place: 'train' });
  });
});

it('a view keeps the lesson open beside it', () => {
  const view = 'p=live&open=live&ch=C3,Cz';
  const both = withLesson(view, 'alpha.2');
  expect(both).toBe('p=live&open=live,lessons&ch=C3,Cz&lesson=alpha.2');
  expect(withLesson(both, 'alpha.3')).toBe('p=live&open=live,lessons&ch=C3,Cz&lesson=alpha.3');
  expect(withLesson(both, '')).toBe('p=live&open=live,lessons&ch=C3,Cz');
});
