#!/usr/bin/env node
// npx eegate: what Node does with the library of this package. The whole command `eegate` is a native program of its own, with the
// same words for what both do.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EegateError, createEngine } from '../dist/eegate.js';
import { serveFolder } from './static_server.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const bundled = readdirSync(`${dist}/models`)
  .filter((name) => name.endsWith('.safetensors'))
  .map((name) => basename(name, '.safetensors'));

const usage = `npx eegate COMMAND: EEG in Node, without anything to compile

  info FILE                          what a recording or a model file holds, as JSON
  classify MODEL RECORDING           one row for each epoch; MODEL is a file, or ${bundled.join(', ')}
      -o, --output FILE              .csv, .json, .tsv (BIDS events) or .edf (EDF+ annotations); default: CSV on standard output
      --recipe FILE                  JSON; default: the recipe of the model
      --override                     also where the recording does not fit the model; stamped on the output
  sample -o FILE                     a simulated recording (EDF+): eyes open, then closed
      --seed N, --duration-s S       default: 1, 120
  serve                              the page and the files of this package, to this machine alone
      --port N                       default: 8080
  --help, --version

Exit codes: 0 done, 1 a file or what it holds does not allow it, 2 wrong usage.
Training, explaining, ONNX, BIDS, sleep and all else is in the native command of the same name (docs/CLI.md): Linux programs are
among the files of a release, and "cmake --preset native-release" builds it from the sources.
`;

/** Wrong words, as opposed to files that are wrong. */
class Usage extends Error {}

const text = { type: 'string' };
const commands = {
  info: { options: {}, nFiles: 1, run: info },
  classify: {
    options: { output: { ...text, short: 'o' }, recipe: text, override: { type: 'boolean' } },
    nFiles: 2,
    run: classify,
  },
  sample: {
    options: { output: { ...text, short: 'o' }, seed: text, 'duration-s': text },
    nFiles: 0,
    run: sample,
  },
  serve: { options: { port: text }, nFiles: 0, run: serve },
};

async function main([name, ...words]) {
  if (name === '--version') return console.log(`eegate ${version()}`);
  if (name === '--help' || name === '-h') return process.stdout.write(usage);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : null;
  if (!command)
    throw new Usage(name ? `there is no command "${name}" here` : 'a command is missing');
  const { values, positionals } = parsed(command, words);
  if (positionals.length !== command.nFiles)
    throw new Usage(`${name} takes ${command.nFiles} files, not ${positionals.length}`);
  await command.run(positionals, values);
}

const version = () =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

function parsed({ options }, args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Usage(error.message);
  }
}

function numberOf(value, otherwise, name) {
  const number = Number(value ?? otherwise);
  if (!(number >= 0)) throw new Usage(`--${name} is a number of at least 0, not "${value}"`);
  return number;
}

/** Until `work` is done; nothing stays open. */
async function withEngine(work) {
  const engine = await createEngine();
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function info([file]) {
  const told = await withEngine(async (engine) => {
    const isModel = extname(file) === '.safetensors';
    const open = isModel
      ? await engine.loadModel(await bytesOf(file), { name: basename(file) })
      : await engine.openRecording(file);
    if (!isModel) await open.readAnnotations();
    return open.info;
  });
  console.log(JSON.stringify(told, null, 2));
}

async function classify([modelFile, file], { output, recipe, override = false }) {
  const format = output ? extname(output).slice(1) : 'csv';
  if (!['csv', 'json', 'tsv', 'edf'].includes(format))
    throw new Usage(`"${output}" ends in none of .csv, .json, .tsv, .edf`);
  const steps = recipe && recipeOf(recipe, await bytesOf(recipe));
  const result = await withEngine(async (engine) => {
    const model = await engine.loadModel(await bytesOf(modelPath(modelFile)), {
      name: basename(modelFile),
    });
    const recording = await engine.openRecording(file);
    const run = model.classify(recording, { override, ...(steps && { recipe: steps }) });
    for await (const _ of run); // save() takes what was answered
    for (const { code, message } of [...recording.warnings, ...(await run.plan()).warnings])
      console.error(`warning[${code}]: ${message}`);
    return new Uint8Array(await run.save(format));
  });
  await (output ? writeFile(output, result) : written(result));
}

/** A file; where there is none, the bundled model of this name. */
const modelPath = (name) =>
  !existsSync(name) && bundled.includes(name) ? `${dist}/models/${name}.safetensors` : name;

function recipeOf(file, bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    const message = `The recipe is not JSON: ${cause.message}`;
    throw new EegateError({ code: 'JSON_SYNTAX', message, found: file }, cause);
  }
}

async function sample(_, { output, seed, 'duration-s': durationS }) {
  if (!output) throw new Usage('sample needs --output: the .edf file to write');
  const options = {
    seed: numberOf(seed, 1, 'seed'),
    durationS: numberOf(durationS, 120, 'duration-s'),
  };
  const bytes = await withEngine((engine) => engine.makeSample(options));
  await writeFile(output, new Uint8Array(bytes));
}

async function serve(_, { port }) {
  const wanted = numberOf(port, 8080, 'port');
  const server = await serveFolder({ port: wanted, folder: dist, index: 'eegate.html' });
  console.log(`http://localhost:${server.address().port}/`);
}

const bytesOf = (file) =>
  readFile(file).catch((cause) => {
    const message = `The file cannot be opened: ${cause.message}`;
    throw new EegateError({ code: 'IO_OPEN', message, found: file }, cause);
  });

const written = (bytes) =>
  new Promise((resolve, reject) =>
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
  );

/** One line, as the native command has it. */
function told({ code, message, field, place, found, expected, hint }) {
  const parts = Object.entries({ field, at: place, found, expected })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name} ${value}`);
  const details = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  return `error[${code}]: ${message}${details}${hint ? `. ${hint}` : ''}`;
}

main(process.argv.slice(2)).catch((error) => {
  const isUsage = error instanceof Usage;
  if (isUsage) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof EegateError) console.error(told(error));
  else console.error(`error[IO]: ${error.message}`);
  process.exitCode = isUsage ? 2 : 1;
});
