// What suites leave in build/reports as JUnit XML, and what is told of it.
import { existsSync, readFileSync } from 'node:fs';
import { atRoot } from './shared.mjs';

export const report = (suite) => atRoot('build/reports', `${suite}.xml`);

/** Counts test cases, not the totals that the reporters write: Catch2's are totals of assertions. */
export function countsOf(file) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const [, attributes, body = ''] of xml.matchAll(
    /<testcase\b((?:"[^"]*"|[^">])*?)(?:\/>|>([^]*?)<\/testcase>)/g,
  )) {
    if (/<(failure|error)\b/.test(body)) {
      counts.failed++;
      counts.failures.push(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? 'a test without a name');
    } else if (/<skipped\b/.test(body) || /status="skipped"/.test(attributes)) counts.skipped++;
    else counts.passed++;
  }
  return counts;
}

/** Checks by name: true, false, or null where one was skipped. */
export function junit(results) {
  const cases = Object.entries(results).map(
    ([name, passed]) =>
      `<testcase name="${name}">${passed === null ? '<skipped/>' : passed ? '' : '<failure/>'}</testcase>`,
  );
  return `<testsuite name="checks">${cases.join('')}</testsuite>\n`;
}

export function summarise(names, results) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const name of names) {
    const counts = results.get(name);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
    const time = counts.unchanged ? 'unchanged since it passed' : `${counts.seconds} s`;
    lines.push(`${name.padEnd(16)}${counted(counts)}, ${time}${counts.problem ?? ''}`);
    lines.push(...counts.failures.map((failure) => `    failed: ${failure}`));
  }
  console.log(`\n${lines.join('\n')}\n${counted(sum)}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

const counted = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** A suite that crashes, or has no tests, fails. */
export function judged(counts, outcome) {
  const fail = (problem) => ({ ...counts, failed: counts.failed + 1, problem: `  (${problem})` });
  if (counts.passed + counts.failed + counts.skipped === 0) return fail(`no tests ran: ${outcome}`);
  const allSkipped = counts.passed + counts.failed === 0; // which Catch2 reports by an exit code of its own
  if (outcome !== 0 && counts.failed === 0 && !allSkipped) return fail(`ended with ${outcome}`);
  return counts;
}
