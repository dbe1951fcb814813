import { describe, expect, it } from 'vitest';
import { lessonLook } from './lesson_styles.js';
import { look } from './styles.js';

/** What a rule sets, by its selector: the first one that ends with it. */
function ruleOf(css: string, selector: string): string[] {
  const at = css.indexOf(`${selector} {`);
  if (at < 0) return [];
  const body = css.slice(css.indexOf('{', at) + 1, css.indexOf('}', at));
  return body
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean);
}

it('text is set as in any other document, whatever a document sets for the text around an element', () => {
  const set = ruleOf(look.cssText, '.base');
  for (const rule of ['text-indent: 0', 'text-transform: none', 'white-space: normal'])
    expect(set).toContain(rule);
});

describe('the theme of an element', () => {
  it.each([
    ['all', look.cssText, 15],
    ['lessons', lessonLook.cssText, 1],
  ])('goes before that of the system, dark as well as light: %s', (_, css, least) => {
    const bySystem = ruleOf(css, ":host(:not([theme='light']))");
    expect(bySystem.length).toBeGreaterThanOrEqual(least);
    expect(ruleOf(css, ":host([theme='dark'])")).toEqual(bySystem);
  });
});
