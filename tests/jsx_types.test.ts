// The elements in JSX of React, Preact and Solid, by the compiler: stand-ins declare what those libraries declare of JSX.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from './exchange/command.js';
import { folderWithPackage } from './package_folder.js';

interface JsxLibrary {
  common: string;
  imported: string;
  event: string;
}
const libraries: Record<string, JsxLibrary> = {
  react: {
    common: 'HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>',
    imported: 'HTMLAttributes, RefAttributes',
    event: 'oneegate-',
  },
  preact: { common: 'HTMLAttributes<HTMLElement>', imported: 'HTMLAttributes', event: 'oneegate-' },
  'solid-js': {
    common: 'JSX.HTMLAttributes<HTMLElement>',
    imported: 'JSX',
    event: 'on:eegate-',
  },
};

const standIn = `
interface Own<E> { class?: string; className?: string; start?: boolean; onClick?: (event: E) => void; }
export interface HTMLAttributes<E> extends Own<E> {}
export interface RefAttributes<E> { key?: string; ref?: (element: E | null) => void; }
export namespace JSX {
  interface Element { made: true; }
  interface HTMLAttributes<E> extends Own<E> {}
  interface IntrinsicElements { p: Own<HTMLElement>; }
}
`;
const runtime = (name: string) => `
import { JSX as Of } from '${name}';
export namespace JSX {
  interface Element extends Of.Element {}
  interface IntrinsicElements extends Of.IntrinsicElements {}
}
export function jsx(): JSX.Element;
`;

const story = (name: string, { common, imported, event }: JsxLibrary) => `
/** @jsxImportSource ${name} */
import type { EegJsxElements } from 'eegate/elements';
import type { ${imported} } from '${name}';
declare module '${name}' {
  namespace JSX {
    interface IntrinsicElements extends EegJsxElements<${common}> {}
  }
}
export const right = [
  <eeg-viewer sample fixed class="wide" channels="O1, O2" start={2} ${event}view={({ detail }) => detail.startS} />,
  <eeg-classifier model="eyes" autorun ${event}done={({ detail }) => detail.map(({ label }) => label)} />,
  <eeg-drill file={new Blob()} windows={8} ${event}drill-done={({ detail }) => detail.nYours} />,
  <eeg-lesson src="alpha" theme="dark" step={2} ${event}answer={({ detail }) => detail.isRight} />,
];
export const wrong = [
  // @ts-expect-error: no such attribute
  <eeg-classifier modle="eyes" />,
  // @ts-expect-error: a number
  <eeg-viewer start="2" />,
  // @ts-expect-error: no such field of what is told
  <eeg-classifier ${event}done={({ detail }) => detail.nWindows} />,
  // @ts-expect-error: no such element
  <eeg-view />,
];
`;

describe.skipIf(!existsSync('dist/eegate-elements.d.ts'))('the elements in JSX', () => {
  const folder = folderWithPackage('jsx');
  beforeAll(() => {
    for (const name of Object.keys(libraries)) {
      const library = join(folder, 'node_modules', name);
      mkdirSync(library);
      writeFileSync(join(library, 'package.json'), '{ "types": "index.d.ts" }');
      writeFileSync(join(library, 'index.d.ts'), standIn);
      writeFileSync(join(library, 'jsx-runtime.d.ts'), runtime(name));
    }
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [], module: 'esnext' },
      ...{ moduleResolution: 'bundler', jsx: 'react-jsx', strict: true, noEmit: true },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    for (const [name, library] of Object.entries(libraries))
      writeFileSync(join(folder, `${name}.tsx`), story(name, library));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it(
    'have attributes, properties and events, and nothing that is misspelt',
    { timeout: 120_000 },
    async () => {
      const { stdout } = await ended(resolve('node_modules/.bin/tsc'), [
        '-p',
        folder,
        '--pretty',
        'false',
      ]);
      expect(stdout).toBe('');
    },
  );
});
