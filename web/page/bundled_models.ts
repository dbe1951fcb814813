// The models that come with the page. They are fetched when it starts or in an idle moment after that, so that nothing is
// requested once a recording is open.
import { pageFile } from './page_files.js';
import { words } from './words/index.js';

export interface BundledModel {
  fileName: string;
  title: string;
  /** File name of the model that it is made to stand beside; fetched in an idle moment, loaded when asked for. */
  twinOf?: string;
}

const titles = words.model.bundled;

export const bundledModels: BundledModel[] = [
  { fileName: 'eyes.safetensors', title: titles.eyes },
  { fileName: 'eyes8.safetensors', title: titles.eyes8 },
  { fileName: 'leftright.safetensors', title: titles.leftright },
  { fileName: 'leftright_rhythm.safetensors', title: titles.leftright_rhythm },
  {
    fileName: 'eyes_standard.safetensors',
    title: titles.eyes_standard,
    twinOf: 'eyes.safetensors',
  },
];

export const firstModels = bundledModels.filter(({ twinOf }) => !twinOf);
export const twins = bundledModels.filter(({ twinOf }) => twinOf);

export function fetchBundled({ fileName }: BundledModel): Promise<ArrayBuffer> {
  return pageFile(`models/${fileName}`);
}
