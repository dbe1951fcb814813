// The models that come with the page. They are fetched when it starts or in an idle moment after that, so that nothing is
// requested once a recording is open.
import { pageFile } from './page_files.js';
import type { ModelEntry } from './state.js';
import { english } from './strings/english/index.js';
import { strings } from './strings/index.js';
import { stem } from '../truth/file_names.js';

export interface BundledModel {
  fileName: string;
  readonly title: string;
  /** File name of the gated model of which it is the ungated version; fetched in an idle moment, loaded when asked for. */
  ungatedVersionOf?: string;
}

const titles = strings.model.bundled;

export const bundledModels: BundledModel[] = [
  bundled('eyes'),
  bundled('eyes8'),
  bundled('leftright'),
  bundled('leftright_rhythm'),
  bundled('eyes_tangent'),
  bundled('leftright_csp'),
  bundled('eyes_standard', 'eyes.safetensors'),
];

function bundled(id: keyof typeof titles, ungatedVersionOf?: string): BundledModel {
  return {
    fileName: `${id}.safetensors`,
    get title() {
      return titles[id];
    },
    ...(ungatedVersionOf && { ungatedVersionOf }),
  };
}

/** In the language of the page, which may have changed since they were listed. */
export const renamed = (models: ModelEntry[]): ModelEntry[] =>
  models.map((entry) => {
    const { trained } = entry;
    if (trained) return { ...entry, title: strings.model.trainedHere(trained.n, trained.title) };
    const title = bundledModels.find(({ fileName }) => fileName === entry.fileName)?.title;
    return entry.isBundled && title ? { ...entry, title } : entry;
  });

/** For files, whose language is English; `title`: one of `models`, in the language of the page. */
export function englishTitle(title: string, models: readonly ModelEntry[]): string {
  const entry = models.find((one) => one.title === title);
  if (entry?.trained) return english.model.trainedHere(entry.trained.n, entry.trained.title);
  const id = entry?.isBundled ? stem(entry.fileName) : '';
  return Object.hasOwn(english.model.bundled, id)
    ? english.model.bundled[id as keyof typeof titles]
    : title;
}

export const firstModels = bundledModels.filter(({ ungatedVersionOf }) => !ungatedVersionOf);
export const ungatedVersions = bundledModels.filter(({ ungatedVersionOf }) => ungatedVersionOf);

export function fetchBundled({ fileName }: BundledModel): Promise<ArrayBuffer> {
  return pageFile(`models/${fileName}`);
}
