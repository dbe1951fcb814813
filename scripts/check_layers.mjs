// Checks the layers of docs/ARCHITECTURE.md: which folder may include or import which. Prints each offending line.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atRoot, filesBelow, isMain } from './shared.mjs';

// C++ folders of src/ and what each may include, besides itself.
const folders = {
  base: [],
  kernels: ['base'],
  covariance: ['kernels', 'base'],
  files: ['kernels', 'base'],
  signal: ['kernels', 'covariance', 'files', 'base'],
  model: ['kernels', 'covariance', 'files', 'base'],
  exchange: ['model', 'files', 'base'],
  train: ['model', 'signal', 'kernels', 'covariance', 'files', 'base'],
  explain: ['model', 'signal', 'kernels', 'covariance', 'files', 'base'],
  sleep: ['signal', 'kernels', 'covariance', 'files', 'base'],
  session: [
    'train',
    'exchange',
    'explain',
    'sleep',
    'model',
    'signal',
    'kernels',
    'covariance',
    'files',
    'base',
  ],
  experiment: ['session', 'train', 'model', 'signal', 'kernels', 'files', 'base'],
  cli: ['experiment', 'session', 'base'],
  bindings: ['session', 'base'],
};
// Folders of src/session, lowest first: each may include those before it. Files of src/session itself may include all.
const sessionOrder = ['output', 'open', 'classify', 'train', 'explain', 'exchange', 'sleep'];
// Libraries, and the only places that may include them.
const libraries = [
  { include: /^hwy\//, places: /^(src|tests)\/kernels\/|^tests\/support\// },
  { include: /^emscripten(\/|\.h)/, places: /^bindings\// },
  { include: /^yyjson/, places: /^src\/files\/json/ },
  { include: /^zlib\.h/, places: /^src\/files\/inflate/ },
  { include: /^CLI\//, places: /^src\/cli\// },
  { include: /^catch2\//, places: /^tests\// },
];
const prints = /\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|putchar)\(/;

// Folders of web/ and what each may import, besides itself.
const webFolders = {
  worker: [],
  api: ['worker'],
  plot: [],
  lessons: [],
  truth: ['api'],
  edf: ['worker'],
  offline: [],
  shell: ['api', 'offline', 'worker'],
  elements: ['api', 'plot', 'lessons', 'truth'],
  entries: ['elements', 'api', 'edf'],
  gallery: ['page', 'elements', 'api', 'plot'],
  page: ['shell', 'elements', 'api', 'plot', 'lessons', 'truth', 'offline', 'worker'],
};
const importsNothing = 'web/worker/protocol.ts';
const packagesAllowed = /^web\/(elements|gallery|lessons|page)\//;
const domAllowed = /^web\/(elements|entries|gallery|page|plot|shell)\//;

// Lines; a longer file is split by meaning.
const longestFile = 400;
const longestOfPage = 300; // and of the elements
// Those that have a reason: they are written by `eegate schema` and scripts/web/error_codes.mjs.
const longFiles = ['web/worker/schema.ts', 'web/worker/error_codes.ts'];

/** Returns the number of offences, each printed as file:line: what is wrong. */
export function checkLayers() {
  const offences = [
    ...each(['src', 'bindings', 'tests'], /\.(cc|h)$/, checkCpp),
    ...each(['web'], /(?<!\.test)\.ts$/, checkTypeScript),
    ...each(
      ['src', 'bindings', 'tests', 'web', 'e2e', 'scripts'],
      /\.(cc|h|ts|mjs|css)$/,
      checkLength,
    ),
  ];
  for (const offence of offences) console.error(offence);
  console.log(`layers: ${offences.length === 0 ? 'in order' : `${offences.length} offences`}`);
  return offences.length;
}

function each(places, pattern, check) {
  const files = places.flatMap((folder) => filesBelow(folder, (file) => pattern.test(file)));
  return files.flatMap((file) =>
    check(file, readFileSync(atRoot(file), 'utf8').trimEnd().split('\n')),
  );
}

const eachLine = (file, lines, check) =>
  lines.flatMap((line, index) => {
    const wrong = check(line);
    return wrong ? [`${file}:${index + 1}: ${wrong}`] : [];
  });

function checkCpp(file, lines) {
  const [top, second] = file.split('/');
  const folder = top === 'src' ? second : top;
  const allowed = folders[folder]; // tests may include every folder
  return eachLine(file, lines, (line) => {
    if (top === 'src' && folder !== 'cli' && prints.test(line.replace(/\/\/.*/, '')))
      return 'the core prints nothing';
    const [, quote, path] = line.match(/^\s*#\s*include\s*([<"])([^>"]+)/) ?? [];
    if (!path) return null;
    const library = libraries.find(({ include }) => include.test(path));
    if (library) return library.places.test(file) ? null : `${path} may not be included here`;
    const target = path.split('/')[0];
    if (quote === '<' || !allowed) return null;
    if (!(target in folders)) return `"${path}": write the path from src/`;
    if (target === 'session' && folder === 'session' && !mayIncludeInSession(file, path))
      return `${file.split('/')[2]} of session may not include ${path}`;
    return target === folder || allowed.includes(target)
      ? null
      : `${folder} may not include ${target}: ${path}`;
  });
}

function mayIncludeInSession(file, path) {
  const from = sessionOrder.indexOf(file.split('/')[2]);
  const to = sessionOrder.indexOf(path.split('/')[1]);
  return from < 0 || (to >= 0 && to <= from);
}

function checkTypeScript(file, lines) {
  const folder = file.split('/')[1];
  const allowed = webFolders[folder];
  if (!allowed) return [];
  return eachLine(file, lines, (line) => {
    if (
      !domAllowed.test(file) &&
      /(?<![\w.'])(document|window)\./.test(line.replace(/(\/\/|\/\*|^\s*\*).*/, ''))
    ) {
      return `${folder} does not know the DOM`;
    }
    const path = line.match(/(?:\bfrom|\bimport\(?)\s*['"]([^'"]+)['"]/)?.[1];
    if (!path) return null;
    if (file === importsNothing && path !== './shapes.js')
      return 'the protocol imports its shapes alone';
    if (!path.startsWith('.'))
      return packagesAllowed.test(file) ? null : `${folder} may not import the package ${path}`;
    const target = join(dirname(file), path);
    const targetFolder = target.split('/')[1];
    if (!target.startsWith('web/')) return `${target} lies outside of web/`;
    return targetFolder === folder || allowed.includes(targetFolder)
      ? null
      : `${folder} may not import ${targetFolder}: ${path}`;
  });
}

function checkLength(file, lines) {
  const isOfPage = /^web\/(page|elements)\/.*\.ts$/.test(file);
  const longest = isOfPage ? longestOfPage : longestFile;
  const nLines = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (nLines <= longest || longFiles.includes(file)) return [];
  return [`${file}:${nLines}: longer than ${longest} lines`];
}

if (isMain(import.meta.url)) process.exitCode = checkLayers() === 0 ? 0 : 1;
