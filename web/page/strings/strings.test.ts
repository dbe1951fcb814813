// The page's language stands in this folder alone: what a reader sees or hears is not written into views.
import { readFileSync, readdirSync } from 'node:fs';
import type { TemplateResult } from 'lit/html.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Strings } from './index.js';
import { literalTexts } from './literal_texts.test-support.js';

const page = 'web/page';

/** What is the same in every language, or read by no one. */
const allowed = new Set(['eegate', 'Hz', 'mV', 'µV', 'nV', '−6 dB', 'softmax']);
const allowedIn: Record<string, RegExp> = {
  'web/page/foreign_model.ts': /^version https:/, // first bytes of a file
  'web/page/lessons/scoreboard.ts': /^(--protocol|eegate prepare) /, // commands
  'web/page/sleep/report.ts': /[<>{=]/, // the tags and the style sheet of a file
  'web/plot/surface.ts': /system-ui/, // a font
  // Names of classes go into model files; mirroring knows "left" and "right" in them.
  'web/truth/edf_text.ts': /^(Startdate|EDF Annotations$)/, // fields of a file
  'web/truth/file_names.ts': /^(eyes|both|left|right) (open|closed|fists?|feet)$/,
};

const sources = [page, 'web/elements', 'web/lessons', 'web/plot', 'web/truth']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /(?<!\.test|\.test-support)\.ts$/.test(file))
  .filter(
    (file) =>
      !file.startsWith(`${page}/strings/`) && !/^web\/(elements|lessons)\/strings\.ts$/.test(file),
  );

describe('what the page says', () => {
  it.each(sources)('is not written in %s', (file) => {
    const found = literalTexts(readFileSync(file, 'utf8'))
      .filter(({ text }) => !allowed.has(text) && !allowedIn[file]?.test(text))
      .map(({ line, text }) => `${file}:${line}: ${text}`);
    expect(found).toEqual([]);
  });
});

describe('the guard', () => {
  const textsIn = (source: string) => literalTexts(source).map(({ text }) => text);
  it('finds text between tags, in attributes that are read, and in sentences', () => {
    expect(textsIn('html`<p class="note">Nothing yet. ${n} of them</p>`')).toEqual([
      'Nothing yet.',
      'of them',
    ]);
    expect(textsIn('html`<a class="big one" aria-label="Close ${name}"></a>`')).toEqual(['Close']);
    expect(textsIn('html`<b>${isOpen ? `in view: ${n}` : said.closed}</b>`')).toEqual(['in view:']);
    expect(
      textsIn("html`<b>${isOn ? 'Pause' : said.goOn}</b><i title=${name ?? 'nobody'}></i>`"),
    ).toEqual(['Pause', 'nobody']);
    expect(textsIn("say('Saved it'); box({ value: 'all', text: 'all' });")).toEqual([
      'Saved it',
      'all',
    ]);
  });
  it('leaves alone what nobody reads', () => {
    const source = `
      const look = css\`.big one { color: red }\`;
      import { html } from 'lit/html.js';
      const path = html\`<svg viewBox="0 0 32 20"><path d="M1 11h5" /></svg> <!-- a remark --> ×\`;
      document.querySelector('.results .table tr[aria-rowindex] + tr');
      html\`<p class=\${isOn ? 'on wide' : ''} data-to=\${'some thing'}>\${said.it}</p>\`;
      type Kind = 'one kind' | 'other kind';`;
    expect(textsIn(source)).toEqual([]);
  });
});

/** The texts whose type is so narrow that only English satisfies it. */
type Narrow<T> = T extends string
  ? string extends T
    ? never
    : T
  : T extends (...args: never[]) => infer Said
    ? Narrow<Said>
    : T extends readonly (infer Item)[]
      ? Narrow<Item>
      : T extends TemplateResult
        ? never
        : T extends object
          ? { [Key in keyof T]: Narrow<T[Key]> }[keyof T]
          : never;

describe('a translation', () => {
  it('is free in its words', () => {
    expectTypeOf<Narrow<Strings>>().toBeNever(); // tsc tells, not the run
    expectTypeOf<Narrow<{ said: () => 'yes' | 'no' }>>().toEqualTypeOf<'yes' | 'no'>();
  });
});
