export interface CodeBlock {
  language: string;
  /** Of the fence, from 1. */
  line: number;
  /** The comment in the line above the block. */
  marker: string | null;
  code: string;
}
export function linesOf(
  text: string,
): { line: string; fence: { marks: string; info: string; indent: number; line: number } | null }[];
export function changeProse(text: string, change: (prose: string) => string): string;
export function codeBlocks(text: string): CodeBlock[];
export function linksOf(text: string): string[];
export function anchorsOf(text: string): string[];
