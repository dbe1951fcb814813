import { describe, expect, it } from 'vitest';
import { modulesIn, publishedFrom } from '../scripts/web/declarations.mjs';

const files: Record<string, string> = {
  'dist/a.d.ts': "export * from './types/api/index.js';",
  'dist/types/api/index.d.ts': "import type { B } from '../b.js';\nexport declare const b: B;",
  'dist/types/b.d.ts': "/** from 'lit' */ export interface B { c: import('./c.js').C }",
  'dist/types/c.d.ts': 'export interface C {}',
  'dist/types/unused.d.ts': "import { Token } from 'marked';",
};
const from = (more: Record<string, string>) =>
  publishedFrom(['dist/a.d.ts'], (file) => ({ ...files, ...more })[file]!);

describe('published declarations', () => {
  it('are those that an entry leads to', () => {
    expect([...from({})].sort()).toEqual([
      'dist/a.d.ts',
      'dist/types/api/index.d.ts',
      'dist/types/b.d.ts',
      'dist/types/c.d.ts',
    ]);
  });

  it('need no package', () => {
    const c = "import { TemplateResult } from 'lit';\nexport type C = TemplateResult;";
    expect(() => from({ 'dist/types/c.d.ts': c })).toThrow('dist/types/c.d.ts needs lit');
    expect(() => from({ 'dist/types/c.d.ts': 'export type C = import("marked").Token;' })).toThrow(
      'needs marked',
    );
  });

  it('show nothing of the inside', () => {
    const c = "import type { EnginePool } from './worker/pool.js';\nexport type C = EnginePool;";
    expect(() => from({ 'dist/types/c.d.ts': c })).toThrow('dist/types/worker/pool.d.ts');
  });

  it('are found by imports and exports of every kind', () => {
    const text = `
      import './a.js';
      import type { B } from "./b.js"; // from './no.js'
      export { C } from './c.js';
      export type D = import('./d.js').D;`;
    expect(modulesIn(text)).toEqual(['./a.js', './b.js', './c.js', './d.js']);
  });
});
