// What the command tells of itself is true of it: completions and the manual hold every command and option, in forms that shells
// and man accept. Skipped until the command is built.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eegate } from '../exchange/command.js';

const said = (...args: string[]) => {
  const { stdout, stderr, status } = spawnSync(eegate, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
};
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, one]) => one!);
const commands = () => matches(said('--help').split('Subcommands:')[1]!, /^ {2}([a-z]+) /gm);
const optionsOf = (command: string) =>
  matches(said(command, '--help'), /^ {2}(?:-\w,)?(--[a-z][a-z0-9-]+)/gm);

/** What bash offers after these words. */
function offered(...words: string[]): string[] {
  const script = `${said('completion', 'bash')}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
    _eegate; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');
}

const hasShell = (shell: string) => existsSync(`/usr/bin/${shell}`) || existsSync(`/bin/${shell}`);

describe.skipIf(!eegate)('what the command tells of itself', { timeout: 60_000 }, () => {
  it('bash offers every command, and every option of each', () => {
    expect(commands().length).toBeGreaterThan(12);
    expect(offered('eegate', '')).toEqual([...commands(), '--help', '--version']);
    expect(offered('eegate', 'cl')).toEqual(['classify']);
    for (const command of commands())
      expect(offered('eegate', command, '--')).toEqual(expect.arrayContaining(optionsOf(command)));
  });

  it.each(['zsh', 'fish'])('the completion for %s holds every command and option', (shell) => {
    const script = said('completion', shell);
    for (const command of commands()) {
      const own =
        shell === 'zsh'
          ? script.split(`\n    ${command})\n`)[1]!.split(';;')[0]!
          : script
              .split('\n')
              .filter((line) => line.includes(`_from ${command}'`))
              .join('\n');
      for (const option of optionsOf(command))
        expect(own).toContain(shell === 'zsh' ? `'${option}[` : ` -l ${option.slice(2)} `);
    }
    if (!hasShell(shell)) return;
    const { stderr, status } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('the manual holds every command, option and exit code', () => {
    const manual = said('man').replaceAll('\\-', '-');
    for (const command of commands()) {
      const own = manual.split(`.SS "${command}"\n`)[1]!.split('\n.S')[0]!;
      for (const option of optionsOf(command)) expect(own).toContain(option);
    }
    const codes = matches(manual.split('.SH EXIT STATUS')[1]!, /^\.TP\n(\d+)\n/gm);
    expect(codes).toEqual(['0', '1', '2', '3', '130']);
    const documented = /\*\*Exit codes\.\*\*(.*?)\n\*\*/s.exec(
      readFileSync('docs/CLI.md', 'utf8'),
    )![1]!;
    expect(matches(documented, /(?:^|\. |\s)(\d+): /g)).toEqual(codes);
  });

  it('the manual as Markdown is made of the same options and exit codes', () => {
    const manual = said('man', '--markdown');
    for (const command of commands()) {
      const own = manual.split(`\n## ${command}\n`)[1]!.split('\n## ')[0]!;
      for (const option of optionsOf(command)) expect(own).toContain(`\`${option}\``);
      for (const row of own.split('\n').filter((line) => line.startsWith('| ')))
        expect(row.replaceAll('\\|', '').split('|').length, row).toBe(4);
    }
    const codes = matches(manual.split('\n## ')[0]!, /^\| (\d+) \|/gm);
    expect(codes).toEqual(['0', '1', '2', '3', '130']);
  });

  it('every command can be quiet, and answers as JSON unless it prints a text of its own', () => {
    for (const command of commands()) {
      const options = optionsOf(command);
      expect(options, command).toContain('--quiet');
      const printsText = ['completion', 'man', 'schema'].includes(command);
      expect(options.includes('--json'), command).toBe(!printsText);
    }
  });

  it('doctor finds that numbers are the same as on other machines', () => {
    expect(said('doctor')).toMatch(/numbers +ok +as on every other machine/);
  });

  it('refuses a shell that it does not know, as wrong usage', () => {
    const { stderr, status } = spawnSync(eegate, ['completion', 'csh'], { encoding: 'utf8' });
    expect(stderr).toContain('csh');
    expect(status).toBe(2);
  });
});
