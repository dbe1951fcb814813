// Colours for values on both sides of zero: blue below, orange above, which people with every kind of colour vision tell
// apart. Zero is the colour of the paper, so that nothing looks like something; equal distance, equal weight.

export type Rgb = readonly [number, number, number];

const light = { below: [20, 82, 160], above: [178, 75, 0] } as const;
const dark = { below: [110, 178, 255], above: [255, 158, 68] } as const;

export interface Diverging {
  /** `share` -1 to 1; beyond that it stays at the end. */
  at(share: number): Rgb;
}

/** `paper` is a colour as style sheets write it: #rgb or #rrggbb. */
export function divergingOn(paper: string): Diverging {
  const zero = rgbOf(paper);
  const isDark = zero[0] + zero[1] + zero[2] < 384;
  const ends = isDark ? dark : light;
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
