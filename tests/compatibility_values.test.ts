// Every code of the compatibility report has its type, and its words in each language of the page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  compatibilityReasons,
  compatibilityValuesFile,
  compatibilityValuesText,
} from '../scripts/web/compatibility_values.mjs';
import { english } from '../web/page/strings/english/index.js';
import { german } from '../web/page/strings/german/index.js';

type Say = (values: unknown) => string;
const reasons = compatibilityReasons();
const codes = reasons.map(({ code }) => code);
const made: Record<string, unknown> = {
  number: 37.25,
  string: 'mV',
  'string[]': ['C3', 'Cz', 'C4'],
  boolean: true,
};
const nothing: Record<string, unknown> = { number: 0, string: '', 'string[]': [], boolean: false };
const filled = (values: Record<string, string>, empty: string[] = []) =>
  Object.fromEntries(
    Object.entries(values).map(([name, type]) => [
      name,
      (empty.includes(name) ? nothing : made)[type],
    ]),
  );

it('has the codes of the enumeration, each once', () => {
  const header = readFileSync('src/session/open/compatibility_reason.h', 'utf8');
  const listed = header
    .match(/enum class CompatibilityCode \{(.*?)\};/s)![1]!
    .match(/\bk[A-Z]\w+/g)!;
  const named = codes.map((code) =>
    `k_${code}`.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase()),
  );
  expect(named).toEqual(listed);
});

it('is written from the source as it is (node scripts/web/compatibility_values.mjs)', () => {
  expect(readFileSync(compatibilityValuesFile, 'utf8')).toBe(compatibilityValuesText());
});

describe.each([
  ['English', english.model.compatibility.reasons],
  ['German', german.model.compatibility.reasons],
])('in %s', (language, said) => {
  it('has words for every code, and for no other', () => {
    expect(Object.keys(said).sort()).toEqual([...codes].sort());
  });

  it.each(reasons)(
    'says $code in whole sentences, with all values and with those that may be absent',
    ({ code, values, optional }) => {
      const say = (said as unknown as Record<string, Say>)[code]!;
      for (const given of [filled(values), filled(values, optional)]) {
        const text = say(given);
        expect(text).toMatch(/\.$/);
        expect(text).not.toMatch(/undefined|NaN|\[object|\.\.|: \./);
      }
      const text = say(filled(values));
      if (Object.values(values).includes('string[]')) expect(text).toContain('C3, Cz, C4');
      if (Object.values(values).includes('number'))
        expect(text).toMatch(language === 'German' ? /37,25|37,3/ : /37\.25|37\.3/);
    },
  );
});
