#!/usr/bin/env node
// npx eegate: commands that Node runs with the library of this package. The complete command `eegate` is a native program; both have the
// same names for commands and options.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EegateError, createEngine } from '../dist/eegate.js';
import {
  beginningOf,
  bytesOf,
  checkOutputs,
  checkPlace,
  isFolder,
  madeFolder,
  once,
  recordingsOf,
  replaced,
  written,
} from './files.mjs';
import { serveFolder } from './static_server.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const bundled = readdirSync(`${dist}/models`)
  .filter((name) => name.endsWith('.safetensors'))
  .map((name) => basename(name, '.safetensors'));

const usage = `npx eegate COMMAND: EEG in Node, without anything to compile

  info FILE...                       properties of a recording or a model, as JSON with the names of docs/CLI.md; of several, or of the
                                     recordings in a folder, a list
  classify MODEL RECORDING...        one row for each epoch; MODEL is a file, or ${bundled.join(', ')};
                                     a folder stands for the recordings in it
      -o, --output FILE              .csv, .json, .tsv (BIDS events) or .edf (EDF+ annotations); default: CSV on standard output.
                                     Of several recordings the folder for a file of each, in the folders that they are in
      --format FORMAT                csv, json, tsv or edf: of the results of several recordings; default: tsv
      --recipe FILE                  JSON; default: the recipe of the model
      --override                     also if the recording is not compatible with the model; the output says so
      -q, --quiet                    no warnings
  sample -o FILE                     a simulated recording (EDF+): eyes open, then closed
      --seed N, --duration-s S       default: 1, 120
  doctor                             checks that this package works here
  serve                              the page and the files of this package, for this machine only
      --port N                       default: 8080
  --help, --version

A recording "-" is read from standard input; results go to standard output for the output "-". Exit codes: 0 done, 1 a file or its content does not allow it, 2 wrong usage.
The native command of the same name also trains, explains, exports ONNX, reads BIDS and stages sleep (docs/CLI.md): Linux programs are
among the files of a release, and "cmake --preset native-release" builds it from the sources.
`;

/** Wrong usage, in contrast to wrong files. */
class Usage extends Error {}

const text = { type: 'string' };
const none = [0, 'no files'];
const commands = {
  // --json as in the native command: it is JSON anyway
  info: { options: { json: { type: 'boolean' } }, takes: [1, 'one file or more'], run: info },
  classify: {
    options: {
      output: { ...text, short: 'o' },
      format: text,
      recipe: text,
      override: { type: 'boolean' },
      quiet: { type: 'boolean', short: 'q' },
    },
    takes: [2, 'a model and one recording or more'],
    run: classify,
  },
  sample: {
    options: { output: { ...text, short: 'o' }, seed: text, 'duration-s': text },
    takes: none,
    run: sample,
  },
  doctor: { options: {}, takes: none, run: doctor },
  serve: { options: { port: text }, takes: none, run: serve },
};

/** Commands of the native command alone. */
const native = [
  ...[
    'benchmark',
    'bids',
    'compare',
    'completion',
    'convert',
    'deidentify',
    'evaluate',
    'experiment',
  ],
  ...['explain', 'export', 'grad', 'hypnogram', 'import', 'man', 'predict', 'prepare', 'quantize'],
  ...['read', 'report', 'schema', 'stage', 'train', 'tune'],
];

async function main([name, ...rest]) {
  if (name === '--version') return console.log(`eegate ${version()}`);
  const asksForHelp = [name, ...rest].some((word) => word === '--help' || word === '-h');
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : null;
  if (asksForHelp || name === 'help') return process.stdout.write(command ? usageOf(name) : usage);
  if (!command && native.includes(name))
    throw new Usage(
      `"${name}" is a command of the native program only, which --help says how to get`,
    );
  if (!command)
    throw new Usage(
      name
        ? `There is no command "${name}"${meant(name, Object.keys(commands))}`
        : 'A command is missing',
    );
  const { values, positionals } = parsed(command, rest);
  const [least, words] = command.takes;
  if (least > 0 ? positionals.length < least : positionals.length > 0)
    throw new Usage(`${name} takes ${words}`);
  if (positionals.filter((file) => file === '-').length > 1)
    throw new Usage('"-" is standard input, which can be read only once');
  await command.run(positionals, values);
}

/** The lines of the usage about one command. */
const usageOf = (name) =>
  `npx eegate ${new RegExp(`^  (${name}\\b[^]*?)(?=^  [a-z-]|^$)`, 'm').exec(usage)[1]}`;

const version = () =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

function parsed({ options }, args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const unknown = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    // One that begins with "-" is refused in three lines.
    const ambiguous = /^Option '([^']*)' argument is ambiguous/.exec(error.message)?.[1];
    if (ambiguous) throw new Usage(`${ambiguous} needs a value that does not begin with "-"`);
    if (!unknown) throw new Usage(error.message.split('. ')[0]);
    const names = Object.keys(options).map((name) => `--${name}`);
    throw new Usage(`There is no option "${unknown}" here${meant(unknown, names)}`);
  }
}

/** The most similar name, as a question; empty if none is similar. */
function meant(wrong, names) {
  const [best] = names
    .map((name) => ({ name, n: editDistance(wrong, name) }))
    .sort((a, b) => a.n - b.n);
  return best && best.n <= Math.max(2, best.name.length / 3)
    ? `: did you mean "${best.name}"?`
    : '';
}

/** Levenshtein. */
function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

function numberOf(value, otherwise, name) {
  const number = Number(value ?? otherwise);
  if (!(number >= 0) || value?.trim() === '')
    throw new Usage(`--${name} is a number of at least 0, not "${value}"`);
  return number;
}

/** Closes everything after `work`. */
async function withEngine(work) {
  const engine = await createEngine();
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function info(given) {
  const files = once(given.flatMap((path) => recordingsOf(path))).map(({ path }) => path);
  const all = [];
  await withEngine((engine) =>
    each(files, isSeveral(files, given), async (file) => void all.push(await infoOf(engine, file))),
  );
  if (all.length === 0) return;
  const shown = isSeveral(files, given) ? all : all[0];
  await written(`${JSON.stringify(shown, null, 2)}\n`);
}

const isSeveral = (files, given) => given.length > 1 || files[0] !== given[0];

/** One that cannot be read does not keep the others from being read, but ends the command with 1. */
async function each(files, several, work) {
  for (const [index, file] of files.entries())
    await work(file, index).catch((error) => {
      if (!several) throw error;
      console.error(`${file}: ${error instanceof EegateError ? errorLine(error) : error.message}`);
      process.exitCode = 1;
    });
}

/** Of a recording or a model, with the names of the native command. The content decides which of the two it is. */
async function infoOf(engine, file) {
  const path = file === '-' ? await standardInput() : modelPath(file);
  const start = file === '-' ? path : await beginningOf(path, 9);
  const isModel = new Uint8Array(start)[8] === 0x7b; // safetensors: a length, then JSON
  const open = isModel ? await engine.loadModel(path) : await openedRecording(engine, path);
  if (!isModel) await open.readAnnotations();
  const { id, ...properties } = open.info; // of this engine
  await open.close();
  return inSnakeCase(properties);
}

/** Not what stands in a model file as it is. */
function inSnakeCase(value) {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (value === null || typeof value !== 'object') return value;
  const name = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const isOfFile = (key) => ['config', 'recipe', 'train'].includes(key);
  return Object.fromEntries(
    Object.entries(value).map(([key, of]) => [name(key), isOfFile(key) ? of : inSnakeCase(of)]),
  );
}

async function classify([modelFile, ...given], options) {
  const { output, format, recipe, override = false, quiet = false } = options;
  const found = once(given.flatMap((path) => recordingsOf(path, output)));
  const files = found.map(({ path }) => path);
  const several = isSeveral(files, given);
  if (several && !output)
    throw new Usage('Several recordings need --output: the folder for their results');
  const isFile = output === '-' || existsSync(output ?? '') || formats.includes(endingOf(output));
  if (several && isFile && !isFolder(output))
    throw new Usage(
      `--output is a folder for several recordings, not "${output}"; --format says what is written`,
    );
  if (format && !several)
    throw new Usage('--format is for several recordings; of one, the end of --output says it');
  const ending = several ? (format ?? 'tsv') : endingOf(output);
  if (!formats.includes(ending))
    throw new Usage(`"${format ?? output}" is none of .csv, .json, .tsv, .edf`);
  const steps = recipe && recipeOf(recipe, await bytesOf(recipe));
  const outputs = found.map(({ name }) =>
    several
      ? join(output, `${name.slice(0, name.length - extname(name).length)}.${ending}`)
      : output,
  );
  const twice = outputs.find((name, i) => several && outputs.indexOf(name) !== i);
  if (twice)
    throw new Usage(
      `Two recordings would be written to ${twice}; classify them one after the other`,
    );
  const model = modelPath(modelFile);
  checkOutputs(output && output !== '-' ? outputs : [], [
    ...files,
    model,
    ...(recipe ? [recipe] : []),
  ]);
  if (several) await madeFolder(output);
  else await checkPlace(output);
  await withEngine(async (engine) => {
    const loaded = await engine.loadModel(model);
    await each(files, several, async (file, index) => {
      const recording = await openedRecording(engine, file);
      const run = loaded.classify(recording, { override, ...(steps && { recipe: steps }) });
      for await (const _ of run); // save() writes the results
      const at = several ? `${file}: ` : '';
      if (!quiet)
        for (const { code, message } of [...recording.warnings, ...(await run.plan()).warnings])
          console.error(`warning[${code}]: ${at}${message}`);
      const result = new Uint8Array(await run.save(ending));
      if (several) await madeFolder(dirname(outputs[index]));
      await replaced(outputs[index], result);
      await recording.close();
    });
  });
}

const formats = ['csv', 'json', 'tsv', 'edf'];
const endingOf = (output) =>
  output && output !== '-' ? extname(output).slice(1).toLowerCase() : 'csv';

/** What a stranger would report who finds that something fails. */
async function doctor() {
  console.log(
    `eegate ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
  );
  await withEngine(async (engine) => {
    const { backend } = engine.info;
    console.log(`ok   WebAssembly starts (${backend})`);
    const bytes = await engine.makeSample({ seed: 1, durationS: 10 });
    const recording = await engine.openRecording(new Uint8Array(bytes), { name: 'sample.edf' });
    console.log('ok   a recording is made and opened');
    for (const name of bundled) {
      const model = await engine.loadModel(`${dist}/models/${name}.safetensors`);
      if (!model.selfTest.passed) throw new Error(`the self-test of ${name} failed`);
      await model.close();
    }
    console.log(`ok   ${bundled.length} models pass their self-tests`);
    const model = await engine.loadModel(`${dist}/models/eyes.safetensors`);
    let n = 0;
    for await (const _ of model.classify(recording)) n++;
    if (n === 0) throw new Error('no epoch was classified');
    console.log(`ok   ${n} epochs are classified`);
  });
}

const standardInput = () => new Response(Readable.toWeb(process.stdin)).arrayBuffer();

/** From a path, "-" for standard input, or bytes that were read from there. */
const openedRecording = async (engine, file) =>
  typeof file === 'string' && file !== '-'
    ? engine.openRecording(file)
    : engine.openRecording(file === '-' ? await standardInput() : file, { name: 'stdin' });

/** A file; if there is none, the bundled model of this name. */
function modelPath(name) {
  if (existsSync(name)) return name;
  if (bundled.includes(name)) return `${dist}/models/${name}.safetensors`;
  const stem = name.replace(/\.safetensors$/, '');
  if (/[./\\]/.test(stem)) return name;
  throw new EegateError({
    code: 'IO_OPEN',
    message: `There is no such file or bundled model${meant(stem, bundled)}`,
    found: name,
    expected: `a file, or ${bundled.join(', ')}`,
  });
}

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
  await checkPlace(output);
  const bytes = await withEngine((engine) => engine.makeSample(options));
  await replaced(output, new Uint8Array(bytes));
}

async function serve(_, { port }) {
  const wanted = numberOf(port, 8080, 'port');
  if (!(Number.isInteger(wanted) && wanted < 65536))
    throw new Usage(`--port is a whole number below 65536, not "${port}"`);
  const options = { port: wanted, folder: dist, index: 'eegate.html' };
  const server = await serveFolder(options).catch((cause) => {
    const isTaken = cause.code === 'EADDRINUSE';
    const reason = isTaken ? 'another program uses it' : cause.message;
    const message = `Port ${wanted} cannot be opened: ${reason}`;
    throw new EegateError(
      { code: 'IO_OPEN', message, hint: 'Choose another one with --port' },
      cause,
    );
  });
  console.log(`http://localhost:${server.address().port}/`);
}

/** One line, in the format of the native command. */
function errorLine({ code, message, field, place, found, expected, hint }) {
  const parts = Object.entries({ field, at: place, found, expected })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name} ${value}`);
  const details = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  return `error[${code}]: ${message}${details}${hint ? `. ${hint}` : ''}`;
}

main(process.argv.slice(2)).catch((error) => {
  const isUsage = error instanceof Usage;
  if (isUsage) console.error(`${error.message}\nRun "npx eegate --help" for more information.`);
  else if (error instanceof EegateError) console.error(errorLine(error));
  else console.error(`error[INTERNAL]: ${error.message}`);
  process.exitCode = isUsage ? 2 : 1;
});
