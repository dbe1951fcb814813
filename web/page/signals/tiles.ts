// Traces as tiles of equal width along the recording. Scrolling moves tiles; only new ones are drawn.
import { summarize } from '../../plot/decimate.js';
import { littleEndianColor, paintColumns, tint, type Coverage } from '../../plot/columns.js';
import type { PlotTheme, Surface } from '../../plot/surface.js';
import type { TimeAxis } from '../../plot/time_axis.js';
import {
  columnRow,
  isDense,
  paintRows,
  rowHeight,
  type Picture,
  type TraceRow,
} from '../../plot/traces.js';
import type { Chunk } from './chunks.js';
import { Chunks, type ChunkSource } from './chunks.js';

const perView = 8;
const maxPictures = 40;

interface TileScene extends Omit<ChunkSource, 'chunkS'> {
  startS: number;
  spanS: number;
  /** CSS pixels of what is drawn, names and axis apart. */
  width: number;
  /** Of the whole canvas. */
  height: number;
  ratio: number;
  theme: PlotTheme;
  /** CSS pixels per microvolt. */
  scale: number;
}

interface Level {
  center: number;
  scale: number;
  min: number;
  max: number;
  rms: number;
}

interface Tile {
  image: HTMLCanvasElement;
  stamp: string;
}

export class Tiles {
  readonly #chunks: Chunks;
  readonly #onReady: () => void;
  #tiles = new Map<number, Tile>();
  #levels = new Map<string, Level>();
  #levelled = new Set<Chunk>();
  #levelLook = '';
  #version = 0;
  #previous = 0;
  #shown: [number, number] = [0, -1];
  #room: { coverage: Coverage; image: ImageData } | null = null;
  #summaries = new WeakMap<Chunk, Map<string, Part>>();

  constructor(onData: () => void, onError: (thrown: unknown, name: string) => void) {
    this.#onReady = onData;
    this.#chunks = new Chunks(onData, onError);
  }

  /** Where the middle of a row is, and how large a unit, as far as it is known; in the order of the rows. */
  draw(scene: TileScene): Picture[] {
    const columns = Math.ceil((scene.width * scene.ratio) / perView);
    const columnsPerS = (scene.width * scene.ratio) / scene.spanS;
    const { recording, rows, seen } = scene;
    const chunkS = columns / columnsPerS;
    if (this.#chunks.use({ recording, rows, seen, chunkS })) this.#forget();
    const first = Math.floor(scene.startS / chunkS);
    const last = Math.floor((scene.startS + scene.spanS) / chunkS);
    this.#chunks.want(first, last);
    this.#shown = [first, last];
    this.#level(scene, first, last);
    const pictures: Picture[] = [];
    let isNew = false;
    for (let index = first; index <= last; index++) {
      const was = this.#tiles.get(index)?.stamp;
      const tile = this.#tile(scene, index, columns, chunkS);
      isNew ||= tile !== null && tile.stamp !== was;
      const column = Math.round(index * columns - scene.startS * columnsPerS);
      if (tile) pictures.push({ image: tile.image, column });
    }
    if (!isNew) this.#prepare(scene, first, last, columns, chunkS);
    this.#previous = scene.startS;
    return pictures;
  }

  /** Root mean square of a row about its mean, of what was first seen of it. */
  spread(name: string): number | null {
    return this.#levels.get(name)?.rms ?? null;
  }

  /** The sample nearest to a time, if it is here; null inside a gap, and where only extremes are kept. */
  valueAt(name: string, timeS: number): number | null {
    const data = this.#chunks.at(timeS)?.get(name);
    if (data?.summary) return null;
    const value = data?.samples[Math.round((timeS - data.startS) * data.sfreq)];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** The value of a row all along the traces in view; null if it changes. */
  constantOf(name: string): number | null {
    return this.#chunks.constantIn(name, ...this.#shown);
  }

  /** Pixels for each unit of a row that is not a voltage. */
  readonly scaleOf = (name: string): number => this.#levels.get(name)?.scale ?? 1;

  /** A picture of what comes next is made while nothing else was to do. */
  #prepare(scene: TileScene, first: number, last: number, columns: number, chunkS: number): void {
    const isForward = scene.startS >= this.#previous;
    const next = isForward ? [last + 1, last + 2] : [first - 1, first - 2];
    const index = next.find((one) => this.#chunks.get(one) && !this.#isCurrent(scene, one));
    if (index === undefined) return;
    this.#tile(scene, index, columns, chunkS);
    if (scene.startS === this.#previous) this.#onReady(); // at rest there is time for one more
  }

  #isCurrent(scene: TileScene, index: number): boolean {
    return this.#tiles.get(index)?.stamp === this.#stamp(scene);
  }

  #stamp({ scale, height, ratio, theme }: TileScene): string {
    return [scale, height, ratio, theme.trace, this.#version].join(' ');
  }

  #tile(scene: TileScene, index: number, columns: number, chunkS: number): Tile | null {
    const stamp = this.#stamp(scene);
    const known = this.#tiles.get(index);
    const chunk = this.#chunks.get(index);
    if (known?.stamp === stamp) {
      this.#tiles.delete(index); // the least recently used stand first
      this.#tiles.set(index, known);
      return known;
    }
    if (!chunk) return null;
    const image = known?.image ?? this.#spare() ?? document.createElement('canvas');
    const pixelHeight = Math.round(scene.height * scene.ratio);
    if (image.width !== columns || image.height !== pixelHeight) {
      image.width = columns;
      image.height = pixelHeight;
    }
    const ctx = image.getContext('2d')!;
    const axis = {
      startS: index * chunkS,
      spanS: chunkS,
      left: 0,
      right: columns / scene.ratio,
    };
    const { height, ratio, theme } = scene;
    const surface = { ctx, width: axis.right, height, ratio, theme };
    this.#paint(surface, axis, this.#rows(scene, chunk));
    const tile = { image, stamp };
    this.#tiles.delete(index);
    this.#tiles.set(index, tile);
    return tile;
  }

  /** Dense rows pixel by pixel, the others as lines above them. */
  #paint(surface: Surface, axis: TimeAxis, rows: TraceRow[]): void {
    const { ctx, ratio, theme } = surface;
    const { width, height } = ctx.canvas;
    const color = littleEndianColor(theme.trace);
    const isPainted = (row: TraceRow) => color !== null && isDense(surface, axis, row);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (color === null || !rows.some(isPainted)) ctx.clearRect(0, 0, width, height);
    else {
      const { coverage, image } = this.#scratch(width, height);
      rows.forEach((row, i) => {
        if (isPainted(row))
          paintColumns(coverage, columnRow(surface, axis, row, i, rows.length), Math.max(1, ratio));
      });
      tint(coverage, color, image.data);
      ctx.putImageData(image, 0, 0);
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintRows(surface, axis, rows, (row) => !isPainted(row));
  }

  /** Room to paint in, empty; the same for all tiles of one size. */
  #scratch(width: number, height: number): { coverage: Coverage; image: ImageData } {
    const known = this.#room;
    if (known?.image.width === width && known.image.height === height) {
      known.coverage.alpha.fill(0);
      return known;
    }
    const coverage = { width, height, alpha: new Uint8ClampedArray(width * height) };
    this.#room = { coverage, image: new ImageData(width, height) };
    return this.#room;
  }

  #spare(): HTMLCanvasElement | null {
    if (this.#tiles.size < maxPictures) return null;
    const [index, tile] = this.#tiles.entries().next().value!;
    this.#tiles.delete(index);
    return tile.image;
  }

  #rows(scene: TileScene, chunk: Chunk): TraceRow[] {
    return scene.rows.map(({ name }) => {
      const { center, scale } = this.#levels.get(name) ?? { center: 0, scale: 1 };
      const data = chunk.get(name) ?? { samples: new Float32Array(0), sfreq: 1, startS: 0 };
      return { name, ...data, center, scale };
    });
  }

  #summary(chunk: Chunk, name: string): Part {
    let rows = this.#summaries.get(chunk);
    if (!rows) this.#summaries.set(chunk, (rows = new Map()));
    const known = rows.get(name);
    if (known) return known;
    const data = chunk.get(name);
    const made = data?.summary ?? summarize(data?.samples ?? noSamples);
    rows.set(name, made);
    return made;
  }

  #forget(): void {
    this.#tiles.clear();
    this.#levels.clear();
    this.#levelled.clear();
    this.#version++;
  }

  /**
   * The middle of each row is the mean of what is in view. It is kept until the trace has left its row, because the tiles
   * must be drawn again when it changes.
   */
  #level(scene: TileScene, first: number, last: number): void {
    const chunks: Chunk[] = [];
    for (let index = first; index <= last; index++) {
      const chunk = this.#chunks.get(index);
      if (chunk) chunks.push(chunk);
    }
    const look = `${scene.scale} ${scene.height}`;
    const isLevelled = look === this.#levelLook && chunks.every((one) => this.#levelled.has(one));
    if (!chunks.length || isLevelled) return;
    this.#levelLook = look;
    const pitch = rowHeight(scene.height, scene.rows.length);
    const isComplete = chunks.length === last - first + 1;
    let hasMoved = false;
    for (const row of scene.rows) {
      const isVoltage = scene.recording.channels[row.index]!.isVoltage;
      const parts = chunks.map((chunk) => this.#summary(chunk, row.name));
      const known = this.#levels.get(row.name);
      const next = isVoltage
        ? voltageLevel(parts, scene.scale)
        : rangeLevel(parts, pitch, known ?? null);
      if (!next) continue;
      const movedPx = known ? Math.abs((next.center - known.center) * next.scale) : Infinity;
      const isOther = !known || next.scale !== known.scale || (isVoltage && movedPx > pitch / 2);
      if (!isOther) continue;
      this.#levels.set(row.name, next);
      hasMoved = true;
    }
    if (hasMoved) this.#version++;
    if (isComplete) this.#levelled = new Set(chunks);
  }
}

const noSamples = new Float32Array(0);
type Part = ReturnType<typeof summarize>;

function voltageLevel(parts: Part[], scale: number): Level | null {
  const n = parts.reduce((sum, part) => sum + part.n, 0);
  if (!n) return null;
  const center = parts.reduce((sum, { mean, n }) => sum + (n ? mean * n : 0), 0) / n;
  const squares = parts.reduce(
    (sum, { mean, rms, n }) => sum + (n ? n * (rms * rms + (mean - center) ** 2) : 0),
    0,
  );
  return { center, scale, min: 0, max: 0, rms: Math.sqrt(squares / n) };
}

/** What is not measured in volts fills its row; its range only grows. */
function rangeLevel(parts: Part[], pitch: number, known: Level | null): Level | null {
  const filled = parts.filter(({ n }) => n);
  if (!filled.length) return null;
  const min = Math.min(known?.min ?? Infinity, ...filled.map((part) => part.min));
  const max = Math.max(known?.max ?? -Infinity, ...filled.map((part) => part.max));
  const scale = (0.8 * pitch) / Math.max(max - min, 1e-9);
  return { center: (min + max) / 2, scale, min, max, rms: 0 };
}
