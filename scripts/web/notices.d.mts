import type { Plugin } from 'esbuild';

export class BundledPackages {
  plugin(): Plugin;
  keys(): string[];
  notices(): { name: string; text: string }[];
}
export function noticeOf(folder: string): string | null;
export function writeNotices(packages: BundledPackages): void;
