// Pointer on the traces: hovering shows the time, dragging moves through the recording, dragging with Shift measures, a finger
// scrolls the rows, two zoom, a click selects a window, or a channel by its name.
import { timeAt, type TimeAxis } from '../plot/time_axis.js';

/** From where a caliper was set to where it is now; heights are CSS pixels from the top, null where only time is measured. */
export interface Measured {
  fromS: number;
  toS: number;
  fromY: number | null;
  toY: number | null;
}

interface PointerHandlers {
  axis(): TimeAxis;
  onHover(timeS: number | null): void;
  onPan(startS: number): void;
  /** How high a row is that a finger can scroll; 0 where all are shown. */
  rowPx(): number;
  /** A finger went so many rows up. */
  onScroll(rows: number): void;
  onClick(timeS: number): void;
  /** On the name of a row, CSS pixels from the top. */
  onName(y: number): void;
  /** Right button, or a finger that stays, on the name of a row; `place` is on the screen. */
  onMenu(y: number, place: { x: number; y: number }): void;
  onMeasure(measured: Measured): void;
  /** Ctrl with the wheel, or two fingers on a trackpad: the seconds on the screen become `factor` times as many. */
  onZoom(factor: number, timeS: number): void;
}

const clickPx = 4;
const zoomPerPx = 0.003;
const holdMs = 500;

interface Drag {
  x: number;
  y: number;
  axis: TimeAxis;
  measures: boolean;
  hasMoved: boolean;
  /** A finger that went up or down first; of how many rows this was told. */
  scrolls: { rowPx: number; rows: number } | null;
}

export function followPointer(canvas: HTMLCanvasElement, handlers: PointerHandlers): void {
  const pointer = new Pointer(canvas, handlers);
  canvas.addEventListener('pointerdown', (event) => pointer.down(event));
  canvas.addEventListener('pointermove', (event) => pointer.move(event));
  canvas.addEventListener('pointerup', (event) => pointer.up(event));
  canvas.addEventListener('touchend', (event) => pointer.touchEnd(event));
  canvas.addEventListener('pointercancel', (event) => pointer.cancel(event));
  canvas.addEventListener('contextmenu', (event) => pointer.rightButton(event));
  canvas.addEventListener('pointerleave', () => handlers.onHover(null));
  canvas.addEventListener('wheel', (event) => pointer.wheel(event), { passive: false });
}

class Pointer {
  readonly #canvas: HTMLCanvasElement;
  readonly #to: PointerHandlers;
  #drag: Drag | null = null;
  #held: ReturnType<typeof setTimeout> | undefined;
  /** Opens the menu that a long touch has opened. */
  #opensMenu: (() => void) | null = null;
  /** Where each finger is, CSS pixels from the left. */
  readonly #touches = new Map<number, number>();

  constructor(canvas: HTMLCanvasElement, handlers: PointerHandlers) {
    this.#canvas = canvas;
    this.#to = handlers;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#touches.set(event.pointerId, event.offsetX);
    this.#canvas.setPointerCapture(event.pointerId);
    const { offsetX: x, offsetY: y, shiftKey: measures } = event;
    const axis = this.#to.axis();
    this.#drag =
      this.#touches.size === 1 ? { x, y, axis, measures, hasMoved: false, scrolls: null } : null;
    clearTimeout(this.#held);
    this.#opensMenu = null;
    const opensMenu = this.#menuOf(event); // later, an event that was handled tells of other places
    if (this.#drag && event.pointerType === 'touch' && x < axis.left)
      this.#held = setTimeout(() => this.#hold(opensMenu), holdMs);
  }

  #hold(opensMenu: () => void): void {
    if (!this.#drag || this.#drag.hasMoved) return;
    this.#drag = null; // the end of a long press is no click
    this.#opensMenu = opensMenu;
    opensMenu();
  }

  move(event: PointerEvent): void {
    if (this.#touches.size === 2) return this.#pinch(event);
    const drag = this.#drag;
    const { offsetX, offsetY, pointerType } = event;
    if (!drag)
      return this.#to.onHover(pointerType === 'mouse' ? timeAt(this.#to.axis(), offsetX) : null);
    const [byX, byY] = [offsetX - drag.x, offsetY - drag.y];
    if (!drag.hasMoved && Math.hypot(byX, byY) > clickPx) {
      drag.hasMoved = true;
      const rowPx = pointerType === 'touch' && Math.abs(byY) > Math.abs(byX) ? this.#to.rowPx() : 0;
      if (rowPx) drag.scrolls = { rowPx, rows: 0 };
    }
    if (!drag.hasMoved) return;
    if (drag.scrolls) return this.#scroll(drag.scrolls, -byY);
    const [fromS, toS] = [timeAt(drag.axis, drag.x), timeAt(drag.axis, offsetX)];
    if (drag.measures) this.#to.onMeasure({ fromS, toS, fromY: drag.y, toY: offsetY });
    else this.#to.onPan(drag.axis.startS + fromS - toS);
  }

  #scroll(scrolls: NonNullable<Drag['scrolls']>, upPx: number): void {
    const rows = Math.round(upPx / scrolls.rowPx);
    if (rows === scrolls.rows) return;
    this.#to.onScroll(rows - scrolls.rows);
    scrolls.rows = rows;
  }

  #pinch({ pointerId, offsetX }: PointerEvent): void {
    const apart = () => {
      const [a, b] = [...this.#touches.values()] as [number, number];
      return { px: Math.max(1, Math.abs(a - b)), middle: (a + b) / 2 };
    };
    const before = apart();
    this.#touches.set(pointerId, offsetX);
    const now = apart();
    this.#to.onZoom(before.px / now.px, timeAt(this.#to.axis(), now.middle));
  }

  up({ pointerId, offsetX, offsetY }: PointerEvent): void {
    clearTimeout(this.#held);
    this.#touches.delete(pointerId);
    const drag = this.#drag;
    this.#drag = null;
    if (!drag || drag.hasMoved) return;
    if (offsetX < drag.axis.left) this.#to.onName(offsetY);
    else this.#to.onClick(timeAt(this.#to.axis(), offsetX));
  }

  /** The menu of a long touch stays: browsers close it where the finger is lifted outside of it, some of them by a click that follows. */
  touchEnd(event: TouchEvent): void {
    if (!this.#opensMenu) return;
    event.preventDefault();
    setTimeout(this.#opensMenu);
    this.#opensMenu = null;
  }

  cancel({ pointerId }: PointerEvent): void {
    this.#touches.delete(pointerId);
    this.#drag = null;
  }

  rightButton(event: MouseEvent): void {
    if (event.offsetX >= this.#to.axis().left) return;
    event.preventDefault();
    clearTimeout(this.#held);
    if (this.#drag)
      this.#hold(this.#menuOf(event)); // a long touch, of which some systems tell like this
    else if (!this.#opensMenu) this.#menuOf(event)();
  }

  #menuOf({ clientX, clientY, offsetX, offsetY }: MouseEvent): () => void {
    const place = { x: clientX - offsetX + this.#to.axis().left, y: clientY }; // the names stay visible
    return () => this.#to.onMenu(offsetY, place);
  }

  wheel(event: WheelEvent): void {
    const axis = this.#to.axis();
    if (event.ctrlKey) {
      event.preventDefault(); // else the browser would enlarge the whole page
      const factor = Math.exp(event.deltaY * zoomPerPx);
      return this.#to.onZoom(factor, timeAt(axis, event.offsetX));
    }
    const px = event.deltaX || (event.shiftKey ? event.deltaY : 0); // plain vertical wheels scroll the page
    if (!px) return;
    event.preventDefault();
    this.#to.onPan(axis.startS + (px / (axis.right - axis.left)) * axis.spanS);
  }
}
