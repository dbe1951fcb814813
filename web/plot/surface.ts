// What drawing needs apart from data: a context whose unit is the CSS pixel, and the colours of the theme.

import { nClassColors } from './class_colors.js';
import { record } from './canvas_recording.js';

export interface PlotTheme {
  paper: string;
  ink: string;
  muted: string;
  grid: string;
  trace: string;
  gap: string;
  mark: string;
  cursor: string;
  /** One per class; the same class has the same colour everywhere. */
  classes: readonly string[];
  font: string;
}

/** From the style of an element; `prefix` stands before the names of its variables. */
export function plotThemeOf(element: Element, prefix: string): PlotTheme {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(prefix + name).trim();
  return {
    paper: color('paper'),
    ink: color('ink'),
    muted: color('muted'),
    grid: color('grid'),
    trace: color('trace'),
    gap: color('gap'),
    mark: color('mark'),
    cursor: color('accent'),
    classes: Array.from({ length: nClassColors }, (_, k) => color(`class-${k + 1}`)),
    font: '11px -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif',
  };
}

export interface Surface {
  ctx: CanvasRenderingContext2D;
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
  theme: PlotTheme;
}

/** Fits a canvas to its place on the screen, clears it, and sets the CSS pixel as its unit. */
export function surfaceOf(canvas: HTMLCanvasElement, theme: PlotTheme): Surface | null {
  const ctx = canvas.getContext('2d', { alpha: false }); // filled with paper: nothing shines through
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!ctx || width === 0 || height === 0) return null;
  const ratio = window.devicePixelRatio || 1;
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  record(canvas, ctx, ratio); // so that it can be saved as SVG
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = theme.paper;
  ctx.fillRect(0, 0, width, height);
  ctx.font = theme.font;
  return { ctx, width, height, ratio, theme };
}

/** A picture of `width` x `height` pixels of red, green, blue and opacity, to be drawn in any size. */
export function pictureOf(
  width: number,
  height: number,
  paint: (pixels: Uint8ClampedArray) => void,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const ctx = canvas.getContext('2d')!;
  const image = ctx.createImageData(width, height);
  paint(image.data);
  ctx.putImageData(image, 0, 0);
  return canvas;
}

export function classColor(theme: PlotTheme, index: number): string {
  return theme.classes[index % theme.classes.length] ?? theme.ink;
}

/**
 * The name of a channel: without "EEG" in front, which nearly all have, before it is shortened, and without "EOG" and the like where
 * the rest fits and names electrodes, as E1-M2; "Right" alone is no channel. A number at its end stays: it may be all that tells names apart.
 */
export function fittedName(ctx: CanvasRenderingContext2D, name: string, maxWidth: number): string {
  const whole = [name, name.replace(/^E(EG[ _-]+(?=.)|[OMC]G[ _-]+(?=.*[\d-]))/i, '')];
  const fits = whole.find((one) => ctx.measureText(one).width <= maxWidth);
  if (fits !== undefined) return fits;
  const text = name.replace(/^EEG[ _-]+(?=.)/i, '');
  const number = /(?<=\D)\d{1,3}$/.exec(text)?.[0] ?? '';
  return fitted(ctx, text, maxWidth, number) || fitted(ctx, text, maxWidth);
}

/** `text`, shortened with an ellipsis until it fits, and its `end` kept; "" where not a letter does. */
export function fitted(
  ctx: CanvasRenderingContext2D,
  text: string,
  maxWidth: number,
  end = '',
): string {
  if (ctx.measureText(text).width <= maxWidth) return text;
  const short = (n: number) => `${text.slice(0, n).trimEnd()}…${end}`;
  let n = text.length - end.length;
  while (n > 0 && ctx.measureText(short(n)).width > maxWidth) n--;
  return n > 0 ? short(n) : '';
}
