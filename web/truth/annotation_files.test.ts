import { describe, expect, it } from 'vitest';
import { openEdf } from '../edf/index.js';
import { annotationFile, annotationFileName, annotationFormatOf } from './annotation_files.js';

const annotations = [
  { onsetS: 0.5, durationS: 2, text: 'Schläfrig' },
  { onsetS: 12.25, durationS: 0, text: 'a\tb' },
];
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('annotations as files', () => {
  it('are a table, or events of BIDS', () => {
    expect(text(annotationFile(annotations, 'csv', ''))).toBe(
      'onset,duration,description\r\n0.5,2,Schläfrig\r\n12.25,0,a b\r\n',
    );
    expect(text(annotationFile(annotations, 'tsv', ''))).toBe(
      'onset\tduration\ttrial_type\n0.5\t2\tSchläfrig\n12.25\t0\ta b\n',
    );
  });

  it('are no formulas to a spreadsheet, also as events', () => {
    const one = { onsetS: 0, durationS: 0, text: '=1+1\u202e' };
    for (const format of ['csv', 'tsv'] as const)
      expect(text(annotationFile([one], format, ''))).toContain("'=1+1");
    expect(text(annotationFile([one], 'tsv', ''))).not.toContain('\u202e');
  });

  it('may be very many', () => {
    const many = Array.from({ length: 300_000 }, () => ({ onsetS: 0, durationS: 0, text: 'x' }));
    expect(annotationFile(many, 'edf', '').length).toBeGreaterThan(300_000);
  });

  it('are EDF+ on the clock of the recording', async () => {
    const bytes = annotationFile(annotations, 'edf', '2009-08-12T16:15:00');
    const { header } = await openEdf(bytes);
    expect(header).toMatchObject({ format: 'EDF+C', nRecords: 2 });
    const written = text(bytes);
    expect(written.slice(88, 184)).toMatch(
      /^Startdate 12-AUG-2009 X X eegate +12\.08\.0916\.15\.00/,
    );
    expect(written).toContain('+0\x14\x14\0+0.5\x152\x14Schläfrig\x14\0');
    expect(written).toContain('+0\x14\x14\0+12.25\x14a b\x14\0');
    const empty = await openEdf(annotationFile([], 'edf', ''));
    expect(empty.header.nRecords).toBe(1);
  });

  it('may begin before the recording', () => {
    const early = [{ onsetS: -1.5, durationS: 2, text: 'cue' }];
    expect(text(annotationFile(early, 'edf', ''))).toContain('+0\x14\x14\0-1.5\x152\x14cue\x14\0');
  });

  it('have names after the recording', () => {
    expect(annotationFileName('a.edf', 'csv')).toBe('a_annotations.csv');
    expect(annotationFileName('sub-01_task-rest_eeg.vhdr', 'tsv')).toBe(
      'sub-01_task-rest_desc-annotations_events.tsv',
    );
    expect(['json', 'tsv', 'edf'].map(annotationFormatOf)).toEqual(['csv', 'tsv', 'edf']);
  });
});
