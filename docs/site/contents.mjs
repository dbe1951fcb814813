// The documentation site: the file of the repository for each page. scripts/docs generates the pages without a source.
export const sections = [
  {
    title: 'Try',
    folder: 'try',
    pages: [
      { page: 'index', source: 'README.md' },
      { page: 'page', source: 'docs/PAGE.md' },
      { page: 'formats', source: 'docs/FORMATS.md' },
      { page: 'privacy', source: 'docs/PRIVACY.md' },
      { page: 'security', source: 'SECURITY.md' },
    ],
  },
  {
    title: 'Teach',
    folder: 'teach',
    pages: [
      { page: 'index', source: 'docs/LESSONS.md' },
      { page: 'alpha', title: 'Lesson: alpha' },
      { page: 'attention', title: 'Lesson: attention' },
      { page: 'fooling', title: 'Lesson: fooling' },
      { page: 'imagery', title: 'Lesson: imagery' },
      { page: 'elements', title: 'Elements: live examples' },
      { page: 'embedding', source: 'docs/EMBEDDING.md' },
      { page: 'examples', title: 'Example pages' },
    ],
  },
  {
    title: 'Use in code',
    folder: 'code',
    pages: [
      { page: 'index', source: 'README.md', heading: 'In five lines' },
      { page: 'explain', source: 'docs/EXPLAIN.md' },
      { page: 'live', source: 'docs/LIVE.md' },
      { page: 'examples', source: 'examples/README.md' },
      { page: 'import-export', source: 'docs/IMPORT_EXPORT.md' },
      { page: 'recipe', title: 'Recipes and configurations' },
      { page: 'errors', source: 'docs/ERRORS.md' },
      { page: 'api/index', title: 'API reference' },
    ],
  },
  {
    title: 'Command line',
    folder: 'command',
    pages: [
      { page: 'index', source: 'docs/CLI.md' },
      { page: 'reference', title: 'All commands and options' },
      { page: 'experiments', source: 'docs/EXPERIMENTS.md' },
      { page: 'scaling', source: 'docs/SCALING.md' },
    ],
  },
  {
    title: 'How it works',
    folder: 'how',
    pages: [
      { page: 'index', source: 'docs/ARCHITECTURE.md' },
      { page: 'model', source: 'docs/MODEL.md' },
      { page: 'signal', source: 'docs/SIGNAL.md' },
      { page: 'sleep', source: 'docs/SLEEP.md' },
      { page: 'glossary', source: 'docs/GLOSSARY.md' },
      { page: 'contributing', source: 'CONTRIBUTING.md' },
      { page: 'fuzzing', source: 'tests/fuzz/README.md' },
      { page: 'changes', source: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Benchmarks',
    folder: 'benchmarks',
    pages: [
      { page: 'index', source: 'docs/BENCHMARK.md' },
      { page: 'speed', source: 'bench/README.md' },
      { page: 'experiments', source: 'experiments/results/README.md' },
      { page: 'models', title: 'Bundled models', sources: 'models' },
      { page: 'results', title: 'Speed: all tables', sources: 'bench/results' },
    ],
  },
];

/** Path of a source -> address of its page, from the root of the site. If a source has several pages, links lead to the first one. */
export function pageAddresses() {
  const addresses = new Map();
  for (const { folder, pages } of sections)
    for (const { page, source, sources } of pages) {
      const from = source ?? sources;
      if (from && !addresses.has(from)) addresses.set(from, `/${folder}/${page}`);
    }
  return addresses;
}
