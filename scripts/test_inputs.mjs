// What the suites of npm test depend on (see test_records.mjs). Where it is not sure that a suite cannot read a file, the file counts.

// What the core's tests read besides the program: the only places outside of tests/ that they name.
const readByCore = (file) =>
  (file.startsWith('tests/') && !/\.(cc|h|ts|mjs)$/.test(file)) ||
  /^(experiments\/|models\/|web\/page\/public\/|web\/worker\/schema\.ts$)/.test(file) ||
  /^scripts\/(test|test_inputs|test_records|test_reports|build|shared)\.mjs$/.test(file);
export const ofCore = (...built) => ({ built, reads: readByCore, programs: false });

const builtPrograms = ['native-tests', 'native-release', 'native-asan'].map(
  (preset) => `build/${preset}/eegate`,
);
const builtModules = ['eegate', 'eegate-predict', 'eegate-train'].flatMap((name) => [
  `build/wasm/${name}.d.ts`,
  ...['simd', 'relaxed'].flatMap((kind) =>
    ['mjs', 'wasm'].map((suffix) => `build/wasm/${name}-${kind}.${suffix}`),
  ),
]);
export const everyFile = { built: [...builtPrograms, ...builtModules, 'dist'], reads: () => true };
/** Stories see the core as it was built, and neither read unit tests nor what is written for contributors. */
const readByStories = (file) =>
  !/^(src|bindings|cmake|api|\.github|\.ci)\/|\.(cc|h)$|\.test\.ts$|^(CHANGELOG|CONTRIBUTING)\.md$/.test(
    file,
  );
export const ofCommandStories = { built: [...builtPrograms, 'dist'], reads: readByStories };
export const ofStories = {
  built: ['dist'],
  reads: (file) => readByStories(file) && file !== 'e2e/command.spec.ts',
};

/** What stories of the library load of dist/; the rest of it is the page's. */
const libraryFiles = [
  ...['eegate', 'eegate-worker', 'eegate-glue', 'eegate-edf', 'eegate-inline'],
  ...['eegate-elements', 'eegate-anywidget', 'eegate-single-file'],
].map((name) => `dist/${name}.js`);
const libraryModules = ['eegate', 'eegate-predict', 'eegate-train'].flatMap((name) =>
  ['simd', 'relaxed'].map((kind) => `dist/${name}-${kind}.wasm`),
);
export const ofLibraryStories = {
  built: [...libraryFiles, ...libraryModules, 'dist/models', 'dist/icon.svg'],
  reads: (file) => readByStories(file) && !/^(web|e2e\/[^/]+\.spec\.ts$)/.test(file),
};

/** Tests of TypeScript that run what a build made: arguments of vitest. They are the suite `programs`. */
export const testsOfPrograms = [
  ...['bindings', 'cli', 'closing', 'examples', 'exchange', 'npm_command'].map(
    (folder) => `tests/${folder}/`,
  ),
  'tests/docs/code_blocks.test.ts',
  'tests/docs/run_blocks.test.ts',
  'tests/wrong_arguments.test.ts',
];
/** The others, which are the suite `web` and part of npm run check. */
export const unitTests = testsOfPrograms.flatMap((name) => [
  '--exclude',
  name.replace(/\/$/, '/**'),
]);
/** They know nothing of the page but the files that come with it. */
export const ofPrograms = {
  built: [...builtPrograms, ...builtModules, ...libraryFiles, ...libraryModules, 'dist/models'],
  reads: (file) =>
    file.startsWith('web/page/public/') ||
    !/^(web\/(page|shell)\/|web\/.*\.test\.ts$|e2e\/)/.test(file),
};
