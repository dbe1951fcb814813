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

it('a report says how often the second model was right, and how often both agree', () => {
  const epochs = [0, 2, 4, 6].map((onsetS, index) => ({ index, onsetS, durationS: 2, label: '' }));
  const runOf = (labels: string) => ({
    ...{ status: 'done', classes: ['a', 'b'], modelTitle: 'Other', nDone: 4, classification: {} },
    predictions: epochs.map((one, i) => ({ ...one, label: labels[i]! })),
    ...{ plan: { epochs }, lease: { model: { info: {} } } },
  });
  const annotations = [{ onsetS: 0, durationS: 8, text: 'a' }];
  const both = { recording: { name: 'a.edf', annotations }, second: runOf('aaab') };
  const [note] = reportNotes(both as unknown as RecordingEntry, runOf('aabb') as unknown as Run);
  expect(note!.replaceAll('\u00a0', ' ')).toMatch(
    /“Other”, the second model\. Both models agree in 3 of 4 windows: 75 %\. The second is right in 3 of 4 windows, 75 %/,
  );
});

it('notes stand below the title, as text', () => {
  const report = bytes('<h1>Report</h1><p>a</p><h1>µ</h1>');
  const text = (notes: string[]) => new TextDecoder().decode(withNotes(report, notes));
  expect(text([])).toBe('<h1>Report</h1><p>a</p><h1>µ</h1>');
  expect(text(['1 < 2 & 3', 'b'])).toBe(
    '<h1>Report</h1><p class="care">1 &#60; 2 &#38; 3</p><p class="care">b</p><p>a</p><h1>µ</h1>',
  );
});
