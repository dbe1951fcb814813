// Gates, architectures, commands and formats of recordings have their names in the documents, formats also in the page's list.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatNames } from '../scripts/web/recording_endings.mjs';

const textOf = (file: string) => readFileSync(file, 'utf8');
const schema = textOf('web/worker/schema.ts');

/** Which names are no words of the text. */
const missing = (names: readonly string[], text: string) =>
  names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text));

it('every architecture is described', () => {
  const names = [...schema.matchAll(/of the architecture `(\w+)`/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(10);
  expect(missing(names, textOf('docs/MODEL.md'))).toEqual([]);
});

it('every gate is described', () => {
  const values = /^ {2}\/\*\* .* \*\/ gate: (.*);$/m.exec(schema)![1]!;
  const names = [...values.matchAll(/'(\w+)'/g)].map(([, name]) => name!);
  expect(names).toContain('sigtanh');
  const row = /^\| `gate` \|.*$/m.exec(textOf('docs/MODEL.md'))![0];
  expect(missing(names, row)).toEqual([]);
});

it('the files that the description of the models names exist', () => {
  const text = textOf('docs/MODEL.md');
  const names = [...text.matchAll(/(?<![\w/])((?:model|kernels)\/[\w/]+)((?:, \w+)*)$/gm)].flatMap(
    ([, first, others]) => [
      first!,
      ...others!
        .split(', ')
        .slice(1)
        .map((other) => first!.replace(/\w+$/, other)),
    ],
  );
  const inText = [...text.matchAll(/`((?:model|kernels)\/[\w/]+)`/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(10);
  const exists = (name: string) =>
    ['', '.h', '.cc'].some((ending) => existsSync(`src/${name}${ending}`));
  expect([...names, ...inText].filter((name) => !exists(name))).toEqual([]);
});

it('every command is described', () => {
  const [, list] = /EEGATE_EACH_COMMAND\(line\)(.*?)\n\n/s.exec(textOf('src/cli/commands.h'))!;
  const names = [...list!.matchAll(/line\((\w+)\)/g)].map(([, name]) => `eegate ${name}`);
  expect(names).toContain('eegate info');
  expect(missing(names, textOf('docs/CLI.md'))).toEqual([]);
});

describe('every format of recordings is named', () => {
  const names = formatNames();
  const headings = [...textOf('docs/FORMATS.md').matchAll(/^## (.*)$/gm)].map(([, one]) => one!);
  it.each<readonly [string, string]>([
    ['in the sections of docs/FORMATS.md', headings.join('\n')],
    ['in the table of docs/FORMATS.md', textOf('docs/FORMATS.md').split('\n## ', 1)[0]!],
    ...[
      'README.md',
      'docs/CLI.md',
      'web/worker/shapes.ts',
      'web/page/strings/english/start.ts',
      'web/page/strings/german/start.ts',
    ].map((file) => [`in ${file}`, textOf(file)] as const),
  ])('%s', (_, text) => {
    expect(names).toContain('BrainVision');
    expect(missing(names, text)).toEqual([]);
  });
});

it('a name that is a part of another word is missing', () => {
  expect(missing(['input', 'mini'], 'the input, and minimum')).toEqual(['mini']);
});
