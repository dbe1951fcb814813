// The other half: StrykerJS plants faults into the TypeScript that tests/mutants/stryker.config.mjs names.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Failure, atRoot, hashOf, run, status } from '../shared.mjs';

const folder = 'build/mutants/stryker'; // below the checkout, whose vitest it finds
const files = ['tests/mutants/package.json', 'tests/mutants/package-lock.json'];
const reportFile = atRoot('build/reports/stryker.json');

/** Stryker's mutants, as runCore() gives those of the core. */
export async function runWeb() {
  await install();
  rmSync(reportFile, { force: true });
  const program = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;
  const code = await status('node', [program, 'run', 'tests/mutants/stryker.config.mjs']);
  if (!existsSync(reportFile)) throw new Failure(`StrykerJS left no report (${code})`);
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  return Object.entries(report.files).flatMap(([name, { mutants }]) =>
    mutants.map((mutant) => resultOf(name, mutant)),
  );
}

async function install() {
  const stamp = atRoot(folder, '.lock');
  const lock = hashOf(files);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  mkdirSync(atRoot(folder), { recursive: true });
  for (const file of files) copyFileSync(atRoot(file), atRoot(folder, file.split('/').at(-1)));
  // Its vitest is that of the checkout, so what it asks to be installed beside it is left out.
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'];
  await run('npm', ['ci', '--prefix', folder, ...options]);
  writeFileSync(stamp, lock);
}

const outcomes = {
  Killed: 'caught',
  Timeout: 'caught',
  Survived: 'survived',
  NoCoverage: 'survived',
  Ignored: 'skipped',
};

function resultOf(file, { status, location, mutatorName, replacement, statusReason }) {
  return {
    area: 'typescript',
    id: `${file}:${location.start.line}:${location.start.column} ${mutatorName}`,
    outcome: outcomes[status] ?? 'does not compile', // refused by the compiler, or the test runner failed
    said: replacement ?? '',
    accepted: status === 'Ignored' ? statusReason : undefined,
  };
}
