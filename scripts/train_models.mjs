// npm run train:models -- RECORDINGS [name...]: trains the bundled models again from the recordings of the EEG Motor
// Movement/Imagery Dataset (a folder with SxxxRyy.edf files, at any depth). The plans are models/*.json.
//
// For each model: leave some people out, train on the rest, judge on them, until everybody was left out once; then train on
// everybody. With --keep-results the first part is left out and the figures of the last time stay, with --keep-weights the second:
// the file keeps its weights and gets the new figures. The figures go into the
// card inside the model file, into models/NAME.results.json and models/NAME.md; the log of the last training into
// models/NAME.log.jsonl. That training runs with 128-bit arithmetic: the same recordings give the same bytes anywhere.
// A plan with `calibrate` is also judged with that calibration without labels of each person who was left out.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { setup } from './setup.mjs';
import { Failure, atRoot, filesBelow, main } from './shared.mjs';
import { modelPage } from './train_models_page.mjs';

const calibrations = {
  median: 'threshold at the median logit of each subject that was left out, without labels',
  recentre: 'covariances relative to the mean of each subject that was left out, without labels',
};

const eegate = process.env.EEGATE_CLI ?? atRoot('build/native-release/eegate');

main(async () => {
  const keep = {
    results: process.argv.includes('--keep-results'),
    weights: process.argv.includes('--keep-weights'),
  };
  const [folder, ...names] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  if (!folder)
    throw new Failure(
      'usage: npm run train:models -- RECORDINGS [name...] [--keep-results] [--keep-weights]',
    );
  const plans = filesBelow('models', (file) => /^models\/[^.]+\.json$/.test(file));
  const wanted = plans.filter(
    (file) => names.length === 0 || names.includes(basename(file, '.json')),
  );
  if (wanted.length === 0) throw new Failure(`no plan named ${names}; there are ${plans}`);
  await setup();
  await cmakeBuild('native-release', 'eegate');
  const recordings = recordingsBelow(folder);
  for (const file of wanted) {
    trainOne(JSON.parse(readFileSync(atRoot(file), 'utf8')), recordings, keep);
  }
});

function trainOne(plan, recordings, keep) {
  const work = atRoot('build/models', plan.name);
  mkdirSync(work, { recursive: true });
  const people = peopleOf(plan, recordings);
  console.log(`\n--- ${plan.name}: ${people.length} people, ${plan.folds} folds`);
  const resultsFile = atRoot('models', `${plan.name}.results.json`);
  const results = keep.results
    ? JSON.parse(readFileSync(resultsFile, 'utf8'))
    : crossValidate(plan, recordings, people, work);
  const card = {
    ...plan.card,
    people,
    training: plan.train.join(' '),
    judged: summaryOf(plan, results),
  };
  const model = atRoot('web/page/public/models', `${plan.name}.safetensors`);
  if (keep.weights) withCard(model, card);
  else trainFinal(plan, recordings, people, work, model, card);
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(atRoot('models', `${plan.name}.md`), modelPage(plan, results, people, info(model)));
}

/** On everybody, with 128-bit arithmetic. */
function trainFinal(plan, recordings, people, work, model, card) {
  const sets = prepareSets(plan, recordings, people, 'train', join(work, 'all'));
  const log = atRoot('models', `${plan.name}.log.jsonl`);
  const options = ['--log', log, ...seedOf(plan, plan.final_seed ?? 0)];
  train(plan, { ...plan.setup, card }, sets, model, join(work, 'all'), options, {
    EEGATE_TARGET: 'sse2',
  });
}

/** The same file with another card: the length of the header, the header, and the bytes of the tensors as they are. */
function withCard(model, card) {
  const bytes = readFileSync(model);
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  const before = JSON.parse(header.__metadata__.train);
  header.__metadata__.train = JSON.stringify({ ...before, ...card });
  const text = Buffer.from(JSON.stringify(header));
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, ' ');
  text.copy(padded);
  const start = Buffer.alloc(8);
  start.writeBigUInt64LE(BigInt(padded.length));
  writeFileSync(model, Buffer.concat([start, padded, bytes.subarray(8 + length)]));
}

/** Every person is in the test set of one fold; several seeds show how firm a figure is. */
function crossValidate(plan, recordings, people, work) {
  const results = { folds: plan.folds, seeds: plan.seeds, per_person: {} };
  for (let fold = 0; fold < plan.folds; fold++) {
    const out = people.filter((_, i) => i % plan.folds === fold);
    const rest = people.filter((person) => !out.includes(person));
    const sets = prepareSets(plan, recordings, rest, 'train', join(work, `fold${fold}`));
    for (const seed of plan.seeds) {
      const model = join(work, `fold${fold}-seed${seed}.safetensors`);
      train(plan, plan.setup, sets, model, join(work, `fold${fold}`), seedOf(plan, seed));
      for (const person of out) {
        const test = prepareSets(plan, recordings, [person], 'test', join(work, `person${person}`));
        const evaluate = (...options) =>
          JSON.parse(call(['evaluate', model, test.x, test.y, '--json', ...options]));
        const report = evaluate();
        const entry = (results.per_person[person] ??= { n_epochs: report.n_trials, accuracy: [] });
        entry.accuracy.push(report.accuracy);
        if (plan.calibrate)
          (entry.calibrated ??= []).push(evaluate('--calibrate', plan.calibrate).accuracy);
        const figures = [report.accuracy, entry.calibrated?.at(-1)].filter((n) => n !== undefined);
        console.log(
          `fold ${fold}, seed ${seed}, ${person}: ${figures.map((n) => n.toFixed(3)).join(', calibrated ')}`,
        );
      }
    }
  }
  const bySeed = (figure) =>
    plan.seeds.map((_, k) => mean(Object.values(results.per_person).map((p) => p[figure][k])));
  const all = { ...results, mean_by_seed: bySeed('accuracy') };
  all.mean = mean(all.mean_by_seed);
  if (plan.calibrate) all.calibrated_mean = mean(bySeed('calibrated'));
  return all;
}

/** What is fitted in one go has no chance in it. */
function seedOf(plan, seed) {
  return plan.fitted_in_one_go ? [] : ['--seed', String(seed)];
}

function summaryOf(plan, { per_person, mean: overall, mean_by_seed, calibrated_mean }) {
  const people = Object.entries(per_person).map(([person, { accuracy }]) => [
    person,
    rounded(mean(accuracy)),
  ]);
  const values = people.map(([, accuracy]) => accuracy);
  return {
    how: `${plan.folds}-fold cross-validation over people, ${plan.seeds.length} seeds; nobody is in training and test at once`,
    accuracy: rounded(overall),
    ...(plan.calibrate && {
      calibrated: { how: calibrations[plan.calibrate], accuracy: rounded(calibrated_mean) },
    }),
    by_seed: mean_by_seed.map(rounded),
    chance: plan.chance,
    lowest: Math.min(...values),
    highest: Math.max(...values),
    per_person: Object.fromEntries(people),
  };
}

function train(plan, setupObject, sets, model, work, more, environment = {}) {
  const file = `${work}.setup.json`;
  writeFileSync(file, JSON.stringify(setupObject));
  const data = ['--data', sets.x, '--labels', sets.y, '-o', model];
  if (plan.setup.config.recentre) data.push('--subjects', sets.s);
  data.push(...(plan.fitted_in_one_go ? ['--split', 'none'] : ['--patience', '0']));
  call(['train', file, ...data, ...plan.train, ...more], environment);
}

/** Epochs of these people as files; `use` is train (longer epochs, more runs) or test (the recipe of the model). */
function prepareSets(plan, recordings, people, use, work) {
  const parts = plan.data.filter((part) => use === 'train' || !part.train_only);
  const files = parts.map((part, i) => {
    const recipe = `${work}.${use}${i}.recipe.json`;
    const epochs = { ...plan.setup.recipe.epochs, ...plan[`${use}_epochs`] };
    if (part.label) epochs.label = part.label;
    writeFileSync(
      recipe,
      JSON.stringify({ ...plan.setup.recipe, pick: plan.setup.channels, epochs }),
    );
    const chosen = recordings.filter(
      ({ person, run }) => people.includes(person) && part.runs.includes(run),
    );
    const names = {
      x: `${work}.${use}${i}.x.npy`,
      y: `${work}.${use}${i}.y.npy`,
      s: `${work}.${use}${i}.s.npy`,
    };
    const outputs = ['-o', names.x, '--labels', names.y, '--subjects', names.s];
    call(['prepare', ...chosen.map(({ file }) => file), '--recipe', recipe, ...outputs]);
    return { ...names, label: part.label && plan.setup.classes.indexOf(part.label) };
  });
  const joined = {
    x: `${work}.${use}.x.npy`,
    y: `${work}.${use}.y.npy`,
    s: `${work}.${use}.s.npy`,
  };
  writeFileSync(joined.s, joinNpy(files.map(({ s }) => readNpy(s))));
  writeFileSync(joined.x, joinNpy(files.map(({ x }) => readNpy(x))));
  writeFileSync(joined.y, joinNpy(files.map(({ y, label }) => relabelled(readNpy(y), label))));
  return joined;
}

/** Of recordings that have one label each, whose own numbering starts at 0 in every file. */
function relabelled(npy, label) {
  if (label === undefined) return npy;
  const values = new BigInt64Array(npy.shape[0]).fill(BigInt(label));
  return { ...npy, data: Buffer.from(values.buffer) };
}

function recordingsBelow(folder) {
  const found = readdirSync(folder, { recursive: true })
    .map((file) => ({
      file: resolve(folder, file),
      parts: /^(S\d{3})(R\d{2})\.edf$/i.exec(basename(file)),
    }))
    .filter(({ parts }) => parts)
    .map(({ file, parts }) => ({
      file,
      person: parts[1].toUpperCase(),
      run: parts[2].toUpperCase(),
    }));
  if (found.length === 0) throw new Failure(`no SxxxRyy.edf below ${folder}`);
  return found.sort((a, b) => a.file.localeCompare(b.file));
}

/** Who has every run that is judged. */
function peopleOf(plan, recordings) {
  const needed = plan.data.filter((part) => !part.train_only).flatMap((part) => part.runs);
  const people = [...new Set(recordings.map(({ person }) => person))].sort();
  return people.filter((person) =>
    needed.every((run) => recordings.some((r) => r.person === person && r.run === run)),
  );
}

/** The parts of an .npy file that this script needs: it only ever reads what `eegate prepare` wrote. */
function readNpy(file) {
  const bytes = readFileSync(file);
  const end = 10 + bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, end);
  const shape = /'shape': \(([^)]*)\)/
    .exec(header)[1]
    .split(',')
    .filter((n) => n.trim())
    .map(Number);
  return { descr: /'descr': '([^']*)'/.exec(header)[1], shape, data: bytes.subarray(end) };
}

function joinNpy(parts) {
  const shape = [parts.reduce((n, part) => n + part.shape[0], 0), ...parts[0].shape.slice(1)];
  const text = `{'descr': '${parts[0].descr}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const length = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  const header = Buffer.alloc(10 + length, ' ');
  header.write('\x93NUMPY\x01\x00', 'latin1');
  header.writeUInt16LE(length, 8);
  header.write(text, 10);
  header.write('\n', 10 + length - 1);
  return Buffer.concat([header, ...parts.map(({ data }) => data)]);
}

function info(model) {
  return JSON.parse(call(['info', model, '--json']));
}

function call(args, environment = {}) {
  const { status, stdout, stderr } = spawnSync(eegate, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, ...environment },
  });
  if (status !== 0)
    throw new Failure(`eegate ${args[0]} ${relative(atRoot(), args[1])}: ${stderr}`);
  return stdout;
}

const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;
const rounded = (value) => Math.round(value * 1e4) / 1e4;
