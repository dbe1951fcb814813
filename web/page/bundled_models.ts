// The models that come with the page. They are fetched when it starts, so that nothing is requested later.
import { pageFile } from './page_files.js';
import { words } from './words/index.js';

export interface BundledModel {
  fileName: string;
  title: string;
}

const titles = words.model.bundled;

export const bundledModels: BundledModel[] = [
  { fileName: 'eyes.safetensors', title: titles.eyes },
  { fileName: 'eyes8.safetensors', title: titles.eyes8 },
  { fileName: 'leftright.safetensors', title: titles.leftright },
  { fileName: 'leftright_rhythm.safetensors', title: titles.leftright_rhythm },
];

export function fetchBundled({ fileName }: BundledModel): Promise<ArrayBuffer> {
  return pageFile(`models/${fileName}`);
}
