// npm run docs: the documentation site in build/docs/site, made of the repository's texts, the command and the sources.
//   npm run docs -- --as-built   takes dist/ and the command as they were built last
//   EEGATE_DOCS_BASE             the path under which it is served (default: /docs/, beside the page)
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { build, cmakeBuild } from './build.mjs';
import { problemsOfSite } from './docs/check_site.mjs';
import { stageApi, stageCommand, stageElements, stageExamples } from './docs/generated.mjs';
import { put, staged, stageSources } from './docs/stage.mjs';
import { Failure, atRoot, hashOf, isMain, main, run } from './shared.mjs';

export const siteFolder = atRoot('build/docs/site');
const own = 'docs/site';

/** Builds the site and answers what is wrong with it: nothing, if it is fit to be published. */
export async function buildDocs({ asBuilt = false } = {}) {
  const base = process.env.EEGATE_DOCS_BASE ?? '/docs/';
  if (!asBuilt) {
    await build();
    await cmakeBuild('native-tests', 'eegate');
  }
  await install();
  rmSync(staged, { recursive: true, force: true });
  rmSync(siteFolder, { recursive: true, force: true });
  stageSources();
  stageElements();
  stageExamples();
  stageCommand(builtCommand());
  await stageApi();
  put('index.md', home);
  const program = atRoot(own, 'node_modules/vitepress/bin/vitepress.js');
  await run('node', [program, 'build', own], { env: { EEGATE_DOCS_BASE: base } });
  return problemsOfSite(siteFolder, base);
}

const home = `---
layout: home
hero:
  name: eegate
  text: EEG transformers in the browser
  tagline: Reads, prepares, classifies and explains recordings. All data stay on your machine.
  actions:
    - { text: Try, link: /try/ }
    - { text: Teach, link: /teach/, theme: alt }
    - { text: Use in code, link: /code/, theme: alt }
    - { text: Command line, link: /command/, theme: alt }
---
`;

function builtCommand() {
  const built = ['native-tests', 'native-release']
    .map((preset) => atRoot('build', preset, 'eegate'))
    .filter((file) => existsSync(file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const command = process.env.EEGATE_CLI ?? built[0];
  if (!command) throw new Failure('the command is not built');
  return command;
}

/** The site's own packages, which nothing else needs. */
async function install() {
  const stamp = atRoot(own, 'node_modules/.eegate-lock');
  const lock = hashOf([`${own}/package.json`, `${own}/package-lock.json`]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  await run('npm', ['ci', '--prefix', own, '--ignore-scripts', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

if (isMain(import.meta.url)) {
  main(async () => {
    const problems = await buildDocs({ asBuilt: process.argv.includes('--as-built') });
    if (problems.length > 0) throw new Failure(`the site is wrong:\n  ${problems.join('\n  ')}`);
    console.log(`built ${siteFolder}`);
  });
}
