import { describe, expect, it } from 'vitest';
import type { Prediction } from '../api/index.js';
import { csvWithSecond, jsonWithSecond } from './second_results.js';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const text = (saved: ArrayBuffer) => new TextDecoder().decode(saved);
const windows = [0, 1, 2].map((index) => ({ index })) as Prediction[];

describe('saved results with a second model', () => {
  it('have columns of what it says of each window, whatever the order in which windows became known', () => {
    const csv = bytes('onset_s,label\n0,a\n2,"b,c"\n4,a\n');
    const saved = csvWithSecond(csv, 'Eyes, 8', [...windows].reverse(), ['x', null, 'y']);
    expect(text(saved)).toBe(
      'onset_s,label,second_model,second_label\n0,a,"Eyes, 8",y\n2,"b,c","Eyes, 8",\n4,a,"Eyes, 8",x\n',
    );
  });

  it('keep the ends of lines', () => {
    const saved = csvWithSecond(bytes('label\r\na\r\n'), 'B', windows, ['b']);
    expect(text(saved)).toBe('label,second_model,second_label\r\na,B,b\r\n');
  });

  it('contain all of its results as JSON', () => {
    const saved = jsonWithSecond(
      bytes('{"model":"a","epochs":[1]}'),
      bytes('{"model":"b","epochs":[2]}'),
    );
    expect(JSON.parse(text(saved))).toEqual({
      ...{ model: 'a', epochs: [1] },
      second_model: { model: 'b', epochs: [2] },
    });
  });
});
