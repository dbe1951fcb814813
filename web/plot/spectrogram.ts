// A spectrogram as a picture: time to the right, frequency upwards, power in decibels from dark blue to yellow.
import { pictureOf, type Surface } from './surface.js';
import { xOf, type TimeAxis } from './time_axis.js';

interface SpectrogramScene {
  axis: TimeAxis;
  nColumns: number;
  nBins: number;
  columnS: number;
  binHz: number;
  /** [nColumns, nBins]; NaN where nothing was measured. */
  density: Float32Array;
}

type Rgb = readonly [number, number, number];
/** Even steps in lightness (after viridis), so that more power is lighter to every reader. */
const steps: readonly Rgb[] = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];

/** 0 to 1. */
export function colorAt(share: number): Rgb {
  const at = Math.min(1, Math.max(0, share)) * (steps.length - 1);
  const first = Math.min(steps.length - 2, Math.floor(at));
  const [from, to] = [steps[first]!, steps[first + 1]!];
  const mixed = (i: 0 | 1 | 2) => Math.round(from[i] + (at - first) * (to[i] - from[i]));
  return [mixed(0), mixed(1), mixed(2)];
}

const decibels = (density: number): number => 10 * Math.log10(density);

type Range = [low: number, high: number];
const ranges = new WeakMap<Float32Array, Range | null>();

/** Decibels between which nine tenths of what was measured lie; null if nothing was. */
export function decibelRange(density: Float32Array): Range | null {
  if (!ranges.has(density)) ranges.set(density, rangeOf(density));
  return ranges.get(density)!;
}

function rangeOf(density: Float32Array): Range | null {
  const stride = Math.max(1, Math.floor(density.length / 20_000));
  const found: number[] = [];
  for (let i = 0; i < density.length; i += stride) {
    const value = decibels(density[i]!);
    if (Number.isFinite(value)) found.push(value);
  }
  if (found.length === 0) return null;
  found.sort((a, b) => a - b);
  const low = found[Math.floor(0.05 * (found.length - 1))]!;
  const high = found[Math.ceil(0.95 * (found.length - 1))]!;
  return [low, Math.max(high, low + 1)];
}

export function drawSpectrogram(surface: Surface, scene: SpectrogramScene): void {
  const { ctx, theme, height } = surface;
  const { axis, nColumns, nBins, columnS, binHz, density } = scene;
  const range = decibelRange(density);
  if (!range) return;
  const picture = pictureOf(nColumns, nBins, (pixels) => pixelsOf(scene, range, pixels));
  ctx.imageSmoothingEnabled = false;
  ctx.fillStyle = theme.gap;
  ctx.fillRect(axis.left, 0, axis.right - axis.left, height);
  const width = xOf(axis, nColumns * columnS) - xOf(axis, 0);
  ctx.drawImage(picture, xOf(axis, 0), 0, width, height);
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  const highestHz = nBins * binHz;
  const halfPx = 7; // of a line of text, which must not be cut
  for (let hz = 5; hz < highestHz; hz += 5) {
    const y = height * (1 - hz / highestHz);
    const isLast = hz + 5 >= highestHz || height * (1 - (hz + 5) / highestHz) < halfPx;
    if (y >= halfPx) ctx.fillText(isLast ? `${hz} Hz` : String(hz), axis.left - 4, y);
  }
}

function pixelsOf(
  { nColumns, nBins, density }: SpectrogramScene,
  [low, high]: Range,
  pixels: Uint8ClampedArray,
): void {
  for (let column = 0; column < nColumns; column++) {
    for (let bin = 0; bin < nBins; bin++) {
      const value = decibels(density[column * nBins + bin]!);
      if (Number.isNaN(value)) continue; // transparent
      const at = 4 * ((nBins - 1 - bin) * nColumns + column);
      pixels.set([...colorAt((value - low) / (high - low)), 255], at);
    }
  }
}
