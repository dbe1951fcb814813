// Code blocks against the declarations of the built package, by the compiler in a process of its own.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ended } from '../exchange/command.js';
import type { Block } from './blocks.js';

/** What the texts around the blocks speak of. */
const around = `
import type * as eegate from 'eegate';
declare global {
  const engine: eegate.Engine, recording: eegate.Recording, model: eegate.Model;
  const file: File, bytes: ArrayBuffer, config: Record<string, unknown>;
  const signal: AbortSignal, onProgress: (share: number) => void;
  const source: eegate.SampleSource, show: (...shown: unknown[]) => void;
}
export {};
`;

/** What React declares of JSX, and Node of files, as far as a block asks for it. */
const standIns = `
declare module 'node:fs/promises' {
  export function writeFile(file: string, data: string | Uint8Array): Promise<void>;
}
declare module 'react' {
  export interface HTMLAttributes<E> { onClick?: (event: E) => void; }
  export interface RefAttributes<E> { ref?: (element: E | null) => void; }
  export namespace JSX { interface IntrinsicElements {} }
}
`;

const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'],
  types: [],
  strict: true,
  noImplicitAny: false, // the blocks are JavaScript
  skipLibCheck: true,
  noEmit: true,
};

/** What the compiler says against the blocks, each with its place in the documents. */
export async function typeProblems(
  code: readonly Block[],
  json: readonly Block[],
): Promise<string[]> {
  const folder = resolve('build/docs/blocks');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(process.cwd(), join(folder, 'node_modules/eegate'));
  writeFileSync(join(folder, 'around.d.ts'), around);
  writeFileSync(join(folder, 'stand_ins.d.ts'), standIns);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const all: Block[] = [];
  const add = (block: Block, text: string) => {
    writeFileSync(join(folder, `block_${all.length}.ts`), `${text}\nexport {};\n`);
    all.push(block);
  };
  for (const block of code) add(block, block.code);
  for (const block of json.filter(({ type }) => type))
    add(block, `export const value: import('eegate').${block.type} =\n${block.code};`);
  const { stdout } = await ended(resolve('node_modules/.bin/tsc'), [
    '-p',
    folder,
    '--pretty',
    'false',
  ]);
  return stdout
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .map((line) => {
      const [, index] = /block_(\d+)\.ts/.exec(line) ?? [];
      return index === undefined ? line : `${all[Number(index)]!.place}: ${line}`;
    });
}
