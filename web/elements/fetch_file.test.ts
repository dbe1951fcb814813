import { afterEach, expect, it, vi } from 'vitest';
import { fetchFile, inlineLanguage, inlineText, noPage } from './fetch_file.js';
import { pageBeside } from './lesson_views.js';

it('a page instead of a file is known by its bytes, whatever type the server sends', async () => {
  const taken = async (text: string, type: string) =>
    noPage(new File([text], 'a', { type }), 'a', 'a lesson', '').then(
      () => true,
      (thrown: { code: string }) => thrown.code,
    );
  for (const type of ['text/html', 'text/html; charset=utf-8', 'text/markdown', ''])
    for (const text of ['# Lesson', 'a < b', '\0\0'])
      expect(await taken(text, type), `${text} ${type}`).toBe(true);
  for (const text of ['<!DOCTYPE html>', '\n <html lang="en">', '<p>none</p>'])
    expect(await taken(text, 'text/html'), text).toBe('ELEMENT_FETCH');
  expect(await taken('<!doctype html>', '')).toBe('ELEMENT_FETCH');
  expect(await taken('<b>Lesson</b>', 'text/markdown')).toBe(true);
});

it('a lesson has a link to the page next to the script, unless a bundler has moved the script', () => {
  const base = 'https://a.example/course/';
  const found = (script: string, page = base) => pageBeside(script, page)?.href ?? null;
  expect(found(`${base}eegate/eegate-elements.js`)).toBe(`${base}eegate/eegate.html`);
  expect(found(`${base}eegate-anywidget.js?v=1`)).toBe(`${base}eegate.html`);
  expect(found('file:///a/eegate-elements.js', 'file:///a/b.html')).toBe('file:///a/eegate.html');
  const deps = 'http://localhost:5173/node_modules/.vite/deps/eegate_elements.js?v=1a';
  const inPackage = 'http://localhost:5173/node_modules/eegate/dist/eegate.html';
  expect(found(deps)).toBe(inPackage);
  const moved = [`${base}assets/index-Bx1.js`, 'file:///home/a/dist/eegate-elements.js'];
  for (const script of [...moved, 'blob:https://a.example/1-2']) expect(found(script)).toBeNull();
});

/** An element with this text, perhaps in a script. */
const element = (textContent: string, script?: { textContent: string; lang: string }, lang = '') =>
  ({
    textContent,
    querySelector: () => script ?? null,
    closest: () => (lang ? { lang } : null),
  }) as unknown as Element;

it('the text of a lesson is that of its script, or what is written in the element with headings', () => {
  const script = { textContent: '\n    # Ours\n      - a', lang: '' };
  expect(inlineText(element('', script))).toBe('\n# Ours\n  - a');
  expect(inlineText(element('\n  # Ours\n\n  ## Step'))).toBe('\n# Ours\n\n## Step');
  for (const text of ['', ' \n ', 'Loading …', 'Seite #1'])
    expect(inlineText(element(text))).toBeNull();
});

it('it is in the language that the script, the element or the document names', () => {
  expect(inlineLanguage(element('', { textContent: '', lang: 'de' }, 'fr'))).toBe('de');
  expect(inlineLanguage(element('', undefined, 'fr'))).toBe('fr');
  expect(inlineLanguage(element(''))).toBe('');
});

afterEach(() => void vi.unstubAllGlobals());

it('what another origin must allow is said only where it may be the reason', async () => {
  const hintOf = async (address: string) => {
    const failed: unknown = await fetchFile(address, 'https://own.example/').catch((one) => one);
    return (failed as { hint: string }).hint;
  };
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  expect(await hintOf('a.md')).toBe('Check the address.');
  expect(await hintOf('https://other.example/a.md')).toBe('Check the address.'); // it answered
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await hintOf('a.md')).toBe('Check the address.');
  expect(await hintOf('https://other.example/a.md')).toContain('Access-Control-Allow-Origin');
});

it('a file has the name of its address, also where "%" begins no code', async () => {
  vi.stubGlobal('fetch', async () => new Response('x'));
  const nameOf = async (address: string) => (await fetchFile(address, 'https://own.example/')).name;
  expect(await nameOf('a%20b.edf')).toBe('a b.edf');
  expect(await nameOf('50%.edf')).toBe('50%.edf');
});
