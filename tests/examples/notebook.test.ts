// The notebook of examples/jupyter is one by its format, and its widget has the traits that the module in the page reads.
// e2e/library/examples.spec.ts runs it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

it('is a notebook of the format 4.5, as it was before it ran', () => {
  const notebook = JSON.parse(read('examples/jupyter/eyes.ipynb')) as {
    nbformat: number;
    nbformat_minor: number;
    metadata: { kernelspec: { language: string } };
    cells: Record<string, unknown>[];
  };
  expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
  expect(notebook.metadata.kernelspec.language).toBe('python');
  const ids = notebook.cells.map(({ id }) => id as string);
  expect(new Set(ids).size).toBe(ids.length);
  for (const cell of notebook.cells) {
    expect(cell['id']).toMatch(/^[\w-]{1,64}$/);
    const lines = cell['source'] as string[];
    expect(lines.slice(0, -1).every((line) => line.endsWith('\n'))).toBe(true);
    const common = { id: expect.anything(), metadata: {}, source: expect.any(Array) };
    expect(cell).toEqual(
      cell['cell_type'] === 'code'
        ? { cell_type: 'code', execution_count: null, outputs: [], ...common }
        : { cell_type: 'markdown', ...common },
    );
  }
});

it('has traits that the module of the elements knows', () => {
  const widget = read('examples/jupyter/eeg_widget.py');
  const traits = [...widget.matchAll(/^ {4}(\w+) = traitlets\./gm)].map(([, name]) => name);
  expect(traits.length).toBeGreaterThan(8);
  const module = read('web/entries/anywidget.ts');
  for (const trait of traits) expect(module).toContain(`'${trait}'`);
});
