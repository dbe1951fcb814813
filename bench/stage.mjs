// node bench/stage.mjs MODEL... [--module=FOLDER] [--eegate=COMMAND] -> bench/results/stage.md: eight hours of one channel staged by models of `eegate import`, natively and in
// WebAssembly under Node, one thread. Seconds of processor time, so that a busy machine changes little; the longest call is what cannot be interrupted.
import { setFlagsFromString } from 'node:v8';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { atRoot } from '../scripts/shared.mjs';
import { writeNight } from './night.mjs';
import { serve } from '../scripts/serve.mjs';
import {
  jsonLines,
  launchChromium,
  machine,
  printedBy,
  systemPython,
  table,
  writeResults,
} from './shared.mjs';

setFlagsFromString('--experimental-wasm-relaxed-simd'); // what browsers have, Node calls an experiment
const given = process.argv.slice(2);
const option = (name, fallback) =>
  given.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback;
const models = given.filter((arg) => !arg.startsWith('--'));
const folder = mkdtempSync(join(tmpdir(), 'eegate-stage-'));
const night = join(folder, 'night.edf');
const CHANNEL = 'Fc5';
writeNight(night, { hours: 8, nChans: 1, sfreq: 100 });

const sum = ({ user, system }) => (user + system) / 1e6;

function native(model, stride) {
  const args = [
    'stage',
    night,
    '--model',
    model,
    '--channels',
    CHANNEL,
    '--stride',
    String(stride),
  ];
  const timed = spawnSync(
    '/usr/bin/env',
    [
      'bash',
      '-c',
      'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null',
      'bash',
      resolve(command),
      ...args,
    ],
    { encoding: 'utf8' },
  );
  const [user, system] = timed.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds: user + system };
}

async function wasm(kind, model, stride) {
  const file = resolve(modules, `eegate-train-${kind}`);
  const { default: load } = await import(pathToFileURL(`${file}.mjs`).href);
  const compiled = new WebAssembly.Module(readFileSync(`${file}.wasm`));
  const engine = await load({
    instantiateWasm: (imports, receive) => {
      WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance));
      return {};
    },
  });
  const value = (outcome) => {
    if ('error' in outcome) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
    return outcome.value;
  };
  const bytes = readFileSync(night);
  const source = {
    size: bytes.length,
    read: (at, length) => new Uint8Array(bytes.subarray(at, at + length)),
  };
  value(engine.openRecording(1, source, 'night.edf', []));
  const weights = readFileSync(model);
  const buffer = weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length);
  const staged = (id) => {
    const before = process.cpuUsage();
    value(engine.stageBegin(id, 1, [buffer], { channels: [0], stride }));
    let longest = 0;
    for (let done = 0; done < 1;) {
      const start = process.cpuUsage();
      done = value(engine.stageAdvance(id));
      longest = Math.max(longest, sum(process.cpuUsage(start)));
    }
    return { seconds: sum(process.cpuUsage(before)), longest };
  };
  return { first: staged(2), again: staged(3) };
}

/** From the weights that are chosen to the stages in the page Sleep, with the interactions that were slow meanwhile. */
async function inPage(model) {
  const server = await serve({ port: 0, folder: 'dist' });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://localhost:${server.address().port}/`);
    const app = page.frameLocator('iframe[title="eegate"]');
    await app.getByText('Ready', { exact: true }).waitFor();
    await app.getByLabel('Open recording').setInputFiles(night);
    await app.locator('canvas#traces').waitFor();
    await app.getByRole('link', { name: 'Sleep' }).click();
    const sleep = app.getByRole('region', { name: 'Sleep', exact: true });
    await sleep.evaluate(watchFrames);
    const begin = performance.now();
    await sleep.getByLabel('Stage with a model').setInputFiles(model);
    await app.getByText(/^Staged \d+ epochs/).waitFor({ timeout: 120_000 });
    const seconds = (performance.now() - begin) / 1000;
    return { seconds, longestFrameMs: await sleep.evaluate(() => window.longestFrameMs) };
  } finally {
    await browser.close();
    server.close();
  }
}

function watchFrames() {
  window.longestFrameMs = 0;
  let last = performance.now();
  const frame = (now) => {
    window.longestFrameMs = Math.max(window.longestFrameMs, now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const command = option('eegate', 'build/native-release/eegate');
const modules = option('module', 'build/wasm');
const networks = { robustsleepnet: 'RobustSleepNet', seqsleepnet: 'SeqSleepNet' };

/** What PyTorch takes for the network alone, if it is here. */
function torchSeconds() {
  try {
    return jsonLines(printedBy(systemPython(), [atRoot('bench/torch_sleep.py')]));
  } catch {
    return [];
  }
}

const text = (seconds) => seconds?.toFixed(2) ?? '';
const torch = torchSeconds();
const rows = [];
for (const model of models) {
  const name = Object.keys(networks).find((word) => basename(model).includes(word));
  for (const stride of [1, 7]) {
    const ours = native(model, stride).seconds;
    const theirs = torch.find((one) => one.model === networks[name] && one.stride === stride)?.s;
    const row = [basename(model, '.safetensors'), stride, text(ours), text(theirs)];
    row.push(text(theirs && theirs / ours));
    for (const kind of ['relaxed', 'simd']) {
      const { first, again } = await wasm(kind, model, stride);
      row.push(text(first.seconds), text(again.seconds), text(again.longest));
    }
    rows.push(row);
  }
}
const pages = [];
for (const model of models) {
  const { seconds, longestFrameMs } = await inPage(model);
  pages.push([basename(model, '.safetensors'), text(seconds), longestFrameMs.toFixed(0)]);
}
rmSync(folder, { recursive: true });
const head = ['model', 'stride', 'native s', 'PyTorch s', 'times'];
for (const kind of ['relaxed', 'simd']) head.push(`${kind} s`, 'again', 'longest call');
const result = `# Eight hours of one channel, staged

Seconds of processor time, one thread; ${machine()}. eegate's times are from the file to the stages: reading, filters, resampling, spectra, network. PyTorch's are for the
network alone, on given spectra. WebAssembly under Node: the first night of an engine, during which V8 compiles, and a second one. Made by \`node bench/stage.mjs MODEL...\`.

${table(head, rows)}

In the page, in Chromium: seconds of wall-clock time from the choice of a model to its stages, at stride 1, and the longest frame during this time:

${table(['model', 's', 'longest frame ms'], pages)}
`;
writeResults('stage.md', result);
console.log(result);
