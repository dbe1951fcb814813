// Every code block of the documents is checked for what it is: data parse, options and scripts are there, elements have the attributes
// that they are given, code has the types of the published declarations. run_blocks.test.ts runs those that can be run.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseLesson } from '../../web/lessons/parse.js';
import { eegate } from '../exchange/command.js';
import { blocks, commandsOf, inLanguage } from './blocks.js';
import { typeProblems } from './typed_blocks.js';

const known = [
  ...['sh', 'usage', 'text', 'js', 'ts', 'json', 'jsonl', 'html', 'markdown', 'python', 'yaml'],
  '{anywidget}',
  '{=html}',
];

it('every block says what it is, and its marker is one that is known', () => {
  for (const { place, language, marker, notRun, type } of blocks) {
    expect(known, place).toContain(language.split(' ')[0]);
    if (marker !== null && /^(not run|type|run)\b/.test(marker))
      expect(notRun ?? type, `${place}: ${marker}`).not.toBeNull();
    if (notRun) expect(['sh', 'js', 'ts', 'python'], place).toContain(language);
    if (type) expect(language, place).toBe('json');
  }
});

describe('JSON', () => {
  it.each(inLanguage('json', '{anywidget}'))('$place', ({ code }) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });
  it.each(inLanguage('jsonl'))('$place', ({ code }) => {
    for (const line of code.split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe.skipIf(!existsSync('dist/eegate.d.ts'))('types', () => {
  const [code, json] = [inLanguage('js', 'ts'), inLanguage('json')];
  const wrong = { ...code[0]!, place: 'wrong code', code: 'await engine.openRecordin(file);' };
  const misspelt = { ...json[0]!, place: 'wrong JSON', code: '{ "versoin": 1 }', type: 'Recipe' };

  it(
    'of the built package fit the blocks; misspelt names are found',
    { timeout: 300_000 },
    async () => {
      const problems = await typeProblems([...code, wrong], [...json, misspelt]);
      expect(problems.filter((problem) => !problem.startsWith('wrong '))).toEqual([]);
      const found = problems.filter((problem) => problem.startsWith('wrong ')).sort();
      expect(found).toEqual([
        expect.stringMatching(/^wrong JSON: .*versoin/),
        expect.stringMatching(/^wrong code: .*openRecordin/),
      ]);
    },
  );
});

describe('lessons', () => {
  const lessons = inLanguage('markdown').filter(({ file }) => file === 'docs/LESSONS.md');
  it.each(lessons)('$place', ({ code }) => {
    const whole = code.startsWith('# ') ? code : `# A lesson\n\nOf one step.\n\n## Step\n\n${code}`;
    expect(parseLesson(whole).problems).toEqual([]);
  });
});

describe('HTML', () => {
  const manifest = JSON.parse(readFileSync('web/elements/custom-elements.json', 'utf8')) as {
    modules: { declarations: { tagName?: string; attributes?: { name: string }[] }[] }[];
  };
  const attributesOf = new Map(
    manifest.modules
      .flatMap(({ declarations }) => declarations)
      .map(({ tagName, attributes }) => [tagName, (attributes ?? []).map(({ name }) => name)]),
  );
  it.each(inLanguage('html', '{=html}'))('$place', ({ code }) => {
    for (const [, tag, attributes] of code.matchAll(/<(eeg-[a-z]+)\b([^>]*)>/g)) {
      expect([...attributesOf.keys()]).toContain(tag);
      for (const [, name] of attributes!.replace(/="[^"]*"/g, '=').matchAll(/([a-z-]+)/g))
        expect([...attributesOf.get(tag)!, 'style', 'class'], `<${tag}>`).toContain(name);
    }
  });
});

describe('Python', () => {
  const python = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!python).each(inLanguage('python'))('$place', ({ code }) => {
    const program = 'import ast, sys; ast.parse(sys.stdin.read())';
    const { stderr } = spawnSync('python3', ['-c', program], { input: code, encoding: 'utf8' });
    expect(stderr).toBe('');
  });
});

describe('commands', () => {
  const scripts = Object.keys(
    (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts,
  );
  const help = new Map<string, string>();
  const helpOf = (command: string) => {
    if (!help.has(command))
      help.set(command, spawnSync(eegate, [command, '--help'], { encoding: 'utf8' }).stdout);
    return help.get(command)!;
  };
  const shown = [...inLanguage('sh', 'usage', 'text')].map((block) => ({
    ...block,
    commands: commandsOf(block.code),
  }));

  it.each(shown)('$place names scripts of the package that are there', ({ code }) => {
    for (const [, script] of code.matchAll(/\bnpm run ([a-z:-]+)/g))
      expect(scripts).toContain(script);
    for (const [, file] of code.matchAll(/\b(?:node|python3|bash) ((?:scripts|bench)\/\S+)/g))
      expect(existsSync(file!), file).toBe(true);
  });

  it.skipIf(!eegate).each(shown.filter(({ language }) => language !== 'text'))(
    '$place has commands and options that the command takes',
    ({ commands }) => {
      for (const line of commands) {
        const [, command] = /^(?:npx )?eegate ([a-z]+)/.exec(line) ?? [];
        if (!command) continue;
        expect(helpOf(command), line).toMatch(/Usage|OPTIONS|Options/i);
        for (const [, option] of line.matchAll(/[\s[](--?[a-z][a-z0-9-]*)/g))
          expect(helpOf(command), `${line}: ${option}`).toMatch(
            new RegExp(`(^|[\\s,])${option}\\b`, 'm'),
          );
      }
    },
  );
});
