import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ClassColors, nClassColors } from './class_colors.js';

describe('the colour of a class', () => {
  it('goes with its name, whatever the order of a model', () => {
    const colors = new ClassColors();
    const [open, closed] = colors.slotsOf(['eyes open', 'eyes closed']);
    expect(open).not.toBe(closed);
    expect(colors.slotsOf(['eyes closed', 'eyes open'])).toEqual([closed, open]);
    expect(colors.slotsOf(['artefact', 'eyes closed', 'eyes open']).slice(1)).toEqual([
      closed,
      open,
    ]);
  });
  it('begins with the first, in the order of the first model', () =>
    expect(new ClassColors().slotsOf(['W', 'N1', 'N2', 'N3', 'REM'])).toEqual([0, 1, 2, 3, 4]));
  it('differs within a model, also where other models gave two names the same', () => {
    const colors = new ClassColors();
    expect(colors.slotsOf(['a', 'b'])).toEqual([0, 1]);
    expect(colors.slotsOf(['c', 'd'])).toEqual([0, 1]);
    expect(colors.slotsOf(['a', 'c'])).toEqual([0, 1]);
    expect(colors.slotsOf(['c', 'd'])).toEqual([0, 1]);
  });
  it('comes again where there are more classes than colours', () => {
    const names = Array.from({ length: 20 }, (_, k) => `class ${k}`);
    const slots = new ClassColors().slotsOf(names);
    expect(slots).toEqual([...Array.from({ length: 18 }, (_, k) => k), 0, 1]);
  });
});

describe.each(['light', 'dark'])('the colours of the page, %s', (theme) => {
  const sheet = readFileSync('web/page/styles/tokens.css', 'utf8');
  const dark = sheet.indexOf(":root[data-theme='dark']");
  const rules = theme === 'dark' ? sheet.slice(dark) : sheet.slice(0, dark);
  const light = (name: string) => {
    const hex = new RegExp(`--${name}: #(\\w{6})`).exec(rules)![1]!;
    const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
    return 0.2126 * r! ** 2.2 + 0.7152 * g! ** 2.2 + 0.0722 * b! ** 2.2 + 0.05;
  };
  const contrast = (a: string, b: string) =>
    Math.max(light(a), light(b)) / Math.min(light(a), light(b));

  it('stand out from the paper, and each round from the others', () => {
    for (let k = 1; k <= nClassColors; k++)
      expect(contrast(`class-${k}`, 'paper'), `class ${k}`).toBeGreaterThan(3);
    for (let k = 1; k <= 6; k++)
      for (const [a, b] of [
        [k, k + 6],
        [k, k + 12],
        [k + 6, k + 12],
      ])
        expect(contrast(`class-${a}`, `class-${b}`), `class ${a}`).toBeGreaterThan(1.7);
  });
});
