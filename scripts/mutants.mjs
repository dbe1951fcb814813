// npm run test:mutants: plants faults one at a time and tells which of them the tests catch. It fails if fewer than 95 of a
// hundred are caught, or if one that no test catches has no reason in the list.
//   npm run test:mutants -- ID... --area=AREA...   those alone; the area of TypeScript is `typescript`
import { mkdirSync, writeFileSync } from 'node:fs';
import { runCore } from './mutants/core.mjs';
import { coreMutants, problemsOf } from './mutants/list.mjs';
import { runWeb } from './mutants/web.mjs';
import { setupCompilers } from './setup.mjs';
import { Failure, atRoot, main } from './shared.mjs';

const wantedShare = 0.95;
const web = 'typescript';

main(async () => {
  const all = coreMutants();
  const problems = problemsOf(all);
  if (problems.length > 0) throw new Failure(`the list is wrong:\n${problems.join('\n')}`);
  const { ids, areas } = chosen(process.argv.slice(2), all);
  const everything = ids.length + areas.length === 0;
  const wanted = all.filter(
    ({ id, area }) => everything || ids.includes(id) || areas.includes(area),
  );
  const results = [];
  if (wanted.length > 0) {
    await setupCompilers();
    results.push(...(await runCore(wanted)));
  }
  if (areas.includes(web) || everything) results.push(...(await runWeb()));
  report(results);
});

function chosen(words, all) {
  const areas = words.filter((word) => word.startsWith('--area=')).map((word) => word.slice(7));
  const ids = words.filter((word) => !word.startsWith('--area='));
  const known = [...new Set(all.map(({ area }) => area)), web];
  const unknown = [
    ...areas.filter((area) => !known.includes(area)),
    ...ids.filter((id) => !all.some((mutant) => mutant.id === id)),
  ];
  if (unknown.length > 0)
    throw new Failure(`no fault or area ${unknown}; areas: ${known.join(', ')}`);
  return { ids, areas };
}

function report(results) {
  const survivors = results.filter(({ outcome }) => outcome === 'survived');
  console.log(`\n${summary(results).join('\n')}`);
  for (const { area, id, said, accepted } of survivors)
    console.log(`  survived: ${area}: ${id}: ${accepted ? `accepted: ${accepted}` : said}`);
  const halves = [
    ['core', results.filter(({ area }) => area !== web)],
    [web, results.filter(({ area }) => area === web)],
  ].filter(([, half]) => counted(half).judged > 0);
  const shares = halves.map(([name, half]) => {
    const { caught, judged } = counted(half);
    const isEnough = caught >= wantedShare * judged;
    console.log(`${name}: ${percent(caught, judged)} of ${judged} faults are caught`);
    return testCase(`${name}: ${percent(caught, judged)} caught`, isEnough ? '' : '<failure/>');
  });
  const cases = [...results.map(caseOf), ...shares];
  mkdirSync(atRoot('build/reports'), { recursive: true });
  writeFileSync(
    atRoot('build/reports/mutants.xml'),
    `<testsuite name="mutants">\n${cases.join('\n')}\n</testsuite>\n`,
  );
  if (cases.some((line) => line.includes('<failure'))) process.exitCode = 1;
}

function summary(results) {
  const areas = [...new Set(results.map(({ area }) => area))].sort();
  return areas.map((area) => {
    const { caught, judged } = counted(results.filter((result) => result.area === area));
    return `${area.padEnd(12)}${String(caught).padStart(4)} of ${judged} (${percent(caught, judged)})`;
  });
}

function counted(results) {
  const of = (outcome) => results.filter((result) => result.outcome === outcome).length;
  return { caught: of('caught'), judged: of('caught') + of('survived') };
}

const percent = (part, whole) => (whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`);

// Stryker plants hundreds, of which not each can be answered: there the share counts.
function caseOf({ area, id, outcome, accepted }) {
  const isAnswered = accepted !== undefined || area === web;
  const fails =
    outcome === 'survived' ? !isAnswered : outcome === 'does not compile' && area !== web;
  return testCase(
    `${area}: ${id}`,
    fails ? '<failure/>' : outcome === 'caught' ? '' : '<skipped/>',
  );
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const testCase = (name, body) =>
  `<testcase name="${name.replace(/[&<>"]/g, (c) => escapes[c])}">${body}</testcase>`;
