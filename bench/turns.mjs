// node bench/turns.mjs BEFORE.mjs AFTER.mjs [--only="M3 1,M3 64,M3 32 train"] [--rounds=40] [--page]
// Two builds of eegate_bench_turns_relaxed (or _simd) take turns in one process, or in one page of Chromium: milliseconds a pass,
// and the median and the ratio of the smallest times. What is below 1 became faster.
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { main } from '../scripts/shared.mjs';
import { median, table, withPage } from './shared.mjs';

const { values: options, positionals: builds } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'M1 1,M1b 1,M2 1,M3 1,M1b 64,M3 64,M3 32 train' },
    rounds: { type: 'string', default: '40' },
    page: { type: 'boolean', default: false },
  },
});

/** Times of both builds, taking turns: [[before...], [after...]]. Runs in a page as well: nothing from outside. */
async function race({ files, model, batch, way, rounds }) {
  const runs = [];
  for (const file of files) {
    const { default: load } = await import(file);
    let printed = '';
    const module = await load({ print: (line) => (printed = line) });
    runs.push((passes) => {
      module.callMain([model, batch, String(passes), way]);
      return Number(printed);
    });
  }
  let passes = 1;
  for (const run of runs) {
    run(1);
    passes = Math.max(1, Math.min(200, Math.floor(8 / run(3))));
  }
  for (const run of runs) run(passes);
  const times = runs.map(() => []);
  for (let round = 0; round < rounds; ++round)
    for (const i of round % 2 ? [1, 0] : [0, 1]) times[i].push(runs[i](passes));
  return times;
}

function row(subject, [before, after]) {
  const ratios = before.map((ms, i) => after[i] / ms);
  const numbers = [Math.min(...before), Math.min(...after)].map((ms) => ms.toPrecision(3));
  return [
    subject,
    ...numbers,
    median(ratios).toFixed(3),
    (Math.min(...after) / Math.min(...before)).toFixed(3),
  ];
}

async function compare() {
  const rows = [];
  for (const subject of options.only.split(',')) {
    const [model, batch, way = 'predict'] = subject.split(' ');
    const question = { model, batch, way, rounds: Number(options.rounds) };
    const files = builds.map((file) => pathToFileURL(resolve(file)).href);
    const folders = { '/0/': dirname(resolve(builds[0])), '/1/': dirname(resolve(builds[1])) };
    const served = builds.map((file, i) => `/${i}/${basename(file)}`);
    const times = options.page
      ? (await withPage(folders, (page) => page.evaluate(race, { ...question, files: served })))
          .result
      : await race({ ...question, files });
    rows.push(row(subject, times));
    console.error(rows.at(-1).join('  '));
  }
  console.log(
    table(['model, batch', 'before ms', 'after ms', 'median ratio', 'of the smallest'], rows),
  );
}

main(compare);
