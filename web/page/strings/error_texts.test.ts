// Errors and warnings that reach the page have German texts; the list of codes is compared with the sources by another test.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EegateError } from '../../api/index.js';
import { elementStrings } from '../../elements/strings.js';
import { PageError } from '../page_error.js';
import { errorDetails, hintOf, messageOf, originalOf, reasonOf } from '../text.js';
import { trainingWarnings } from './english/training_warnings.js';
import { germanElements } from './german/elements.js';
import { german } from './german/index.js';
import { inEnglish, setLanguage } from './index.js';

/** Their texts are among those of the elements, which are in the language of the page. */
const ofElements = ['DRILL_TRUTH', 'ELEMENT_CONFIGURED', 'ELEMENT_EMPTY', 'ELEMENT_FETCH'];

const codes = [...readFileSync('web/worker/error_codes.ts', 'utf8').matchAll(/'([A-Z0-9_]+)'/g)]
  .map(([, code]) => code!)
  .filter((code) => !ofElements.includes(code));

const { ofCode, readerHint } = german.errors;

function sourcesBelow(folder: string, kind: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(
      (file) => kind.test(file) && !/\.test\.|test-support|^src\/(cli|experiment)\//.test(file),
    )
    .map((file) => readFileSync(file, 'utf8'));
}

/** Codes of the errors whose hint stands in the statement or the block that makes them, with what is written of it. */
function codesWithHint(): { code: string; hint: string }[] {
  const sources = [
    ...['src', 'bindings'].flatMap((folder) => sourcesBelow(folder, /\.(cc|h)$/)),
    ...['web/api', 'web/worker', 'web/edf'].flatMap((folder) => sourcesBelow(folder, /\.ts$/)),
  ].join('\n');
  const atOnce =
    /\bcode(?: =|:) ["']([A-Z][A-Z0-9_]+)["'],[^;]*?\bhint(?: =|:)(?!\s*\{\})([^\n]*)/g;
  const inSteps = /\.code = "([A-Z][A-Z0-9_]+)";[^}]*?\.hint = ([^\n]*)/g;
  return [atOnce, inSteps].flatMap((made) =>
    [...sources.matchAll(made)].map(([, code, hint]) => ({
      code: code!,
      hint: hint!.replace(/^\s*["']/, ''),
    })),
  );
}

describe('in German', () => {
  it('every code has a text, which ends without a full stop', () => {
    expect(codes.length).toBeGreaterThan(300);
    expect(codes.filter((code) => !ofCode(code))).toEqual([]);
    const texts = codes.flatMap((code) => [...ofCode(code)!]);
    expect(texts.filter((text) => !text || /[.!\s]$/.test(text.replace(/ \.\.\.\)$/, '')))).toEqual(
      [],
    );
  });

  it('there is a hint wherever the core has one', () => {
    const hinted = codesWithHint().filter(({ code }) => codes.includes(code));
    expect(hinted.length).toBeGreaterThan(70);
    const without = hinted.filter(({ code, hint }) => !ofCode(code)![1] && !readerHint(hint));
    expect(without).toEqual([]);
  });

  it('the hint that a reader gives with its errors has a text, which says to copy the file only where the core does', () => {
    const makers = /_error\([^;{]*\) \{[^}]*?"([A-Z][^"]*(?:\\.[^"]*)*)"\);/g;
    const hints = [...sourcesBelow('src/files', /\.cc$/).join('\n').matchAll(makers)]
      .map(([, hint]) => hint!)
      .filter((hint) => !/compression|binary mode|SD card/.test(hint)); // of codes with a text of their own
    expect(hints.length).toBeGreaterThan(6);
    expect(hints.filter((hint) => !readerHint(hint))).toEqual([]);
    const copying = (text: string | null) => /Kopieren Sie/.test(text ?? '');
    expect(hints.filter((hint) => copying(readerHint(hint)) !== /again$/.test(hint))).toEqual([]);
    const ofFormat = /^(EDF|BDF|BV|EEGLAB|MAT|HDF5|FIF|GDF|CNT|OPENBCI|FORMAT)_/;
    const always = codes.filter((code) => ofFormat.test(code) && copying(ofCode(code)![1] ?? ''));
    expect(always).toEqual([]);
    expect(readerHint('Open the recording itself (its name ...)')).toMatch(/_raw\.fif/);
    expect(readerHint('Save it with "-v7": in EEGLAB ...')).toMatch(/„-v7“/);
  });
});

describe('the text that is shown', () => {
  const core = new EegateError({ code: 'TRAIN_SPLIT', message: 'In English', hint: 'Do it' });
  const own = new PageError({ code: 'TRAIN_SPLIT', message: 'Von der Seite', hint: 'So' });
  afterEach(() => setLanguage(inEnglish));

  it('is that of the core in English, but for warnings and errors of training, which call windows epochs', () => {
    expect([messageOf(core), hintOf(core), originalOf(core)]).toEqual(['In English', 'Do it', '']);
    const replaced = codes.filter((code) => messageOf({ code, message: 'Its own' }) !== 'Its own');
    expect(replaced).toEqual(Object.keys(trainingWarnings));
    expect(replaced).toEqual(expect.arrayContaining(['COMPARE_FOLDS', 'TRAIN_EMPTY']));
    const texts = replaced.map((code) => messageOf({ code, message: '' }));
    expect(texts.filter((text) => /epoch|[.]$|^$/.test(text))).toEqual([]);
  });

  it('is German otherwise, with the original in the details', () => {
    setLanguage({ strings: german, elements: null });
    expect([messageOf(core), hintOf(core)]).toEqual(ofCode('TRAIN_SPLIT'));
    expect(errorDetails(core)).toEqual([['Meldung auf Englisch', 'In English']]);
    expect(reasonOf(core)).toBe(messageOf(core));
    expect(originalOf({ code: 'AUDIT_IMBALANCE', message: 'In English' })).toBe('In English');
  });

  it('says of a file of another kind what was needed in its place', () => {
    setLanguage({ strings: german, elements: null });
    const sources = sourcesBelow('src', /\.cc$/).join('\n');
    const given = [...sources.matchAll(/\bforeign_error\([^;]*?(?:"([^"]+)"|kWanted)\)/g)].map(
      ([, text]) => text ?? /kWanted = "([^"]+)"/.exec(sources)![1]!,
    );
    expect(given).toHaveLength(4);
    const texts = given.map((wanted) =>
      messageOf({ code: 'FORMAT_ZIP', message: `This is a zip archive, not ${wanted}` }),
    );
    expect(texts.filter((text) => !/^Das ist ein zip-Archiv, keine? .*[^.]$/.test(text))).toEqual(
      [],
    );
  });

  it('is German in the elements, too', () => {
    const texts = () => elementStrings.errorText('TRAIN_SPLIT', 'In English', 'Do it');
    expect(texts()).toEqual(['In English', 'Do it']);
    setLanguage({ strings: german, elements: germanElements });
    expect(texts()).toEqual(ofCode('TRAIN_SPLIT'));
    expect(elementStrings.errorText('DRILL_TRUTH', 'Von hier', 'So')).toEqual(['Von hier', 'So']);
    expect(elementStrings.errorText('EDF_LENGTH', 'In English', '')[1]).toBe('');
  });

  it('is its own where the page made the error', () => {
    setLanguage({ strings: german, elements: null });
    expect([messageOf(own), hintOf(own)]).toEqual(['Von der Seite', 'So']);
    expect(errorDetails(own)).toEqual([]);
    const made = sourcesBelow('web/page', /\.ts$/)
      .join('')
      .matchAll(/new EegateError\(\s*\{[^}]*/g);
    expect([...made].filter(([text]) => !text.includes("'PAGE_FAILED'"))).toEqual([]);
  });
});
