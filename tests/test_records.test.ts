// npm test leaves out a suite only if it passed and nothing that it depends on has changed since.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  everyFile,
  ofCommandStories,
  ofCore,
  ofLibraryStories,
  ofPrograms,
  ofStories,
  testsOfPrograms,
} from '../scripts/test_inputs.mjs';
import {
  changed,
  digestOfEnvironment,
  inputsOf,
  records,
  sourcesOf,
} from '../scripts/test_records.mjs';
import { twoAtATime } from '../scripts/two_at_a_time.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eegate-records-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

describe('inputs of a suite', () => {
  const suite = {
    built: ['build/program', 'dist'],
    reads: (file: string) => file !== 'notes.md',
    programs: false,
  };
  beforeEach(() => {
    put('web/page.ts', 'page');
    put('notes.md', 'notes');
    put('build/program', 'program');
    put('dist/page.js', 'page');
  });
  /** What kinds of inputs an action changes. */
  function changedBy(action: () => void): string[] {
    const before = inputsOf(suite, folder);
    action();
    return changed(before, inputsOf(suite, folder));
  }

  it.each([
    ['a changed source', () => put('web/page.ts', 'pages'), ['sources']],
    ['a new source', () => put('web/more.ts', ''), ['sources']],
    ['a hidden source', () => put('.npmrc', ''), ['sources']],
    ['a removed source', () => unlinkSync(join(folder, 'web/page.ts')), ['sources']],
    ['a link that leads elsewhere', () => symlinkSync('notes.md', join(folder, 'a')), ['sources']],
    ['a program that was built anew', () => put('build/program', 'other'), ['built']],
    ['a program that is gone', () => unlinkSync(join(folder, 'build/program')), ['built']],
    ['a file more of what was built', () => put('dist/german.js', ''), ['built']],
  ])('change by %s', (_, action, kinds) => {
    expect(changedBy(action)).toEqual(kinds);
  });

  it.each([
    ['the same contents, written again', () => put('web/page.ts', 'page')],
    ['a file that it cannot read', () => put('notes.md', 'more')],
    ['something else that was built', () => put('build/other', '')],
    ['packages', () => put('bench/node_modules/some/index.js', '')],
  ])('do not change by %s', (_, action) => {
    expect(changedBy(action)).toEqual([]);
  });

  it('tell where a name ends and a content begins', () => {
    put('web/ab', 'c');
    expect(
      changedBy(() => {
        unlinkSync(join(folder, 'web/ab'));
        put('web/a', 'bc');
      }),
    ).toEqual(['sources']);
  });
});

describe('the environment', () => {
  it('counts data folders by what is in them', () => {
    put('S001.edf', 'record');
    const digest = () => digestOfEnvironment({ EEGATE_DATA: folder });
    const before = digest();
    expect(digest()).toBe(before);
    utimesSync(join(folder, 'S001.edf'), 1, 1);
    expect(digest()).not.toBe(before);
  });

  it('counts variables that tests, compilers and browsers know', () => {
    const none = digestOfEnvironment({});
    for (const name of ['EEGATE_GOLDEN', 'EEGATE_MUTATIONS', 'PATH', 'TZ', 'LC_ALL'])
      expect(digestOfEnvironment({ [name]: 'x' }), name).not.toBe(none);
    expect(digestOfEnvironment({ SHLVL: '2', EEGATE_TOOLS: '/tools' })).toBe(none);
  });
});

describe('a record', () => {
  const inputs = { sources: 'a', built: 'b' };
  const counts = { passed: 2, failed: 0, skipped: 1, failures: [] };
  const report = () => join(folder, 'reports.xml');
  const kept = () => records(join(folder, 'passed'), report);
  const cases = (more: string) =>
    `<testsuite><testcase name="1"/><testcase name="2"/>${more}</testsuite>`;
  beforeEach(() => {
    writeFileSync(report(), cases('<testcase name="3"><skipped/></testcase>'));
  });

  it('gives the counts of the last report', () => {
    kept().remember('native', inputs, inputs, counts);
    expect(kept().find('native', inputs)).toEqual({ counts });
  });

  it.each([
    ['has not run', () => undefined, 'it has not passed here'],
    [
      'failed',
      () => kept().remember('native', inputs, inputs, { ...counts, failed: 1 }),
      'it has not passed here',
    ],
    [
      'skipped every test',
      () => kept().remember('native', inputs, inputs, { ...counts, passed: 0 }),
      'it has not passed here',
    ],
    [
      'ended badly',
      () => kept().remember('native', inputs, inputs, { ...counts, problem: 'ended with 1' }),
      'it has not passed here',
    ],
    [
      'ran while a file was saved',
      () => kept().remember('native', inputs, { ...inputs, sources: 'c' }, counts),
      'it has not passed here',
    ],
    [
      'was begun again',
      () => {
        kept().remember('native', inputs, inputs, counts);
        kept().forget('native');
      },
      'it has not passed here',
    ],
    [
      'left a record that was cut off',
      () => {
        kept().remember('native', inputs, inputs, counts);
        writeFileSync(join(folder, 'passed/native.json'), '{"inputs": {"sou');
      },
      'it has not passed here',
    ],
    [
      'had other inputs',
      () => kept().remember('native', { ...inputs, built: 'c' }, { ...inputs, built: 'c' }, counts),
      'changed since it passed: built',
    ],
    [
      'had fewer kinds of inputs',
      () => kept().remember('native', { sources: 'a' }, { sources: 'a' }, counts),
      'changed since it passed: built',
    ],
    [
      'was run in part by hand since',
      () => {
        kept().remember('native', inputs, inputs, counts);
        writeFileSync(report(), cases(''));
      },
      'its report is another one',
    ],
    [
      'has no report any more',
      () => {
        kept().remember('native', inputs, inputs, counts);
        unlinkSync(report());
      },
      'its report is another one',
    ],
  ])('does not speak for a suite that %s', (_, action, why) => {
    action();
    expect(kept().find('native', inputs)).toEqual({ why });
  });
});

describe('what suites read', () => {
  const sources = sourcesOf(process.cwd());

  it('is in the checkout', () => {
    expect(sources).toContain('.github/workflows/ci.yml');
    expect(sources).toContain('web/page/index.html');
    expect(sources.filter((file) => /^(build|dist|\.git)\/|node_modules/.test(file))).toEqual([]);
  });

  it('is all but what is compiled, for stories, and data and scripts, for the core', () => {
    const reading = (file: string) =>
      [everyFile, ofStories, ofCore('program')].map(({ reads }) => reads(file));
    expect(reading('src/base/error.cc')).toEqual([true, false, false]);
    expect(reading('web/api/index.ts')).toEqual([true, true, false]);
    expect(reading('web/page/page.test.ts')).toEqual([true, false, false]);
    expect(reading('e2e/support/app.ts')).toEqual([true, true, false]);
    expect(reading('docs/examples/a.html')).toEqual([true, true, false]);
    for (const file of [
      'tests/data/edf/a.edf',
      'experiments/motor_imagery_quick.json',
      'web/page/public/models/eyes.safetensors',
      'web/worker/schema.ts',
      'scripts/test.mjs',
    ])
      expect(reading(file), file).toEqual([true, true, true]);
  });

  it('is the native command only for stories that run it', () => {
    expect(ofCommandStories.built).toContain('build/native-tests/eegate');
    const runners = sources.filter(
      (file) => /^e2e\/.*\.ts$/.test(file) && readFileSync(file, 'utf8').includes('child_process'),
    );
    expect(runners).toContain('e2e/command.spec.ts');
    for (const file of runners.filter((one) => one !== 'e2e/command.spec.ts'))
      expect(readFileSync(file, 'utf8'), file).not.toMatch(
        /build\/[^/]*native|native-(tests|release|asan)/,
      );
    expect([ofStories.built, ofLibraryStories.built].join()).not.toContain('build/');
  });

  it('is, for stories of the library, neither the page nor its stories', () => {
    const { reads, built } = ofLibraryStories;
    expect(reads('web/page/index.ts')).toBe(false);
    expect(reads('e2e/recording.spec.ts')).toBe(false);
    expect(reads('e2e/library/api.spec.ts')).toBe(true);
    expect(reads('e2e/support/edf.ts')).toBe(true);
    expect(reads('examples/README.md')).toBe(true);
    const scripts = sources
      .filter((file) => file.startsWith('e2e/library/'))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(/['"`]\/?(eegate[\w-]*\.(js|wasm))['"`]/g),
      ])
      .map(([, name]) => `dist/${name}`);
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(built).toContain(script);
  });

  it('is, for tests of programs, what their sources name', () => {
    const { reads, built } = ofPrograms;
    expect(reads('web/page/index.ts')).toBe(false);
    expect(reads('web/shell/files.ts')).toBe(false);
    expect(reads('web/page/public/models/eyes.safetensors')).toBe(true);
    expect(reads('src/base/error.cc')).toBe(true);
    const own = sources.filter((file) => testsOfPrograms.some((name) => file.startsWith(name)));
    const texts = own
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(file, 'utf8'));
    expect(texts.length).toBeGreaterThan(15);
    for (const text of texts) {
      expect(text).not.toMatch(/['"`.]\/?web\/(page(?!\/public)|shell)\b/);
      for (const [, name] of text.matchAll(/['"`](dist\/[\w-]+\.(js|wasm|css|html))['"`]/g))
        expect(built).toContain(name);
    }
  });

  it("is, for the core's tests, all that their sources name outside of their data", () => {
    const named = sources
      .filter((file) => /^tests\/.*\.(cc|h)$/.test(file))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(/test_data\(\) \/ "\.\.\/\.\.\/([^"]+)"/g),
      ])
      .map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(3);
    for (const path of named) {
      const below = sources.filter((file) => file === path || file.startsWith(`${path}/`));
      expect(below.length, path).toBeGreaterThan(0);
      expect(below.filter((file) => !ofCore('program').reads(file))).toEqual([]);
    }
  });
});

describe('two at a time', () => {
  it('runs what is prepared, in order, and never three', async () => {
    const events: string[] = [];
    let nRunning = 0;
    await twoAtATime(
      ['a', 'b', 'c', 'd'],
      async (name) => `${name}!`,
      async (name, prepared) => {
        events.push(name);
        expect(prepared).toBe(`${name}!`);
        expect(++nRunning).toBeLessThanOrEqual(2);
        await new Promise((resolve) => setTimeout(resolve, name === 'a' ? 20 : 5));
        nRunning--;
      },
    );
    expect(events).toEqual(['a', 'b', 'c', 'd']);
    expect(nRunning).toBe(0);
  });

  it('goes on after one that throws, and throws then', async () => {
    const events: string[] = [];
    const all = twoAtATime(
      ['a', 'b', 'c', 'd'],
      async () => null,
      async (name) => {
        events.push(name);
        if (name === 'a') throw new Error('no');
      },
    );
    await expect(all).rejects.toThrow('no');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(events).toEqual(['a', 'b', 'c', 'd']);
  });
});
