import type ts from 'typescript';
export function rolledUp(
  compiler: typeof ts,
  file: string,
  read: (file: string) => string,
  base?: { from: string; file: string },
): string;
export function reportOf(compiler: typeof ts, text: string): string;
