// docs/PRIVACY.md promises nothing that is not tested: privacy.json has each of its sentences, word for word, with the tests that show it,
// or with the reason why none can. A sentence that is added or changed fails here until somebody has looked at its tests.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { attempts } from '../../e2e/support/attempts.js';

interface Sentence {
  says: string;
  /** FILE: TITLE, as it stands in the file. */
  tests?: string[];
  /** What no page can close, or can see. */
  limit?: string;
  /** No promise: what a word means, advice. */
  explains?: string;
}

/** Paragraphs, points of lists and rows of tables, without headings. */
function sentencesOf(markdown: string): string[] {
  const blocks = markdown.split(/\n(?=\n|- |\| |#)/).map((block) => block.trim());
  return blocks.flatMap((block) => {
    if (block === '' || block.startsWith('#')) return [];
    const text = block.replace(/\s+/g, ' ');
    if (text.startsWith('|')) return [text];
    return text
      .replace(/^- /, '')
      .replaceAll('**', '')
      .split(/(?<=\.)\s+/);
  });
}

const text = readFileSync('docs/PRIVACY.md', 'utf8');
const sentences = JSON.parse(readFileSync('tests/promises/privacy.json', 'utf8')) as Sentence[];

describe('each sentence about privacy', () => {
  it('has its tests, or says why there are none', () => {
    expect(sentencesOf(text)).toEqual(sentences.map(({ says }) => says));
    for (const { says, tests, limit, explains } of sentences) {
      const given = [tests?.length, limit, explains].filter(Boolean);
      expect(given.length, says).toBe(1);
    }
  });

  it.each([...new Set(sentences.flatMap(({ tests }) => tests ?? []))])('%s', (test) => {
    const [file = '', title = ''] = test.split(/: (.*)/s);
    expect(existsSync(file), file).toBe(true);
    expect(title).not.toBe('');
    expect(readFileSync(file, 'utf8'), file).toContain(title);
  });
});

describe('the planted attempts', () => {
  it('are as many as the page says', () => {
    const [, said] = /runs (\d+) attempts/.exec(text)!;
    expect(Object.values(attempts).flat().length).toBe(Number(said));
  });
});
