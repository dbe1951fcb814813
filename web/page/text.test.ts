import { afterEach, describe, expect, it } from 'vitest';
import { EegateError, type Recipe } from '../api/index.js';
import { sortFiles } from './recording_files.js';
import { foreignModel } from './foreign_model.js';
import { gapsOf } from './gaps.js';
import { leavesPage } from './privacy.js';
import { describeRecipe } from './recipe_text.js';
import { inEnglish, setLanguage } from './strings/index.js';
import { german } from './strings/german/index.js';
import {
  counted,
  errorDetails,
  hintOf,
  hintSentence,
  formatBytes,
  formatPercent,
  messageOf,
} from './text.js';
import { atMost, fixed, length, significant } from './strings/english/numbers.js';

it('the hint where a part of a recording is missing names what can be done in the page', () => {
  const missing = {
    code: 'EEGLAB_DATA_MISSING',
    message: '',
    expected: '"a.fdt"',
    hint: 'name it',
  };
  expect(hintOf(new EegateError(missing))).toMatch(/Choose both files at once.*"a\.fdt"/);
  expect(hintOf(new EegateError({ ...missing, code: 'EDF_SIZE' }))).toBe('name it');
  expect(hintOf(new EegateError({ ...missing, code: 'FORMAT_TEXT' }))).toMatch(
    /^name it\. If it is a hypnogram, .* in Sleep$/,
  );
});

describe('errors of the core', () => {
  const error = (code: string) => new EegateError({ code, message: 'In English', hint: 'Do it' });
  afterEach(() => setLanguage(inEnglish));

  it('keep their text in English', () => {
    expect(messageOf(error('FORMAT_ZIP'))).toBe('In English');
    expect(hintOf(error('FORMAT_ZIP'))).toBe('Do it');
    expect(errorDetails(error('FORMAT_ZIP'))).toEqual([]);
  });

  it('have one in German, and keep the original in the details', () => {
    setLanguage({ strings: german, elements: null });
    expect(messageOf(error('FORMAT_ZIP'))).toBe('Das ist ein zip-Archiv');
    expect(hintOf(error('FORMAT_ZIP'))).toBe('Entpacken Sie es zuerst');
    expect(hintSentence(error('FORMAT_ZIP'))).toBe('Entpacken Sie es zuerst.');
    expect(errorDetails(error('FORMAT_ZIP'))).toEqual([['Meldung auf Englisch', 'In English']]);
    expect(messageOf(error('XDF_DUPLICATE_LABEL'))).toMatch(/denselben Namen/); // as in each format
    const hinted = (code: string, hint: string) =>
      hintOf(new EegateError({ code, message: '', hint }));
    const damaged = 'The file may be cut off or damaged: get it again';
    expect(hinted('XDF_DUPLICATE_LABEL', damaged)).toMatch(/^Kopieren Sie/);
    expect(hinted('FIF_NOT_RAW', 'Open the recording itself (its ...)')).toMatch(/^Öffnen Sie/);
  });

  it('keep place, found value and number of what is warned of', () => {
    setLanguage({ strings: german, elements: null });
    const warning = (message: string) => messageOf({ code: 'HYP_WORD', message });
    const plain = warning('The epoch has no stage');
    expect(plain).toMatch(/bekannt$/);
    const many = warning('No stage (field a, b.csv, at epoch 7, found "?"), and 1136 more');
    expect(many).toBe(`${plain} (Epoche 7, gefunden: "?", und 1.136 weitere)`);
    expect(warning('No stage (found 3, expected 1 to 5)')).toBe(`${plain} (gefunden: 3)`);
    expect(warning('No stage (found no epoch, expected one)')).toBe(plain);
  });

  it('keep what the page itself wrote about the same code', () => {
    setLanguage({ strings: german, elements: null });
    const zip = foreignModel(Uint8Array.from('PK\x03\x04', (letter) => letter.charCodeAt(0)))!;
    expect(zip.code).toBe('FORMAT_ZIP');
    expect(messageOf(zip)).toBe(zip.message);
    expect(hintOf(zip)).toBe(zip.hint);
    expect(errorDetails(zip).map(([name]) => name)).not.toContain('Meldung auf Englisch');
  });

  it('of a code without a German text stay as they are', () => {
    setLanguage({ strings: german, elements: null });
    expect(messageOf(error('PAGE_FAILED'))).toBe('In English');
    expect(errorDetails(error('PAGE_FAILED'))).toEqual([]);
  });
});

describe('numbers', () => {
  it('are not made of what is not finite', () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      expect([fixed(value, 3), atMost(value, 3), significant(value, 3)]).toEqual(['–', '–', '–']);
    }
  });

  it('are short', () => {
    expect([0, 999, 1275936, 2 ** 31].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.3\u00a0MB',
      '2.1\u00a0GB',
    ]);
    expect([0, 0.004, 0.5, 1].map(formatPercent)).toEqual([
      '0\u00a0%',
      '0.4\u00a0%',
      '50\u00a0%',
      '100\u00a0%',
    ]);
    expect([0.0001, 0.345, 1, 17.545, 33, 303, 3600, 30000, 864000].map(length)).toEqual([
      '1 ms',
      '345 ms',
      '1 s',
      '17.5 s',
      '33 s',
      '5 min 3 s',
      '60 min',
      '8 h 20 min',
      '240 h',
    ]);
    expect([counted(1, 'epoch'), counted(1234, 'epoch')]).toEqual(['1 epoch', '1,234 epochs']);
  });
});

describe('describeRecipe', () => {
  afterEach(() => setLanguage(inEnglish));

  it('writes numbers as the language does', () => {
    setLanguage({ strings: german, elements: null });
    const bandpass = { low_hz: 0.5, high_hz: 55, order: 2, mode: 'zero_phase' as const };
    expect(describeRecipe({ version: 1, bandpass })).toEqual([
      'Bandpass 0,5 bis 55\u00a0Hz, Ordnung 2, nullphasig',
    ]);
  });

  it('tells the steps in their order', () => {
    const recipe: Recipe = {
      version: 1,
      epochs: { by: 'annotation', labels: { T1: 'left', T2: 'right' }, tmin_s: 0, tmax_s: 4 },
      bandpass: { low_hz: 0.5, high_hz: 55, order: 2, mode: 'zero_phase' },
      reference: 'average',
    };
    expect(describeRecipe(recipe)).toEqual([
      'average reference',
      'band-pass 0.5 to 55\u00a0Hz, order 2, zero phase',
      '0 to 4\u00a0s around T1 (left), T2 (right)',
    ]);
    expect(
      describeRecipe({ version: 1, bandpass: { low_hz: 1, mode: 'causal' } } as Recipe),
    ).toEqual(['high-pass 1\u00a0Hz, causal']);
    expect(describeRecipe(null)).toEqual([]);
  });
});

describe('errorDetails', () => {
  it('lists what is known', () => {
    const error = new EegateError({
      code: 'X',
      message: 'm',
      place: 'byte 252',
      expected: '1 to 4096',
    });
    expect(errorDetails(error)).toEqual([
      ['Place', 'byte 252'],
      ['Expected', '1 to 4096'],
    ]);
  });
});

describe('files', () => {
  it('are models by their ending, and otherwise recordings', () => {
    const files = ['a.edf', 'b.SafeTensors', 'c.bdf', 'd'].map((name) => new File([], name));
    const { recordings, models } = sortFiles(files);
    expect(recordings.map(({ file }) => file.name)).toEqual(['a.edf', 'c.bdf', 'd']);
    expect(models.map(({ name }) => name)).toEqual(['b.SafeTensors']);
  });
});

describe('gaps', () => {
  it('lie between the segments and at the end', () => {
    const segments = [
      { onsetS: 0, durationS: 10 },
      { onsetS: 15, durationS: 5 },
    ];
    expect(gapsOf(segments, 22)).toEqual([
      { onsetS: 10, durationS: 5 },
      { onsetS: 20, durationS: 2 },
    ]);
    expect(gapsOf([{ onsetS: 0, durationS: 22 }], 22)).toEqual([]);
    expect(gapsOf([], 0)).toEqual([]);
  });
});

describe('privacy', () => {
  it('counts addresses outside of this page only', () => {
    expect(['https://a.example/x', 'blob:http://localhost/1', 'data:,x'].map(leavesPage)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
