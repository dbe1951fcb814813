// Records what is drawn on a canvas through `surfaceOf`, so that it can be written as SVG. Lines, shapes and text stay vectors; images
// (drawImage, putImageData) stay images.
import { markup, type Mark, type Path } from './svg.js';

type Context = CanvasRenderingContext2D;

/** Above this number an image of pixels is smaller and faster. */
const maxMarks = 200_000;

export class Recording {
  #marks: Mark[] = [];
  #path: Path = [];
  #at = { scale: 1, x: 0, y: 0 };
  #saved: { scale: number; x: number; y: number }[] = [];
  #ratio = 1;

  /** Forgets what was drawn before. `ratio`: pixels of the canvas per CSS pixel. */
  begin(ratio: number): void {
    this.#marks = [];
    this.#path = [];
    this.#saved = [];
    this.#ratio = ratio;
    this.#at = { scale: 1, x: 0, y: 0 };
  }

  get isTooMuch(): boolean {
    return this.#marks.length >= maxMarks;
  }

  /** `picture` gives the address of a picture's data; an empty one leaves it out. */
  toSvg(picture: (image: unknown) => string, id: string): string {
    return markup(this.#marks, picture, id);
  }

  /** Makes a context record what it draws. */
  listen(ctx: Context): void {
    const path = (command: string, n: number) => (numbers: number[]) =>
      this.#command(command, numbers.slice(0, n));
    const calls: Record<string, (given: never[]) => void> = {
      beginPath: () => (this.#path = []),
      moveTo: path('M', 2),
      lineTo: path('L', 2),
      quadraticCurveTo: path('Q', 4),
      arc: path('A', 5),
      rect: path('R', 4),
      roundRect: path('R', 5),
      fill: () => this.#fill(ctx, this.#path),
      stroke: () => this.#stroke(ctx, this.#path),
      fillRect: (numbers) => this.#fill(ctx, this.#rect(numbers)),
      strokeRect: (numbers) => this.#stroke(ctx, this.#rect(numbers)),
      fillText: ([text, x, y]) => this.#text(ctx, text!, x!, y!, false),
      strokeText: ([text, x, y]) => this.#text(ctx, text!, x!, y!, true),
      drawImage: ([image, ...place]) => this.#image(ctx, image!, place),
      putImageData: ([image, x, y]) => this.#pixels(image!, x!, y!),
      clip: () => this.#add({ kind: 'clip', path: this.#path }),
      save: () => {
        this.#saved.push({ ...this.#at });
        this.#add({ kind: 'save' });
      },
      restore: () => {
        this.#at = this.#saved.pop() ?? this.#at;
        this.#add({ kind: 'restore' });
      },
      translate: ([x, y]) => this.#move(x!, y!),
      setTransform: ([a, , , , e, f]) => this.#place(a!, e!, f!),
    };
    const drawing = ctx as unknown as Record<string, (...given: never[]) => unknown>;
    for (const [name, note] of Object.entries(calls)) {
      const draw = drawing[name]!;
      drawing[name] = function (this: Context, ...given: never[]) {
        note(given);
        return draw.apply(this, given);
      };
    }
  }

  #add(mark: Mark): void {
    if (!this.isTooMuch) this.#marks.push(mark);
  }

  #place(a: number, e: number, f: number): void {
    this.#at = { scale: a / this.#ratio, x: e / this.#ratio, y: f / this.#ratio };
  }

  #move(x: number, y: number): void {
    const { scale } = this.#at;
    this.#at = { scale, x: this.#at.x + x * scale, y: this.#at.y + y * scale };
  }

  readonly #x = (x: number) => x * this.#at.scale + this.#at.x;
  readonly #y = (y: number) => y * this.#at.scale + this.#at.y;

  #command(command: string, n: number[]): void {
    const { scale } = this.#at;
    if (command === 'A' || command === 'R') {
      const [x = 0, y = 0, ...rest] = n;
      const sizes =
        command === 'A' ? [rest[0]! * scale, ...rest.slice(1)] : rest.map((one) => one * scale);
      this.#path.push(command, this.#x(x), this.#y(y), ...sizes);
      if (command === 'R' && sizes.length < 3) this.#path.push(0);
    } else this.#path.push(command, ...n.map((one, i) => (i % 2 ? this.#y(one) : this.#x(one))));
  }

  #rect([x = 0, y = 0, w = 0, h = 0]: number[]): Path {
    const { scale } = this.#at;
    return ['R', this.#x(x), this.#y(y), w * scale, h * scale, 0];
  }

  #fill({ fillStyle, globalAlpha: alpha }: Context, path: Path): void {
    this.#add({ kind: 'fill', path, color: String(fillStyle), alpha });
  }

  #stroke(ctx: Context, path: Path): void {
    const { strokeStyle, globalAlpha: alpha, lineWidth } = ctx;
    const width = lineWidth * this.#at.scale;
    const dash = ctx.getLineDash();
    this.#add({ kind: 'stroke', path, color: String(strokeStyle), alpha, width, dash });
  }

  #text(ctx: Context, text: string, x: number, y: number, isOutline: boolean): void {
    const { font, textAlign: align, textBaseline: baseline, globalAlpha: alpha } = ctx;
    const color = String(isOutline ? ctx.strokeStyle : ctx.fillStyle);
    const outline = isOutline ? ctx.lineWidth : null;
    const letters = { font, align, baseline, outline };
    this.#add({ kind: 'text', text, x: this.#x(x), y: this.#y(y), color, alpha, ...letters });
  }

  #image(
    { globalAlpha: alpha }: Context,
    image: { width: number; height: number },
    place: number[],
  ) {
    const [x = 0, y = 0, w = image.width, h = image.height] = place;
    const { scale } = this.#at;
    const size = { w: w * scale, h: h * scale };
    this.#add({ kind: 'image', image, x: this.#x(x), y: this.#y(y), ...size, alpha });
  }

  /** Pixels are not transformed. */
  #pixels(image: { width: number; height: number }, x: number, y: number): void {
    const [w, h] = [image.width / this.#ratio, image.height / this.#ratio];
    const at = { x: x / this.#ratio, y: y / this.#ratio };
    this.#add({ kind: 'image', image, ...at, w, h, alpha: 1 });
  }
}

const recordings = new WeakMap<HTMLCanvasElement, Recording>();

/** For a canvas that is about to be redrawn. */
export function record(canvas: HTMLCanvasElement, ctx: Context, ratio: number): void {
  let recording = recordings.get(canvas);
  if (!recording) {
    recording = new Recording();
    recording.listen(ctx);
    recordings.set(canvas, recording);
  }
  recording.begin(ratio);
}

/** Null if nothing was recorded, or too much to be useful. */
export function recordingOf(canvas: HTMLCanvasElement): Recording | null {
  const recording = recordings.get(canvas);
  return recording && !recording.isTooMuch ? recording : null;
}
