import { expect, it } from 'vitest';
import { reportNotes, withNotes } from './report_notes.js';
import type { RecordingEntry, Run } from './state.js';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const entry = (name: string, annotationsOfFile: unknown) =>
  ({ recording: { name }, annotationsOfFile }) as unknown as RecordingEntry;
const run = (train: unknown) => ({ lease: { model: { info: { train } } } }) as unknown as Run;

it('a report says that its model was trained on the recording, and that annotations were changed', () => {
  const trained = run({ files: ['a.edf'] });
  expect(reportNotes(entry('b.edf', null), trained)).toEqual([]);
  expect(reportNotes(entry('b.edf', null), run(undefined))).toEqual([]);
  expect(reportNotes(entry('a.edf', null), trained)).toEqual([
    expect.stringContaining('was trained on this recording'),
  ]);
  expect(reportNotes(entry('b.edf', []), trained)).toEqual([
    expect.stringContaining('changed by hand'),
  ]);
  expect(reportNotes(entry('a.edf', []), trained)).toHaveLength(2);
});

it('notes stand below the title, as text', () => {
  const report = bytes('<h1>Report</h1><p>a</p><h1>µ</h1>');
  const text = (notes: string[]) => new TextDecoder().decode(withNotes(report, notes));
  expect(text([])).toBe('<h1>Report</h1><p>a</p><h1>µ</h1>');
  expect(text(['1 < 2 & 3', 'b'])).toBe(
    '<h1>Report</h1><p class="care">1 &#60; 2 &#38; 3</p><p class="care">b</p><p>a</p><h1>µ</h1>',
  );
});
