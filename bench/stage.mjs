// node bench/stage.mjs MODEL... [--module=FOLDER] [--eegate=COMMAND]: eight hours of one channel staged by models of `eegate import`, natively and in
// WebAssembly under Node, one thread. Seconds of processor time, so that a busy machine changes little; the longest call is what cannot be interrupted.
import { setFlagsFromString } from 'node:v8';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { writeNight } from './night.mjs';

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
  const before = process.cpuUsage();
  value(engine.stageBegin(2, 1, [buffer], { channels: [0], stride }));
  let longest = 0;
  for (let done = 0; done < 1;) {
    const start = process.cpuUsage();
    done = value(engine.stageAdvance(2));
    longest = Math.max(longest, sum(process.cpuUsage(start)));
  }
  return { seconds: sum(process.cpuUsage(before)), longest };
}

const command = option('eegate', 'build/native-release/eegate');
const modules = option('module', 'build/wasm');
const rows = [];
for (const model of models) {
  for (const stride of [1, 7]) {
    const row = { model: basename(model), stride, native: native(model, stride).seconds };
    for (const kind of ['relaxed', 'simd']) {
      const { seconds, longest } = await wasm(kind, model, stride);
      Object.assign(row, {
        [kind]: seconds,
        [`${kind} / native`]: seconds / row.native,
        [`${kind} longest call`]: longest,
      });
    }
    rows.push(
      Object.fromEntries(
        Object.entries(row).map(([k, v]) => [
          k,
          typeof v === 'number' && k !== 'stride' ? Number(v.toFixed(2)) : v,
        ]),
      ),
    );
  }
}
rmSync(folder, { recursive: true });
console.table(rows);
