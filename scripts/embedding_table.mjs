// Writes the table of docs/EMBEDDING.md from what the browsers left in build/embedding:
//   npx playwright test --config=e2e embedding; node e2e/webkit/stories.mjs; node scripts/embedding_table.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { engines, places } from '../e2e/support/policies.mjs';
import { Failure, atRoot, filesBelow, isMain, main } from './shared.mjs';

const [begin, end] = ['<!-- table: embedding -->', '<!-- end of table -->'];

export async function embeddingTable() {
  const cells = filesBelow('build/embedding').map((file) =>
    JSON.parse(readFileSync(atRoot(file), 'utf8')),
  );
  if (cells.length === 0) throw new Failure('build/embedding is empty: run the tests');
  const cell = (title, engine) =>
    cells.find((one) => one.title === title && one.engine === engine)?.cell ?? '?';
  const rows = [
    ['page', ...engines],
    ['---', ...engines.map(() => '---')],
    ...places.map(({ title }) => [title, ...engines.map((engine) => cell(title, engine))]),
  ];
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const file = atRoot('docs/EMBEDDING.md');
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split(begin);
  if (!rest) throw new Failure(`docs/EMBEDDING.md has no ${begin}`);
  writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1]}`);
}

if (isMain(import.meta.url)) main(embeddingTable);
