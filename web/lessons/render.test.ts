import { expect, it } from 'vitest';
import type { TemplateResult } from 'lit/html.js';
import { lexer } from 'marked';
import { proseView } from './render.js';

it('a numbered list begins with the number that it has: a question may stand in the middle of one', () => {
  const [list] = proseView(lexer('3. Three\n4. Four'), () => undefined) as TemplateResult[];
  expect(list!.strings.join('')).toContain('<ol start=');
  expect(list!.values[0]).toBe(3);
});
