import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { divergingOn, signColors } from '../../plot/diverging.js';
import { Paint } from './paint.js';

/** Custom properties of a style sheet, the light ones or those after the first dark rule. */
function colorsOf(theme: 'light' | 'dark'): Record<string, string> {
  const css = readFileSync('web/page/styles/tokens.css', 'utf8');
  const found = [...css.matchAll(/--([a-z]+(?:-\d)?): (#[0-9a-f]{6})/g)].map(
    ([, name, value]) => [name!, value!] as const,
  );
  return Object.fromEntries(theme === 'light' ? found.reverse() : found); // the last of a name wins
}

type Rgb = [number, number, number];
const rgbOf = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as Rgb;

/** OKLab: equal distances look equally different. */
function lab(hex: string): Rgb {
  const [r, g, b] = rgbOf(hex).map((c) => ((c / 255 + 0.055) / 1.055) ** 2.4) as Rgb;
  const root = (x: number, y: number, z: number) => Math.cbrt(x * r + y * g + z * b);
  const l = root(0.4122214708, 0.5363325363, 0.0514459929);
  const m = root(0.2119034982, 0.6806995451, 0.1073969566);
  const s = root(0.0883024619, 0.2817188376, 0.6299787005);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const distance = (a: string, b: string) => Math.hypot(...lab(a).map((one, i) => one - lab(b)[i]!));

vi.mock('../theme.js', () => ({
  plotTheme() {
    const colors = colorsOf('light');
    const classes = [1, 2, 3, 4, 5, 6].map((k) => colors[`class-${k}`]);
    return { paper: colors['paper'], classes, font: '' };
  },
}));

let painted: Uint8ClampedArray;

beforeEach(() => {
  class FakeCanvas {
    clientWidth = 2;
    clientHeight = 1;
    width = 2;
    height = 1;
    getContext() {
      return {
        canvas: this,
        setTransform: () => undefined,
        fillRect: () => undefined,
        createImageData: () => ({ data: (painted = new Uint8ClampedArray(8)) }),
        putImageData: () => undefined,
      };
    }
  }
  vi.stubGlobal('HTMLCanvasElement', FakeCanvas);
  vi.stubGlobal('window', { devicePixelRatio: 1 });
});
afterEach(() => void vi.unstubAllGlobals());

describe('signed values in Inside', () => {
  it('have the colours of sign that every picture has', () => {
    const paint = new Paint();
    paint.signed('map', { rows: 1, cols: 2, reach: 1, at: (_, col) => (col ? 1 : -1) });
    const canvas = new HTMLCanvasElement();
    paint.draw({ querySelector: () => canvas } as unknown as HTMLElement);
    const { paper } = colorsOf('light');
    const colors = divergingOn(paper!);
    expect([...painted.subarray(0, 3)]).toEqual(colors.at(-1));
    expect([...painted.subarray(4, 7)]).toEqual(colors.at(1));
  });

  it.each(['inside_drawing', 'explain'])('have the same colours in %s.css', (file) => {
    const css = readFileSync(`web/page/styles/${file}.css`, 'utf8');
    const found = [...css.matchAll(/--(?:sign-)?(above|below): (#[0-9a-f]{6})/g)];
    const said = found.map(([, side, color]) => `${side} ${color}`);
    const want = ['light', 'dark'].flatMap((theme) => {
      const { above, below } = signColors(colorsOf(theme as 'light' | 'dark')['paper']!);
      return [`above ${above}`, `below ${below}`];
    });
    expect(said).toEqual(want);
  });

  it.each(['light', 'dark'] as const)('have no colour of a class (%s)', (theme) => {
    const colors = colorsOf(theme);
    const { above, below } = signColors(colors['paper']!);
    expect(distance(above, below)).toBeGreaterThan(0.3);
    for (const k of [1, 2, 3, 4, 5, 6]) {
      const own = colors[`class-${k}`]!;
      const least = k <= 2 ? 0.16 : 0.075; // nearly all models have two classes
      expect(distance(above, own), `above, class ${k}`).toBeGreaterThan(least);
      expect(distance(below, own), `below, class ${k}`).toBeGreaterThan(least);
    }
  });
});
