// The code blocks of the repository's documents, and what a line above one may say of it:
//   <!-- not run: REASON -->   it is checked (types, options, scripts) but not run
//   <!-- type: NAME -->        JSON of this type of the package
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { codeBlocks, type CodeBlock } from '../../scripts/docs/markdown.mjs';

export interface Block extends CodeBlock {
  /** "docs/CLI.md:93" */
  place: string;
  file: string;
  /** Why it is not run, if it is not. */
  notRun: string | null;
  /** The type that its JSON has, if one is named. */
  type: string | null;
}

const folders = [
  '.',
  'docs',
  'docs/examples',
  'examples',
  'examples/quarto',
  'bench',
  'bench/results',
  'models',
];

export const documents = [...folders, 'tests/fuzz', 'experiments/results']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(md|qmd)$/.test(name))
      .map((name) => posix.join(folder, name)),
  );

export const blocks: Block[] = documents.flatMap((file) =>
  codeBlocks(readFileSync(file, 'utf8')).map((block) => ({
    ...block,
    file,
    place: `${file}:${block.line}`,
    notRun: /^not run: (.+)$/.exec(block.marker ?? '')?.[1] ?? null,
    type: /^type: (\w+)$/.exec(block.marker ?? '')?.[1] ?? null,
  })),
);

export const inLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language.split(' ')[0]!));

/** Commands of a block for a shell: comments left out, continued lines joined, texts that are handed over skipped. */
export function commandsOf(code: string): string[] {
  return code
    .replace(/\\\n\s*/g, ' ')
    .replace(/<<(\w+)\n[^]*?\n\1$/gm, '')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
