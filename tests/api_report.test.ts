// Declarations of the package: one file for each entry, with what it exports and needs; a change of them is a change of the report
// in api/, where whoever reviews it sees it.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { reports } from '../scripts/api_report.mjs';
import { rolledUp } from '../scripts/web/rollup_types.mjs';
import { ended } from './exchange/command.js';
import { folderWithPackage } from './package_folder.js';

/** A class is one type in all entries, codes are a union, and what has `close` is closed by `await using`. */
const story = `
export async function story(engine: e0.Engine, viewer: e2.EegViewer, model: e0.Model): Promise<string> {
  const options: { signal: AbortSignal | undefined } = { signal: AbortSignal.timeout(9) };
  await using recording = await engine.openRecording(new Uint8Array(), options);
  void model.classify(viewer.recording ?? recording);
  try { await engine.close(); } catch (error) {
    // @ts-expect-error: no such code
    if (error instanceof e3.EegateError && error.code === 'SESSION_CLOSD') return '';
    if (error instanceof e0.EegateError && error.code === 'SESSION_CLOSED') return error.hint;
  }
  return '';
}
`;

describe.skipIf(!existsSync('dist/eegate.d.ts'))('the report of the API', () => {
  it('is that of the built package (node scripts/api_report.mjs)', () => {
    const now = reports();
    expect(readdirSync('api').map((name) => `api/${name}`)).toEqual([...now.keys()]);
    for (const [file, text] of now) expect(readFileSync(file, 'utf8'), file).toBe(text);
  });

  it.each(['bundler', 'node16', 'nodenext'])(
    'declarations stand alone: strict, %s, without types of Node, and checked themselves',
    { timeout: 300_000 },
    async (resolution) => {
      const folder = folderWithPackage('types');
      const entries = ['', '/edf', '/elements', '/inline', '/anywidget', '/single-file'];
      const lines = entries.map(
        (entry, i) => `import * as e${i} from 'eegate${entry}'; void e${i};`,
      );
      writeFileSync(join(folder, 'index.mts'), `${lines.join('\n')}\n${story}`);
      const compilerOptions = {
        ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
        ...{
          module: resolution === 'bundler' ? 'esnext' : resolution,
          moduleResolution: resolution,
        },
        ...{ strict: true, skipLibCheck: false, noEmit: true, exactOptionalPropertyTypes: true },
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      const tsc = resolve('node_modules/.bin/tsc');
      const { stdout } = await ended(tsc, ['-p', folder, '--pretty', 'false']);
      rmSync(folder, { recursive: true });
      expect(stdout).toBe('');
    },
  );

  it.each(['node16', 'nodenext'])(
    'declarations for programs stand with the types of Node, without those of the web: %s',
    { timeout: 300_000 },
    async (module) => {
      const folder = folderWithPackage('types-node');
      const types = join(folder, 'node_modules/@types');
      mkdirSync(types);
      symlinkSync(resolve('node_modules/@types/node'), join(types, 'node'));
      const names = ['', '/edf', '/inline', '/single-file'].map((name) => `'eegate${name}'`);
      const lines = names.map((name, i) => `import * as e${i} from ${name}; void e${i};`);
      writeFileSync(join(folder, 'index.mts'), lines.join('\n'));
      const compilerOptions = {
        ...{ target: 'es2022', lib: ['es2022'], types: ['node'], module, moduleResolution: module },
        ...{ strict: true, skipLibCheck: false, noEmit: true },
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      const tsc = resolve('node_modules/.bin/tsc');
      const { stdout } = await ended(tsc, ['-p', folder, '--pretty', 'false']);
      rmSync(folder, { recursive: true });
      expect(stdout).toBe('');
    },
  );

  it('shows nothing of the inside', () => {
    for (const text of reports().values())
      expect(text).not.toMatch(/EnginePool|\bResource\b|rpc|@internal|lit-html|node_modules/);
  });
});

describe('declarations in one file', () => {
  const files: Record<string, string> = {
    'a/index.d.ts':
      "import type { Needed } from '../b.js';\nexport { C } from '../c.js';\nexport * from '../d.js';\n/** Of A. */\nexport interface A { x: Needed; }\n",
    'b.d.ts': 'export interface Needed { y: number; }\nexport interface Unused { z: number; }\n',
    'c.d.ts': 'export declare class C { #private; }\nexport interface Hidden { q: number; }\n',
    'd.d.ts': 'export type D = 1;\ndeclare const _default: D;\nexport default _default;\n',
    'e.d.ts':
      "import type { C } from './c.js';\nexport interface E { c: C; }\nexport { C } from './c.js';\n",
    'twice.d.ts':
      "import type { Needed } from './b.js';\nimport { A } from './a2.js';\nexport type T = A | Needed;\n",
    'f.d.ts':
      "type Y = 2;\nexport interface F { a?: 'x' | Y; b?: () => void; c?: { d?: 1; }; e: 1; }\n",
    'a2.d.ts': 'interface Needed { other: 1; }\nexport interface A { x: Needed; }\n',
  };
  const roll = (file: string, base?: { from: string; file: string }) =>
    rolledUp(ts, file, (name) => files[name]!, base);

  it('hold what is exported, with its comments, and what that needs', () => {
    const text = roll('a/index.d.ts');
    expect(text).toContain('/** Of A. */\ninterface A');
    expect(text).toContain('interface Needed');
    expect(text).toContain('export { A, C, D };');
    expect(text).not.toMatch(/Unused|Hidden|import/);
  });

  it('take from another entry what that exports', () => {
    const text = roll('e.d.ts', { from: './a.js', file: 'a/index.d.ts' });
    expect(text).toContain("import type { C } from './a.js';");
    expect(text).toContain("export { C } from './a.js';");
    expect(text).not.toContain('class C');
  });

  it('let optional properties be undefined, as the code does', () => {
    expect(roll('f.d.ts')).toContain(
      "a?: 'x' | Y | undefined; b?: (() => void) | undefined; c?: { d?: 1 | undefined; } | undefined; e: 1;",
    );
  });

  it('keep the default of an entry', () => {
    expect(roll('d.d.ts')).toMatch(
      /declare const _default: D;[^]*export \{ D \};\nexport default _default;\n$/,
    );
  });

  it('are refused where one name would mean two things', () => {
    expect(() => roll('twice.d.ts')).toThrow('two modules declare Needed');
  });
});
