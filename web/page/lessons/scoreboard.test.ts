import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scoreboard as english } from '../strings/english/scoreboard.js';
import { scoreboard as german } from '../strings/german/scoreboard.js';
import { commands, rows } from './scoreboard.js';

const text = readFileSync(new URL('../../../docs/BENCHMARK.md', import.meta.url), 'utf8');
const lines = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('`--'));

it('has the figures of the document, each with its command', () => {
  expect(rows.length).toBe(lines.length);
  for (const { options, auc, accuracy, moabb } of rows) {
    const line = lines.find((one) => one.includes(`\`${options}\``));
    expect(line, options).toBeDefined();
    const cells = line!.split('|').map((cell) => cell.trim());
    expect(cells).toContain(auc.toFixed(1));
    expect(cells).toContain(accuracy.toFixed(1));
    expect(cells.includes(moabb?.toFixed(2) ?? '–')).toBe(true);
  }
});

it('says of aligned runs and of confounded ones what the document has measured', () => {
  for (const said of [english, german]) {
    const figures = `${said.alignment} ${said.confound}`.match(/\d+[.,]\d/g)!;
    expect(figures.length).toBe(7);
    for (const figure of figures) expect(text).toContain(figure.replace(',', '.'));
  }
});

it('repeats them by the commands of the document', () => {
  const [prepare, benchmark] = commands.split('\n') as [string, string];
  expect(text).toContain(prepare);
  expect(text).toContain(benchmark);
});
