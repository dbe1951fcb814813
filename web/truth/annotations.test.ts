import { describe, expect, it } from 'vitest';
import { annotationsCsv, withAnnotation } from './annotations.js';

const note = (onsetS: number, durationS: number, text: string) => ({ onsetS, durationS, text });

describe('an annotation that is added', () => {
  const open = note(0, 30, 'eyes open');
  const blink = note(4, 0.4, 'blink');
  it('leaves the others alone', () => {
    expect(withAnnotation([open, blink], note(2, 1, 'x'))).toEqual([open, note(2, 1, 'x'), blink]);
  });
  it('takes the place of those that say something else of the same time', () => {
    const isState = (text: string) => text.startsWith('eyes');
    expect(withAnnotation([open, blink], note(3, 2, 'eyes closed'), isState)).toEqual([
      note(0, 3, 'eyes open'),
      note(3, 2, 'eyes closed'),
      blink,
      note(5, 25, 'eyes open'),
    ]);
    expect(withAnnotation([open], note(0, 30, 'eyes closed'), isState)).toEqual([
      note(0, 30, 'eyes closed'),
    ]);
    expect(withAnnotation([open], note(30, 2, 'eyes closed'), isState)[0]).toEqual(open);
  });
});

describe('a table of annotations', () => {
  it('has a row for each, whose text is safe in a spreadsheet', () => {
    const rows = [note(0.1 + 0.2, 1, 'a, "b"'), note(1, 0, '=HYPERLINK(1)'), note(2, 0, 'a\nb')];
    expect(annotationsCsv(rows)).toBe(
      'onset,duration,description\r\n0.3,1,"a, ""b"""\r\n1,0,\'=HYPERLINK(1)\r\n2,0,a b\r\n',
    );
    expect(annotationsCsv([note(0, 0, '-5')])).toContain(',-5\r\n');
  });
  it.each([' =1+1', '\t=1+1', '\uff1d1+1', '\uff20x', '|calc', ' +1 -x'])(
    'takes %j for a formula, as the core does',
    (text) => {
      expect(annotationsCsv([note(0, 0, text)])).toContain(`,'${text.replace('\t', ' ')}\r\n`);
    },
  );
  it('holds no characters that control a terminal or reorder text', () => {
    const csv = annotationsCsv([note(0, 0, 'a\u001b[31m'), note(1, 0, '\u009b2J\u202eb')]);
    expect(csv).not.toMatch(/[\u0000-\u0009\u000e-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});
