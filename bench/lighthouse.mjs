// Lighthouse on the built page: npm run bench:lighthouse. As a desk and as a phone would load it, three times each; the
// median of every category, and each audit that found something. Prints a table and writes it to bench/results/lighthouse.md.
// Lighthouse is installed apart: npm ci --prefix bench.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { serve } from '../scripts/serve.mjs';

const root = new URL('..', import.meta.url).pathname;
const tools = join(root, '.eegate-tools.json');
const chromePath = existsSync(tools) ? JSON.parse(readFileSync(tools, 'utf8')).chromium : undefined;
const categories = ['performance', 'accessibility', 'best-practices'];
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const nRuns = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 3);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function runsOf(address, config) {
  const runs = [];
  for (let i = 0; i < nRuns; i++) {
    const chrome = await launch({
      chromePath,
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      const options = { port: chrome.port, onlyCategories: categories, logLevel: 'error' };
      runs.push((await lighthouse(address, options, config)).lhr);
    } finally {
      chrome.kill();
    }
  }
  return runs;
}

function rowsOf(name, runs) {
  const score = (id) => Math.round(100 * median(runs.map((run) => run.categories[id].score)));
  const metric = (id) => {
    const value = median(runs.map((run) => run.audits[id].numericValue));
    return id.includes('shift') ? value.toFixed(3) : `${Math.round(value)} ms`;
  };
  const cells = [...categories.map(score), ...metrics.map(metric)];
  return `| ${name} | ${cells.join(' | ')} |`;
}

/** What is counted and is below 90 in any run. */
function findings(name, runs) {
  const found = new Map();
  for (const run of runs) {
    for (const id of categories) {
      for (const { id: audit, weight } of run.categories[id].auditRefs) {
        const { score, title, displayValue = '' } = run.audits[audit];
        if (weight > 0 && score !== null && score < 0.9)
          found.set(audit, `| ${name} | ${id} | ${title} | ${displayValue} |`);
      }
    }
  }
  return [...found.values()];
}

const server = await serve({ port: 0 });
const address = `http://localhost:${server.address().port}/`;
try {
  const all = [
    ['desk', await runsOf(address, desktopConfig)],
    ['phone, slow network', await runsOf(address, undefined)],
  ];
  const [{ lighthouseVersion, userAgent }] = all[0][1];
  const browser = /HeadlessChrome\/[\d.]+|Chrome\/[\d.]+/.exec(userAgent)?.[0] ?? '';
  const found = all.flatMap(([name, runs]) => findings(name, runs));
  const text = `# Lighthouse

Lighthouse ${lighthouseVersion}, ${browser}; ${cpus().length} cores, ${cpus()[0].model.trim()}. Medians of ${nRuns} runs of the built page on a server on
the same machine, which compresses as web hosts do, with Lighthouse's default throttling of network and processor.

| as | ${categories.join(' | ')} | ${metrics.map((id) => id.replaceAll('-', ' ')).join(' | ')} |
|---|${'---|'.repeat(categories.length + metrics.length)}
${all.map(([name, runs]) => rowsOf(name, runs)).join('\n')}

${found.length ? `Findings:\n\n| as | category | audit | |\n|---|---|---|---|\n${found.join('\n')}\n` : 'All categories scored 90 or more.\n'}
Measured with \`npm run bench:lighthouse\`.
`;
  console.log(text);
  writeFileSync(join(root, 'bench/results/lighthouse.md'), text);
} finally {
  server.close();
}
