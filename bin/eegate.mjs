#!/usr/bin/env node
// npx eegate: commands that Node runs with the library of this package. The complete command `eegate` is a native program; both have the
// same names for commands and options.
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EegateError, createEngine } from '../dist/eegate.js';
import { endingsOfFormats } from './recording_endings.mjs';
import { serveFolder } from './static_server.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const bundled = readdirSync(`${dist}/models`)
  .filter((name) => name.endsWith('.safetensors'))
  .map((name) => basename(name, '.safetensors'));

const usage = `npx eegate COMMAND: EEG in Node, without anything to compile

  info FILE                          properties of a recording or a model, as JSON
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

A recording "-" is read from standard input. Exit codes: 0 done, 1 a file or its content does not allow it, 2 wrong usage.
The native command of the same name also trains, explains, exports ONNX, reads BIDS and stages sleep (docs/CLI.md): Linux programs are
among the files of a release, and "cmake --preset native-release" builds it from the sources.
`;

/** Wrong usage, in contrast to wrong files. */
class Usage extends Error {}

const text = { type: 'string' };
const commands = {
  info: { options: { json: { type: 'boolean' } }, nFiles: 1, run: info }, // --json as in the native command: it is JSON anyway
  classify: {
    options: {
      output: { ...text, short: 'o' },
      format: text,
      recipe: text,
      override: { type: 'boolean' },
      quiet: { type: 'boolean', short: 'q' },
    },
    nFiles: 2,
    more: true,
    run: classify,
  },
  sample: {
    options: { output: { ...text, short: 'o' }, seed: text, 'duration-s': text },
    nFiles: 0,
    run: sample,
  },
  doctor: { options: {}, nFiles: 0, run: doctor },
  serve: { options: { port: text }, nFiles: 0, run: serve },
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

async function main([name, ...words]) {
  if (name === '--version') return console.log(`eegate ${version()}`);
  const asksForHelp = [name, ...words].some((word) => word === '--help' || word === '-h');
  if (asksForHelp || name === 'help') return process.stdout.write(usage);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : null;
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
  const { values, positionals } = parsed(command, words);
  const { nFiles, more = false } = command;
  const { length } = positionals;
  if (more ? length < nFiles : length !== nFiles)
    throw new Usage(`${name} takes ${files(nFiles)}${more ? ' or more' : ''}, not ${length}`);
  await command.run(positionals, values);
}

const files = (n) => (n === 0 ? 'no files' : n === 1 ? 'one file' : `${n} files`);

const version = () =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

function parsed({ options }, args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const unknown = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
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
  if (!(number >= 0)) throw new Usage(`--${name} is a number of at least 0, not "${value}"`);
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

async function info([file]) {
  const properties = await withEngine(async (engine) => {
    const isBundled = bundled.includes(file) && !existsSync(file);
    const isModel = isBundled || extname(file) === '.safetensors';
    const open = isModel
      ? await engine.loadModel(modelPath(file))
      : await openedRecording(engine, file);
    if (!isModel) await open.readAnnotations();
    return open.info;
  });
  await written(`${JSON.stringify(properties, null, 2)}\n`);
}

async function classify([modelFile, ...given], options) {
  const { output, format, recipe, override = false, quiet = false } = options;
  const found = once(given.flatMap(recordingsOf));
  const files = found.map(({ path }) => path);
  const isSeveral = given.length > 1 || files[0] !== given[0];
  if (isSeveral && !output)
    throw new Usage('Several recordings need --output: the folder for their results');
  if (format && !isSeveral)
    throw new Usage('--format is for several recordings; of one, the end of --output says it');
  const own = output ? extname(output).slice(1).toLowerCase() : 'csv';
  const ending = isSeveral ? (format ?? 'tsv') : own;
  if (!['csv', 'json', 'tsv', 'edf'].includes(ending))
    throw new Usage(`"${format ?? output}" is none of .csv, .json, .tsv, .edf`);
  const steps = recipe && recipeOf(recipe, await bytesOf(recipe));
  const outputs = found.map(({ name }) =>
    isSeveral
      ? join(output, `${name.slice(0, name.length - extname(name).length)}.${ending}`)
      : output,
  );
  const twice = outputs.find((name, i) => isSeveral && outputs.indexOf(name) !== i);
  if (twice)
    throw new Usage(
      `Two recordings would be written to ${twice}; classify them one after the other`,
    );
  const model = modelPath(modelFile);
  checkOutputs(output ? outputs : [], [...files, model, ...(recipe ? [recipe] : [])]);
  if (isSeveral) await mkdir(output, { recursive: true });
  await withEngine(async (engine) => {
    const loaded = await engine.loadModel(model);
    for (const [index, file] of files.entries()) {
      const at = isSeveral ? `${file}: ` : '';
      const one = async () => {
        const recording = await openedRecording(engine, file);
        const run = loaded.classify(recording, { override, ...(steps && { recipe: steps }) });
        for await (const _ of run); // save() writes the results
        if (!quiet)
          for (const { code, message } of [...recording.warnings, ...(await run.plan()).warnings])
            console.error(`warning[${code}]: ${at}${message}`);
        const result = new Uint8Array(await run.save(ending));
        if (isSeveral) await mkdir(dirname(outputs[index]), { recursive: true });
        await (output ? replaced(outputs[index], result) : written(result));
        await recording.close();
      };
      await one().catch((error) => {
        if (!isSeveral) throw error; // one that cannot be read does not keep the others from being classified
        console.error(`${at}${error instanceof EegateError ? errorLine(error) : error.message}`);
        process.exitCode = 1;
      });
    }
  });
}

/** No output takes the place of an input, under any name or link. */
function checkOutputs(outputs, inputs) {
  const identity = (name) => {
    const found = statSync(name, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() ? `${found.dev} ${found.ino}` : null;
  };
  const read = new Set(inputs.map(identity).filter(Boolean));
  const lost = outputs.find((name) => read.has(identity(name)));
  if (lost === undefined) return;
  throw new EegateError({
    code: 'IO_SAME_FILE',
    message: 'An output would take the place of another file of this command',
    found: lost,
    expected: 'another name or folder',
  });
}

/** Written next to its place and moved there when it is complete, so that nothing half-written is left. */
async function replaced(output, bytes) {
  const found = statSync(output, { throwIfNoEntry: false });
  if (found && !found.isFile()) return writeFile(output, bytes); // a device or a pipe
  const partial = `${output}.${process.pid}.part`;
  try {
    await writeFile(partial, bytes, { flag: 'wx' });
    await rename(partial, found ? realpathSync(output) : output);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** A file that is named twice, or with its folder, is taken once. */
function once(files) {
  const seen = new Set();
  return files.filter(({ path }) => {
    const known = existsSync(path) ? realpathSync(path) : path;
    const isNew = !seen.has(known);
    seen.add(known);
    return isNew;
  });
}

/** A recording, or those of a folder and the folders in it, by name; `name` is that in the folder of results. */
function recordingsOf(path) {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [{ path, name: basename(path) }];
  const files = readdirSync(path, { recursive: true })
    .filter((name) => isNamedAsRecording(name) && !isLaterFif(path, name))
    .filter((name) => statSync(join(path, name), { throwIfNoEntry: false })?.isFile())
    .sort()
    .map((name) => ({ path: join(path, name), name }));
  if (files.length > 0) return files;
  throw new EegateError({
    code: 'NO_RECORDINGS',
    message: 'There is no recording in this folder',
    found: path,
    expected: `files that end in ${endingsOfFormats.join(', ')}`,
  });
}

/** Text files have no ending of their own; they are named one by one. */
const isNamedAsRecording = (name) =>
  endingsOfFormats.some((ending) => name.toLowerCase().endsWith(ending));

/** Of a FIF recording in several files, which is opened by its first. */
const isLaterFif = (folder, name) => {
  const first = name.replace(/-\d+(\.fif(?:\.gz)?)$/i, '$1').replace(/_split-\d+_/, '_split-01_');
  return /\.fif(\.gz)?$/i.test(name) && first !== name && existsSync(join(folder, first));
};

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

/** "-": standard input. */
const openedRecording = async (engine, file) =>
  file === '-'
    ? engine.openRecording(await new Response(Readable.toWeb(process.stdin)).arrayBuffer(), {
        name: 'stdin',
      })
    : engine.openRecording(file);

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
  const bytes = await withEngine((engine) => engine.makeSample(options));
  await replaced(output, new Uint8Array(bytes));
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
  new Promise((resolve, reject) => {
    process.stdout.once('error', reject); // a full disk, or a pipe that was closed
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

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
  else console.error(`error[IO]: ${error.message}`);
  process.exitCode = isUsage ? 2 : 1;
});
