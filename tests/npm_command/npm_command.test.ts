// `npx eegate` prints and writes the same as the native command. Skipped until the site and the command are built.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, ended } from '../exchange/command.js';

const program = resolve('bin/eegate.mjs');
const built = existsSync('dist/eegate.js') && existsSync('dist/models/eyes8.safetensors');
const folder = mkdtempSync(join(tmpdir(), 'eegate-npx-'));
afterAll(() => rmSync(folder, { recursive: true }));
const npx = (...words: string[]) => ended(process.execPath, [program, ...words]);
const file = (name: string) => join(folder, name);

describe.skipIf(!built)('npx eegate', { timeout: 60_000 }, () => {
  it('says what it can do, and what it cannot', async () => {
    const help = await npx('--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toContain('native command');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const words of [['help'], ['-h'], ['train', '-h']])
      expect(await npx(...words), words.join(' ')).toEqual(help);
    const { stdout: ofSample } = await npx('sample', '--help');
    expect(ofSample).toMatch(/^npx eegate sample -o FILE .*\n {6}--seed N, .*\n$/);
    expect((await npx('classify', '--help')).stdout).toMatch(/--recipe FILE[^]*--quiet/);
    expect((await npx('--version')).stdout).toBe(`eegate ${version}\n`);
    for (const words of [[], ['train'], ['classify', 'a'], ['classify', '--modle', 'a', 'b']])
      expect(await npx(...words)).toMatchObject({ status: 2, stdout: '' });
    expect((await npx('train')).stderr).toContain(
      '"train" is a command of the native program only',
    );
    expect((await npx('clone')).stderr).toContain('There is no command "clone"');
    expect((await npx('clasify', 'a', 'b')).stderr).toContain('did you mean "classify"?');
    expect((await npx('classify', '--overide', 'a', 'b')).stderr).toContain(
      'did you mean "--override"?',
    );
    for (const [words, said] of [
      ['classify eyes', 'classify takes a model and one recording or more'],
      ['sample -o a.edf --seed -1', '--seed needs a value'],
      ['sample -o a.edf --seed=-1', '--seed is a number of at least 0'],
      ['serve --port 99999', '--port is a whole number below 65536'],
      ['classify eyes - - -o out', 'can be read only once'],
    ] as const) {
      const { status, stderr } = await npx(...words.split(' '));
      expect([status, stderr.split('\n').length], words).toEqual([2, 3]);
      expect(stderr).toContain(said);
    }
    expect(await npx('sample', '-o', file('a.edf'), '--duration-s', '')).toMatchObject({
      status: 2,
    });
    const model = await npx('classify', 'eyes9', 'a.edf');
    expect(model.stderr).toMatch(
      /^error\[IO_OPEN\]: There is no such file or bundled model: did you mean "eyes8?"\?.*\n$/,
    );
    const ofFile = await npx('classify', 'eyes.safetensors', 'a.edf');
    expect(ofFile.stderr).toContain('did you mean "eyes"?');
  });

  it('never writes over what it reads, under any name or link', async () => {
    const own = file('own');
    mkdirSync(own);
    const recording = join(own, 'a.edf');
    await npx('sample', '-o', recording, '--duration-s', '10');
    const before = readFileSync(recording);
    linkSync(recording, join(own, 'link.edf'));
    symlinkSync(recording, file('other.edf'));
    for (const words of [
      [recording, '-o', recording],
      [recording, '-o', file('other.edf')],
      [own, '-o', own, '--format', 'edf'],
      [recording, '-o', join(own, 'link.edf')],
    ]) {
      const { status, stderr } = await npx('classify', 'eyes8', ...words);
      expect(stderr).toMatch(/^error\[IO_SAME_FILE\]: /);
      expect(status).toBe(1);
      expect(readFileSync(recording).equals(before), words.join(' ')).toBe(true);
    }
    expect((await npx('classify', 'eyes8', recording, '-o', join(own, 'b.edf'))).status).toBe(0);
    expect(readdirSync(own).sort()).toEqual(['a.edf', 'b.edf', 'link.edf']);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'fails in one line where its output cannot be written',
    async () => {
      const recording = file('full.edf');
      await npx('sample', '-o', recording, '--duration-s', '10');
      for (const words of [`classify eyes8 "${recording}"`, `info "${recording}"`]) {
        const { status, stderr } = await ended('sh', [
          '-c',
          `"${process.execPath}" "${program}" ${words} > /dev/full`,
        ]);
        expect(status).toBe(1);
        expect(stderr).toMatch(
          /^error\[IO_WRITE\]: The file cannot be written: no space left on device .*\n$/,
        );
      }
    },
  );

  it('says in words what cannot be written, before it classifies', async () => {
    const recording = file('unwritten.edf');
    await npx('sample', '-o', recording, '--duration-s', '10');
    const gone = await npx('classify', 'eyes8', recording, '-o', file('nowhere/out.csv'));
    expect(gone).toMatchObject({ status: 1, stdout: '' });
    expect(gone.stderr).toMatch(
      /^error\[IO_WRITE\]: The file cannot be written: no such file or directory \(found .*out\.csv\)\n$/,
    );
    mkdirSync(file('taken.edf'));
    expect((await npx('sample', '-o', file('taken.edf'))).stderr).toMatch(
      /^error\[IO_WRITE\]: .*directory.*taken\.edf\)\n$/,
    );
  });

  it('writes to standard output for the output "-"', async () => {
    const recording = file('streamed.edf');
    await npx('sample', '-o', recording, '--duration-s', '10');
    const words = ['--duration-s', '10'];
    const made = await ended('sh', [
      '-c',
      `cd "${folder}" && "${process.execPath}" "${program}" sample -o - ${words.join(' ')} | cmp - "${recording}"`,
    ]);
    expect(made).toMatchObject({ status: 0 });
    expect(existsSync(file('-'))).toBe(false);
    const plain = await npx('classify', 'eyes8', recording);
    expect(await npx('classify', 'eyes8', recording, '-o', '-')).toEqual(plain);
  });

  it('takes a folder for the results of several recordings, and leaves it out of the next run', async () => {
    mkdirSync(file('again'));
    await npx('sample', '-o', file('again/a.edf'), '--duration-s', '10');
    await npx('sample', '-o', file('again/b.edf'), '--duration-s', '10', '--seed', '2');
    const words = ['classify', '-q', 'eyes8', file('again'), '-o'];
    for (const wrong of [file('out.csv'), file('again/a.edf'), '-']) {
      const { status, stderr } = await npx(...words, wrong);
      expect([status, stderr], wrong).toEqual([2, expect.stringContaining('--output is a folder')]);
    }
    expect(existsSync(file('out.csv'))).toBe(false);
    for (let run = 0; run < 2; run++)
      expect(await npx(...words, file('again/results'), '--format', 'edf')).toMatchObject({
        status: 0,
        stderr: '',
      });
    expect(readdirSync(file('again/results')).sort()).toEqual(['a.edf', 'b.edf']);
  });

  it('decides by the content what info is about, and takes several files and folders', async () => {
    const [model, recording] = [file('model.bin'), file('rec.safetensors')];
    copyFileSync('dist/models/eyes8.safetensors', model);
    await npx('sample', '-o', recording, '--duration-s', '10');
    mkdirSync(file('seen'));
    copyFileSync(recording, file('seen/a.edf'));
    const all = JSON.parse((await npx('info', model, recording, file('seen'))).stdout) as object[];
    expect(all).toMatchObject([
      { kind: 'model', file_name: 'model.bin' },
      { kind: 'recording', file_name: 'rec.safetensors' },
      { kind: 'recording', file_name: 'a.edf', duration_s: 10 },
    ]);
    const some = await npx('info', 'tests/data/edf/nowhere.edf', model);
    expect(some).toMatchObject({ status: 1, stderr: expect.stringMatching(/^[^\n]*IO_OPEN.*\n$/) });
    expect(JSON.parse(some.stdout)).toMatchObject([{ kind: 'model' }]);
    expect((await npx('info', 'eyes9')).stderr).toContain('did you mean "eyes');
  });

  it.skipIf(!eegate)('prints the JSON of the native command', async () => {
    for (const one of [
      'tests/data/brainvision/good_int16.vhdr',
      'dist/models/eyes8.safetensors',
      'dist/models/eyes_tangent.safetensors',
    ]) {
      const [ours, theirs] = [
        await npx('info', one),
        await ended(eegate, ['info', '--json', one]),
      ].map(({ stdout }) => JSON.parse(stdout) as { self_test?: object });
      if (ours!.self_test) ours!.self_test = { ...theirs!.self_test, passed: true }; // rounded differently
      expect(ours).toEqual(theirs);
    }
  });

  it.skipIf(!eegate)('knows the commands of the native program', async () => {
    const [, list] = (await ended(eegate, ['--help'])).stdout.split('Subcommands:');
    const names = [...list!.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(20);
    const own = ['info', 'classify', 'sample', 'doctor'];
    for (const name of names.filter((name) => !own.includes(name)))
      expect((await npx(name)).stderr, name).toContain('of the native program only');
  });

  it('classifies files and the recordings of folders, and goes on after one that cannot be read', async () => {
    mkdirSync(file('many/inner'), { recursive: true });
    await npx('sample', '-o', file('many/inner/a.edf'), '--duration-s', '10');
    await npx('sample', '-o', file('b.edf'), '--duration-s', '10', '--seed', '2');
    writeFileSync(file('many/c.edf'), 'no recording');
    writeFileSync(file('many/notes.txt'), 'left alone');
    mkdirSync(file('many/folder.edf'));
    const words = ['classify', 'eyes8', file('many'), file('b.edf'), file('many/inner/a.edf')];
    expect(await npx(...words)).toMatchObject({ status: 2, stdout: '' }); // --output is missing
    const { status, stderr } = await npx(...words, '-o', file('out'), '--format', 'csv');
    expect(stderr).toMatch(/c\.edf: error\[FORMAT_TEXT\]/);
    expect(status).toBe(1);
    const written = readdirSync(file('out'), { recursive: true }).map(String).sort();
    expect(written).toEqual(['b.csv', 'inner', 'inner/a.csv']);
    const alone = await npx('classify', 'eyes8', file('b.edf'));
    expect(readFileSync(file('out/b.csv'), 'utf8')).toBe(alone.stdout);
    mkdirSync(file('none'));
    expect((await npx('classify', 'eyes8', file('none'), '-o', file('out'))).stderr).toContain(
      'There is no recording in this folder',
    );
    await npx('sample', '-o', file('a.edf'), '--duration-s', '10');
    const twice = await npx(
      'classify',
      'eyes8',
      file('many/inner/a.edf'),
      file('a.edf'),
      '-o',
      file('o'),
    );
    expect(twice.stderr).toContain('Two recordings would be written to');
  });

  it('keeps the folders of recordings that have the same name', async () => {
    for (const subject of ['sub-01', 'sub-02']) {
      mkdirSync(file(`study/${subject}`), { recursive: true });
      await npx('sample', '-o', file(`study/${subject}/eeg.edf`), '--duration-s', '10');
    }
    expect(
      await npx('classify', '-q', 'eyes8', file('study'), '-o', file('results')),
    ).toMatchObject({ status: 0, stderr: '' });
    const written = readdirSync(file('results'), { recursive: true }).map(String).sort();
    expect(written).toEqual(['sub-01', 'sub-01/eeg.tsv', 'sub-02', 'sub-02/eeg.tsv']);
    const words = ['classify', '-q', 'eyes8', file('study/sub-01/eeg.edf'), '-o'];
    expect(await npx(...words, file('ONE.TSV'))).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(file('ONE.TSV'))).toEqual(readFileSync(file('results/sub-01/eeg.tsv')));
  });

  it('follows links of folders once, and names those to files that are not there', async () => {
    mkdirSync(file('linked/elsewhere/deep'), { recursive: true });
    mkdirSync(file('linked/all/more'), { recursive: true });
    await npx('sample', '-o', file('linked/elsewhere/deep/a.edf'), '--duration-s', '10');
    await npx('sample', '-o', file('linked/all/more/b.edf'), '--duration-s', '10');
    symlinkSync('../elsewhere', file('linked/all/a'));
    symlinkSync('..', file('linked/all/more/up'));
    symlinkSync('../../all', file('linked/elsewhere/deep/round'));
    expect(await npx('classify', 'eyes', file('linked/all'), '-o', file('of-links'))).toMatchObject(
      { status: 0 },
    );
    for (const name of ['a/deep/a.tsv', 'more/b.tsv'])
      expect(existsSync(file(`of-links/${name}`)), name).toBe(true);
    symlinkSync('nowhere.edf', file('linked/all/c.edf'));
    symlinkSync('d.edf', file('linked/all/d.edf'));
    const { status, stdout, stderr } = await npx('info', file('linked/all'));
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(stderr).toMatch(/c\.edf: .*\[?IO_OPEN[^]*d\.edf: .*IO_OPEN/);
    expect(stderr).not.toContain('INTERNAL');
  });

  it('checks itself, and shows a bundled model by its name', async () => {
    const { status, stdout } = await npx('doctor');
    expect(stdout).toMatch(
      /^eegate \d[^]*ok {3}WebAssembly starts[^]*ok {3}\d+ epochs are classified\n$/,
    );
    expect(status).toBe(0);
    expect(JSON.parse((await npx('info', 'eyes8')).stdout)).toMatchObject({ kind: 'model' });
  });

  it('reads a recording from standard input, and is quiet if asked', async () => {
    const recording = file('in.edf');
    await npx('sample', '-o', recording, '--duration-s', '10');
    const piped = await ended('sh', [
      '-c',
      `"${process.execPath}" "${program}" classify -q eyes8 - < "${recording}"`,
    ]);
    expect(piped).toMatchObject({ status: 0, stderr: '' });
    expect(piped.stdout).toBe((await npx('classify', 'eyes8', recording)).stdout);
  });

  it('finds the other files of a recording next to it', async () => {
    const { status, stdout } = await npx('info', 'tests/data/brainvision/good_int16.vhdr');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'recording', format: 'BrainVision' });
  });

  it('tells a file that is none in one line', async () => {
    const page = file('page.safetensors');
    writeFileSync(page, '<!doctype html><title>404</title>');
    const { status, stderr } = await npx('info', page);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error\[FORMAT_HTML\]: This is an HTML page.*\n$/);
    const gone = await npx('classify', 'eyes8', file('gone.edf'));
    expect(gone.stderr).toMatch(/^error\[IO_OPEN\]: .*gone\.edf.*\n$/);
    expect(gone).toMatchObject({ status: 1, stdout: '' });
  });

  it('serves the page and the files of the package', async () => {
    const server = spawn(process.execPath, [program, 'serve', '--port', '0']);
    try {
      const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
      const address = (await lines.next()).value as string;
      expect(await (await fetch(address)).text()).toMatch(/^<!doctype html>/);
      const elements = await fetch(`${address}eegate-elements.js`);
      expect(elements.headers.get('content-type')).toContain('text/javascript');
      expect((await fetch(`${address}../package.json`)).status).toBe(404);
    } finally {
      server.kill();
    }
  });

  it.skipIf(!eegate)('gives the answers of the native command', async () => {
    const [mine, native] = [file('mine.edf'), file('native.edf')];
    await npx('sample', '-o', mine, '--seed', '3', '--duration-s', '20');
    await ended(eegate, ['sample', '-o', native, '--seed', '3', '--duration-s', '20']);
    expect(readFileSync(mine).equals(readFileSync(native))).toBe(true);
    const ours = await npx('classify', 'eyes8', mine);
    const model = 'dist/models/eyes8.safetensors';
    const theirs = await ended(eegate, ['classify', model, mine]);
    expect(ours).toMatchObject({ status: 0 });
    const rows = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((row) => row.split(','));
    const [head, ...answers] = rows(ours.stdout);
    const [sameHead, ...sameAnswers] = rows(theirs.stdout);
    expect(head).toEqual(sameHead);
    expect(answers.map((cells) => cells.slice(0, 3))).toEqual(
      sameAnswers.map((cells) => cells.slice(0, 3)),
    );
    const recipe = file('recipe.json');
    const steps = { version: 1, epochs: { by: 'window', length_s: 2, step_s: 4 } };
    writeFileSync(recipe, JSON.stringify(steps));
    const options = ['classify', 'eyes8', mine, '--recipe', recipe, '-o', file('out.tsv')];
    expect((await npx(...options)).status).toBe(0);
    expect(readFileSync(file('out.tsv'), 'utf8')).toMatch(/^onset\tduration\ttrial_type/);
  });
});
