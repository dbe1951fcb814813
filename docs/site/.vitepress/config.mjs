// The documentation site. scripts/docs.mjs prepares its sources in build/docs/source. The site makes no requests to other origins.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { sections } from '../contents.mjs';

const built = fileURLToPath(new URL('../../../build/docs', import.meta.url));

const address = (folder, page) =>
  `/${folder}/${page === 'index' ? '' : page.replace(/index$/, '')}`;

/** A page without a title here gets its first heading as title from VitePress. */
const titleOf = ({ page, title, source, heading }) =>
  title ??
  heading ??
  (page === 'index' ? 'Overview' : source.split('/').at(-1).replace(/\.md$/, ''));

const wordsOf = {
  PAGE: 'The page',
  FORMATS: 'File formats',
  PRIVACY: 'Privacy',
  SECURITY: 'Security',
  EMBEDDING: 'In other web pages',
  EXPLAIN: 'Explanations',
  LIVE: 'Live',
  IMPORT_EXPORT: 'Import and export',
  EXPERIMENTS: 'Experiments',
  SCALING: 'Large data and many machines',
  MODEL: 'Models',
  SIGNAL: 'Signal processing',
  SLEEP: 'Sleep',
  GLOSSARY: 'Glossary',
  CONTRIBUTING: 'Contributing',
  CHANGELOG: 'Changes',
};
const named = {
  'bench/README.md': 'Speed',
  'experiments/results/README.md': 'Experiments',
  'tests/fuzz/README.md': 'Fuzzing',
  'examples/README.md': 'Examples',
};

export default defineConfig({
  title: 'eegate',
  description: 'EEG transformers in the browser: documentation',
  base: process.env.EEGATE_DOCS_BASE ?? '/docs/',
  srcDir: `${built}/source`,
  srcExclude: ['public/**'],
  outDir: `${built}/site`,
  cacheDir: `${built}/cache`,
  // Pages are built one after the other; otherwise the order of the search index, and thus the names of files, differs between builds.
  buildConcurrency: 1,
  markdown: { languageAlias: { usage: 'sh' } },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('eeg-') } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: sections.map(({ title, folder }) => ({
      text: title,
      link: `/${folder}/`,
      activeMatch: `^/${folder}/`,
    })),
    sidebar: sections.map(({ title, folder, pages }) => ({
      text: title,
      collapsed: false,
      items: pages.map((page) => {
        const text = named[page.source] ?? titleOf(page);
        return { text: wordsOf[text] ?? text, link: address(folder, page.page) };
      }),
    })),
  },
});
