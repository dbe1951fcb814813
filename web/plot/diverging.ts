// Diverging colours: violet below zero, green above, which can be distinguished with every kind of colour vision, and which no class
// has. Zero has the background colour; equal distances from zero have equal contrast.

type Rgb = readonly [number, number, number];

const light = { below: '#8416a8', above: '#4a7a00' } as const;
const dark = { below: '#d58cff', above: '#b6e04a' } as const;

interface Diverging {
  /** `share` -1 to 1; beyond that it stays at the end. */
  at(share: number): Rgb;
}

/** The full colours on a paper, which is a colour as style sheets write it: #rgb or #rrggbb. */
export function signColors(paper: string): { below: string; above: string } {
  const [r, g, b] = rgbOf(paper);
  return r + g + b < 384 ? dark : light;
}

export function divergingOn(paper: string): Diverging {
  const zero = rgbOf(paper);
  const { below, above } = signColors(paper);
  const ends = { below: rgbOf(below), above: rgbOf(above) };
  return {
    at(share) {
      const end = share < 0 ? ends.below : ends.above;
      const weight = Math.min(1, Math.abs(share) || 0);
      return [0, 1, 2].map((i) => Math.round(zero[i]! + weight * (end[i]! - zero[i]!))) as never;
    },
  };
}

export const cssOf = ([r, g, b]: Rgb): string => `rgb(${r} ${g} ${b})`;

function rgbOf(color: string): Rgb {
  const digits = color.replace('#', '');
  const long = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
  const n = Number.parseInt(long, 16);
  return Number.isNaN(n) ? [255, 255, 255] : [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}
