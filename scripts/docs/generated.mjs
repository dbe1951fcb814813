// Pages of the site that are made of the code: lessons and elements that run, examples, the command, the API.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Failure, atRoot, filesBelow, output, run } from '../shared.mjs';
import { entries } from '../web/library.mjs';
import { exampleAnchor, put, staged } from './stage.mjs';

const site = 'docs/site';

/** Lessons and elements run in the site, with the files of the build beside it. */
export function stageElements() {
  const files = filesBelow('dist', (file) =>
    /eegate[\w-]*\.(js|wasm)$|\/(models|lessons)\//.test(file),
  );
  if (!files.includes('dist/eegate-elements.js'))
    throw new Failure('dist/ is empty: npm run build');
  for (const file of files)
    cpSync(atRoot(file), `${staged}/public/eegate/${file.slice('dist/'.length)}`);
  const lessons = files.filter((file) => file.startsWith('dist/lessons/'));
  for (const file of lessons) put(...lessonPage(file));
  put(
    'teach/elements.md',
    `# Elements: live examples\n\nEach element runs on this page, with a simulated recording.\n\n${elements
      .map(
        ([tag, code]) =>
          `## ${tag}\n\n\`\`\`html\n${code}\n\`\`\`\n\n<ClientOnly>${code}</ClientOnly>`,
      )
      .join('\n\n')}\n`,
  );
}

const elements = [
  [
    'eeg-viewer',
    '<eeg-viewer sample fixed channels="O1, Oz, O2" start="25" duration="10"></eeg-viewer>',
  ],
  ['eeg-classifier', '<eeg-classifier sample model="eyes"></eeg-classifier>'],
  ['eeg-drill', '<eeg-drill sample model="eyes" windows="8"></eeg-drill>'],
  ['eeg-lesson', '<eeg-lesson src="alpha"></eeg-lesson>'],
];

function lessonPage(file) {
  const name = posix.basename(file, '.md');
  const title = /^# (.*)$/m.exec(readFileSync(atRoot(file), 'utf8'))?.[1];
  const lesson = `<ClientOnly><eeg-lesson src="${name}"></eeg-lesson></ClientOnly>`;
  return [`teach/${name}.md`, `# ${title}\n\n${lesson}\n`];
}

/** The worked examples, as text to copy. */
export function stageExamples() {
  const files = filesBelow('docs/examples');
  const shown = files.map((file) => {
    const language =
      { html: 'html', md: 'markdown', qmd: 'markdown' }[file.split('.').at(-1)] ?? '';
    const name = posix.basename(file);
    const code = readFileSync(atRoot(file), 'utf8').trimEnd();
    return `## ${name} {#${exampleAnchor(file)}}\n\n\`\`\`\`\`${language}\n${code}\n\`\`\`\`\`\n`;
  });
  const about =
    'The pages expect `dist/` in the folder `eegate` next to the page. To load it from another host, write the whole address.';
  put('teach/examples.md', `# Example pages\n\n${about}\n\n${shown.join('\n')}`);
}

/** What the command says of itself. */
export function stageCommand(command) {
  const said = (...args) => {
    const text = output(command, args);
    if (!text) throw new Failure(`${command} ${args.join(' ')} says nothing`);
    return text;
  };
  put('command/reference.md', said('man', '--markdown'));
  const about =
    'The fields of recipes, configurations and other requests, as the core reads them (`eegate schema`).';
  put(
    'code/recipe.md',
    `# Recipes and configurations\n\n${about}\n\n\`\`\`ts\n${said('schema')}\`\`\`\n`,
  );
}

/** Fields that the core writes (web/worker/schema.ts): docs/CLI.md and docs/MODEL.md tell what they mean. */
function fieldsOfTheCore() {
  const source = readFileSync(atRoot('web/worker/schema.ts'), 'utf8');
  const types = [...source.matchAll(/^export type (Recipe|Look|ModelSetup) = \{$([^]*?)^\};/gm)];
  const named = types.flatMap(([, type, body]) => {
    let parent = '';
    return [...body.matchAll(/^( {2,4})(\w+)\??:/gm)].map(([, indent, name]) => {
      if (indent.length === 2) parent = name;
      return `eegate.${type}.${indent.length === 2 ? name : `${parent}.__type.${name}`}`;
    });
  });
  return [...new Set(named)];
}

/** The API, one page for each entry of the package, by TypeDoc. */
export async function stageApi() {
  const folder = atRoot('build/docs/api');
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries(entries)) {
    const module = `../../../web/${source}.js`;
    const hasDefault = name === 'eegate-anywidget';
    writeFileSync(
      `${folder}/${name}.ts`,
      `export * from '${module}';\n${hasDefault ? `export { default } from '${module}';\n` : ''}`,
    );
  }
  const files = Object.keys(entries).map((name) => `${name}.ts`);
  const compilerOptions = { rootDir: '../../..', typeRoots: ['../../../node_modules/@types'] };
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      extends: '../../../tsconfig.types.json',
      compilerOptions,
      files,
      include: [],
    }),
  );
  const options = {
    $schema: 'https://typedoc.org/schema.json',
    entryPoints: files.map((file) => `${folder}/${file}`),
    tsconfig: `${folder}/tsconfig.json`,
    plugin: ['typedoc-plugin-markdown'],
    out: `${staged}/code/api`,
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    name: 'API reference',
    readme: 'none',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    useHTMLAnchors: true,
    excludeExternals: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'list',
    validation: { notExported: false, invalidLink: true, notDocumented: true },
    intentionallyNotDocumented: fieldsOfTheCore(),
    treatValidationWarningsAsErrors: true,
    logLevel: 'Warn',
  };
  writeFileSync(`${folder}/typedoc.json`, JSON.stringify(options));
  await run('node', [
    atRoot(site, 'node_modules/typedoc/bin/typedoc'),
    '--options',
    `${folder}/typedoc.json`,
  ]);
  if (!existsSync(`${staged}/code/api/eegate.md`))
    throw new Failure(`TypeDoc wrote ${readdirSync(`${staged}/code/api`)}`);
}
