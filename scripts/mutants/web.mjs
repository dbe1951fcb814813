// The other half: StrykerJS plants faults into the TypeScript that stryker.config.mjs names.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Failure, atRoot, filesBelow, status } from '../shared.mjs';

const config = atRoot('stryker.config.mjs');

export const hasWeb = () => existsSync(config);

/** Stryker's mutants, as runCore() gives those of the core. */
export async function runWeb() {
  const { default: options } = await import(pathToFileURL(config));
  const file = options.jsonReporter?.fileName ?? 'reports/mutation/mutation.json';
  const before = filesBelow(file).length > 0 ? readFileSync(atRoot(file), 'utf8') : '';
  const code = await status('stryker', ['run']);
  if (filesBelow(file).length === 0 || readFileSync(atRoot(file), 'utf8') === before)
    throw new Failure(`stryker left no report in ${file} (${code}); it needs the reporter "json"`);
  const report = JSON.parse(readFileSync(atRoot(file), 'utf8'));
  return Object.entries(report.files).flatMap(([name, { mutants }]) =>
    mutants.map((mutant) => resultOf(name, mutant)),
  );
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
