// A head seen from above with electrodes. Everything that draws electrodes uses this projection.
import { cssOf } from './diverging.js';
import { colorAt } from './spectrogram.js';
import { fitted, type PlotTheme, type Surface } from './surface.js';

/** On a head of radius 1: x to the right ear, y to the nose, z to the vertex. */
interface HeadPosition {
  x: number;
  y: number;
  z: number;
}

/** On the map: the vertex at 0, 0; the ring through Fpz, T8, Oz, T7 at radius 1; y to the nose. */
export interface MapPoint {
  x: number;
  y: number;
}

/** Equal angles from the vertex are equal distances on the map, so what lies below the ring is drawn outside it. */
export function projected({ x, y, z }: HeadPosition): MapPoint {
  const flat = Math.hypot(x, y);
  if (flat < 1e-9) return { x: 0, y: 0 };
  const radius = Math.atan2(flat, z) / (Math.PI / 2);
  return { x: (x / flat) * radius, y: (y / flat) * radius };
}

/** Where the map lies on a surface: pixels of its centre, and of radius 1. */
export interface HeadFrame {
  x: number;
  y: number;
  radius: number;
}

const outermost = 1.3; // T9, Iz, and the nose

/** With space for the dots of the outermost electrodes and a ring around one of them. */
export function headFrame(width: number, height: number): HeadFrame {
  const size = Math.min(width, height);
  const dotPx = Math.min(17, size / 20);
  return { x: width / 2, y: height / 2, radius: (size / 2 - dotPx) / outermost };
}

export function toPixels(frame: HeadFrame, { x, y }: MapPoint): MapPoint {
  return { x: frame.x + x * frame.radius, y: frame.y - y * frame.radius };
}

export interface Electrode {
  name: string;
  at: MapPoint;
}

const reachPx = 20;

/** The electrode nearest to a pixel, if it is close enough. */
export function electrodeAt<E extends Electrode>(
  electrodes: readonly E[],
  frame: HeadFrame,
  pixel: MapPoint,
): E | null {
  let [best, bestPx]: [E | null, number] = [null, reachPx];
  for (const electrode of electrodes) {
    const at = toPixels(frame, electrode.at);
    const px = Math.hypot(at.x - pixel.x, at.y - pixel.y);
    if (px < bestPx) [best, bestPx] = [electrode, px];
  }
  return best;
}

/**
 * The next electrode in a direction: its distance from the line counts twice, so that rows and columns of the 10-10 system are
 * followed. Null if there is none.
 */
export function electrodeBeside<E extends Electrode>(
  electrodes: readonly E[],
  from: MapPoint,
  towards: MapPoint,
): E | null {
  let [best, bestFar]: [E | null, number] = [null, Infinity];
  for (const electrode of electrodes) {
    const [dx, dy] = [electrode.at.x - from.x, electrode.at.y - from.y];
    const along = dx * towards.x + dy * towards.y;
    const aside = Math.abs(dx * towards.y - dy * towards.x);
    if (along < 1e-3 || aside > 2 * along) continue;
    const far = along + 2 * aside;
    if (far < bestFar) [best, bestFar] = [electrode, far];
  }
  return best;
}

/** Where an arrow key leads on a head that is seen from above. */
export const arrowDirections: Record<string, MapPoint> = {
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Outline, ears and nose. */
export function drawHeadOutline({ ctx, theme }: Surface, frame: HeadFrame): void {
  const { x, y, radius } = frame;
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.moveTo(x - 0.12 * radius, y - 0.99 * radius);
  ctx.lineTo(x, y - 1.14 * radius);
  ctx.lineTo(x + 0.12 * radius, y - 0.99 * radius);
  for (const side of [-1, 1]) {
    ctx.moveTo(x + side * 0.985 * radius, y - 0.17 * radius);
    ctx.quadraticCurveTo(x + side * 1.13 * radius, y, x + side * 0.985 * radius, y + 0.17 * radius);
  }
  ctx.stroke();
}

interface HeadScene {
  /** `share`: of what is measured there, 0 for the least and 1 for the most; null where nothing is. Without it electrodes have no colour but that of being on. */
  electrodes: (Electrode & { isOn: boolean; share?: number | null })[];
  /** The one that has the keyboard focus or the pointer. */
  focused: string | null;
}

export function drawHead(surface: Surface, scene: HeadScene): void {
  const { ctx, width, height, theme } = surface;
  const frame = headFrame(width, height);
  drawHeadOutline(surface, frame);
  const dotPx = Math.max(7, Math.min(13, frame.radius / 11));
  if (dotPx < 11) ctx.font = ctx.font.replace(/[\d.]+px/, dotPx < 9.5 ? '8px' : '9px'); // names must not run into each other
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { name, at, isOn, share } of scene.electrodes) {
    const { x, y } = toPixels(frame, at);
    const { fill, ink } = lookOf(theme, isOn, share);
    ctx.globalAlpha = isOn || typeof share !== 'number' ? 1 : 0.35; // the traces do not show it
    ctx.beginPath();
    ctx.arc(x, y, dotPx, 0, 2 * Math.PI);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.strokeStyle = fill === theme.cursor ? fill : theme.muted;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.fillStyle = ink;
    ctx.fillText(fitted(ctx, name, 2 * dotPx + 4), x, y + 0.5);
    ctx.globalAlpha = 1;
    if (name !== scene.focused) continue;
    ctx.beginPath();
    ctx.arc(x, y, dotPx + 3, 0, 2 * Math.PI);
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2;
    ctx.stroke();
  }
}

function lookOf(
  { cursor, paper, ink }: PlotTheme,
  isOn: boolean,
  share: number | null | undefined,
): { fill: string; ink: string } {
  if (share === null) return { fill: paper, ink };
  if (share === undefined) return isOn ? { fill: cursor, ink: paper } : { fill: paper, ink };
  const [r, g, b] = colorAt(share);
  return { fill: cssOf([r, g, b]), ink: 0.3 * r + 0.59 * g + 0.11 * b > 103 ? '#000' : '#fff' };
}
