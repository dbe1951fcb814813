// What the core decides by a name that stands in one place alone: an architecture describes itself, and so does a tensor.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** The lines of these folders of src that hold the pattern. */
function linesWith(pattern: RegExp, folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(`${root}src/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(cc|h)$/.test(name))
      .flatMap((name) =>
        readFileSync(`${root}src/${folder}/${name}`, 'utf8')
          .split('\n')
          .filter((line) => pattern.test(line))
          .map((line) => `${folder}/${name}: ${line.trim()}`),
      ),
  );
}

const all = ['cli', 'exchange', 'experiment', 'explain', 'model', 'session', 'train'];

describe('the core', () => {
  it('asks for no architecture by its name', () => {
    expect(linesWith(/architecture\s*[!=]=\s*"/, all)).toEqual([]);
  });

  it('decides nothing by a part of a tensor\u2019s name', () => {
    const folders = all.filter((folder) => folder !== 'exchange'); // foreign names are all that an import has
    expect(linesWith(/\bname\.(starts_with|ends_with|find|contains)\("/, folders)).toEqual([]);
  });
});
