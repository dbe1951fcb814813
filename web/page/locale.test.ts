import { afterEach, expect, it, vi } from 'vitest';
import { dateAndTime, dayOf, inTextOrder } from './locale.js';
import { germanElements } from './strings/german/elements.js';
import { german } from './strings/german/index.js';
import { inEnglish, setLanguage } from './strings/index.js';

afterEach(() => {
  setLanguage(inEnglish);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it('a day is that of the clock on this machine', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const at = (hour: number) => new Date(2026, 0, 31, hour, 30);
  expect([0, 12, 23].map((hour) => dayOf(at(hour)))).toEqual(Array(3).fill('2026-01-31'));
});

it('dates are in the language of the page, as in the region of the browser', () => {
  const time = new Date(2026, 11, 3, 15, 5);
  vi.stubGlobal('navigator', { languages: ['fr-FR', 'en-GB', 'de-AT'] });
  expect(dateAndTime(time)).toBe('3 Dec 2026, 15:05');
  setLanguage({ strings: german, elements: germanElements });
  expect(dateAndTime(time)).toBe('03.12.2026, 15:05');
  vi.stubGlobal('navigator', undefined);
  expect(dateAndTime(time)).toBe('03.12.2026, 15:05');
});

it('texts are ordered as in the language of the page, numbers by their value', () => {
  vi.stubGlobal('navigator', { languages: ['sv'] }); // a language in which ä follows z
  expect(['z', 'ä', 'r10', 'r9'].sort(inTextOrder)).toEqual(['ä', 'r9', 'r10', 'z']);
});
