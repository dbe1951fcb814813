// Linear interpolation between electrodes by a Delaunay triangulation: exact at every electrode, without overshoot, and without
// extrapolation beyond the outermost electrodes.
import {
  drawHeadOutline,
  headFrame,
  toPixels,
  type Electrode,
  type HeadFrame,
  type MapPoint,
} from './head.js';
import { cssOf, divergingOn } from './diverging.js';
import { pictureOf, type Surface } from './surface.js';

export type Triangle = readonly [number, number, number];

/** Triangles over points, by their indices, none of whose circles holds another point. None where all lie on a line. */
export function triangles(points: readonly MapPoint[]): Triangle[] {
  const far = 50;
  const n = points.length;
  const all = [...points, { x: -far, y: -far }, { x: far, y: -far }, { x: 0, y: far }];
  let found: Triangle[] = [[n, n + 1, n + 2]];
  for (let i = 0; i < n; i++) {
    const isBroken = (t: Triangle) => circleHolds(all[t[0]]!, all[t[1]]!, all[t[2]]!, all[i]!);
    const broken = found.filter(isBroken);
    found = found.filter((t) => !isBroken(t));
    for (const [a, b] of outline(broken)) found.push([a, b, i]);
  }
  return found.filter((t) => t.every((i) => i < n) && area(t.map((i) => points[i]!)) > 1e-9);
}

/** The edges that belong to one of the triangles alone. */
function outline(broken: Triangle[]): [number, number][] {
  const edges = broken.flatMap(([a, b, c]): [number, number][] => [
    [a, b],
    [b, c],
    [c, a],
  ]);
  const isSame = ([a, b]: [number, number], [c, d]: [number, number]) =>
    (a === c && b === d) || (a === d && b === c);
  return edges.filter((edge, i) => !edges.some((other, k) => k !== i && isSame(edge, other)));
}

function circleHolds(a: MapPoint, b: MapPoint, c: MapPoint, p: MapPoint): boolean {
  const [ax, ay, bx, by, cx, cy] = [
    a.x - p.x,
    a.y - p.y,
    b.x - p.x,
    b.y - p.y,
    c.x - p.x,
    c.y - p.y,
  ];
  const [aa, bb, cc] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const inside = ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx);
  const turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return turn > 0 ? inside > 1e-12 : inside < -1e-12;
}

function area([a, b, c]: MapPoint[]): number {
  return Math.abs((b!.x - a!.x) * (c!.y - a!.y) - (b!.y - a!.y) * (c!.x - a!.x)) / 2;
}

/** A point inside a triangle, by how much each corner weighs. */
interface Place {
  corners: Triangle;
  weights: readonly [number, number, number];
}

/** Null outside of the electrodes. */
export function placeOf(
  points: readonly MapPoint[],
  mesh: readonly Triangle[],
  { x, y }: MapPoint,
): Place | null {
  for (const corners of mesh) {
    const [a, b, c] = corners.map((i) => points[i]!) as [MapPoint, MapPoint, MapPoint];
    const whole = (b.y - c.y) * (a.x - c.x) + (c.x - b.x) * (a.y - c.y);
    const u = ((b.y - c.y) * (x - c.x) + (c.x - b.x) * (y - c.y)) / whole;
    const v = ((c.y - a.y) * (x - c.x) + (a.x - c.x) * (y - c.y)) / whole;
    const w = 1 - u - v;
    if (u >= -1e-9 && v >= -1e-9 && w >= -1e-9) return { corners, weights: [u, v, w] };
  }
  return null;
}

export function valueIn({ corners, weights: [u, v, w] }: Place, values: ArrayLike<number>): number {
  const [a, b, c] = [values[corners[0]]!, values[corners[1]]!, values[corners[2]]!];
  const value = u * a + v * b + w * c;
  return Math.min(Math.max(a, b, c), Math.max(Math.min(a, b, c), value)); // rounding must not leave the data
}

/** A square of the map, the number of its column and row, and where its centre lies between the electrodes. */
interface Cell extends Place {
  column: number;
  row: number;
}

const cellPx = 2; // and the colours between two cells pass into each other
const maxCells = 8; // montages and sizes that are remembered

/**
 * Where each cell of a picture lies between electrodes depends on the montage and the size of the picture alone: it is worked out
 * once, and with other values only the colours are others.
 */
export class ScalpCells {
  readonly #known = new Map<string, Cell[]>();
  /** How often cells were worked out. */
  nMade = 0;

  of(points: readonly MapPoint[], width: number, height: number): readonly Cell[] {
    const key = [width, height, ...points.flatMap(({ x, y }) => [x, y])].join(' ');
    const known = this.#known.get(key);
    if (known) return known;
    const made = cellsOf(points, width, height);
    this.nMade++;
    this.#known.set(key, made);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxCells) break;
      this.#known.delete(oldest);
    }
    return made;
  }
}

function cellsOf(points: readonly MapPoint[], width: number, height: number): Cell[] {
  const frame = headFrame(width, height);
  const mesh = triangles(points);
  const cells: Cell[] = [];
  for (let row = 0; row * cellPx < height; row++)
    for (let column = 0; column * cellPx < width; column++) {
      const x = ((column + 0.5) * cellPx - frame.x) / frame.radius;
      const y = (frame.y - (row + 0.5) * cellPx) / frame.radius;
      const place = placeOf(points, mesh, { x, y });
      if (place) cells.push({ column, row, ...place });
    }
  return cells;
}

const sharedCells = new ScalpCells();

interface ScalpScene {
  electrodes: (Electrode & { value: number })[];
  /** The value that has the full colour. */
  scale: number;
  /** Only what was measured: no surface between the electrodes. */
  dotsOnly: boolean;
  focused: string | null;
}

export function drawScalp(surface: Surface, scene: ScalpScene, cells = sharedCells): void {
  const { ctx, width, height, theme } = surface;
  const frame = headFrame(width, height);
  const colors = divergingOn(theme.paper);
  if (!scene.dotsOnly) drawSurface(surface, scene, frame, cells);
  drawHeadOutline(surface, frame);
  const dotPx = scene.dotsOnly ? Math.max(6, Math.min(12, frame.radius / 11)) : 3.5;
  for (const { name, at, value } of scene.electrodes) {
    const { x, y } = toPixels(frame, at);
    ctx.beginPath();
    ctx.arc(x, y, dotPx, 0, 2 * Math.PI);
    ctx.fillStyle = cssOf(colors.at(value / scene.scale));
    ctx.fill();
    ctx.strokeStyle = name === scene.focused ? theme.ink : theme.muted;
    ctx.lineWidth = name === scene.focused ? 2.5 : 1;
    ctx.stroke();
    if (name !== scene.focused && scene.electrodes.length > 24) continue;
    ctx.fillStyle = theme.ink;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    ctx.fillText(name, x, y - dotPx - 2);
  }
}

function drawSurface(
  { ctx, width, height, theme }: Surface,
  { electrodes, scale }: ScalpScene,
  frame: HeadFrame,
  cells: ScalpCells,
): void {
  const colors = divergingOn(theme.paper);
  const values = electrodes.map(({ value }) => value);
  const points = electrodes.map(({ at }) => at);
  // Electrodes below the ring are single dots: a surface out to them would extend beyond the head.
  ctx.save();
  ctx.beginPath();
  ctx.arc(frame.x, frame.y, frame.radius, 0, 2 * Math.PI);
  ctx.clip();
  const [nColumns, nRows] = [Math.ceil(width / cellPx), Math.ceil(height / cellPx)];
  const picture = pictureOf(nColumns, nRows, (pixels) => {
    for (const cell of cells.of(points, width, height)) {
      const color = colors.at(valueIn(cell, values) / scale);
      pixels.set([...color, 255], 4 * (cell.row * nColumns + cell.column));
    }
  });
  ctx.imageSmoothingEnabled = true;
  ctx.drawImage(picture, 0, 0, nColumns * cellPx, nRows * cellPx);
  ctx.restore();
}
