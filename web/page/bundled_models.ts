// The models that come with the page. They are fetched when it starts, so that nothing is requested later.
import { pageFile } from './page_files.js';

export interface BundledModel {
  fileName: string;
  title: string;
}

export const bundledModels: BundledModel[] = [
  { fileName: 'eyes.safetensors', title: 'Eyes open or closed, 64 channels' },
  { fileName: 'eyes8.safetensors', title: 'Eyes open or closed, 8 channels' },
  { fileName: 'leftright.safetensors', title: 'Imagined left or right fist, 21 channels' },
  {
    fileName: 'leftright_rhythm.safetensors',
    title: 'Imagined left or right fist by rhythm, 21 channels',
  },
];

export function fetchBundled({ fileName }: BundledModel): Promise<ArrayBuffer> {
  return pageFile(`models/${fileName}`);
}
