// Pointer on the traces: hovering shows the time, dragging moves through the recording, dragging with Shift measures, two fingers
// zoom, a click selects a window, or a channel by its name.
import { timeAt, type TimeAxis } from '../plot/time_axis.js';

/** From where a caliper was set to where it is now; heights are CSS pixels from the top, null where only time is measured. */
export interface Measured {
  fromS: number;
  toS: number;
  fromY: number | null;
  toY: number | null;
}

export interface PointerHandlers {
  axis(): TimeAxis;
  onHover(timeS: number | null): void;
  onPan(startS: number): void;
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

export function followPointer(
  canvas: HTMLCanvasElement,
  { axis, onHover, onPan, onClick, onName, onMenu, onMeasure, onZoom }: PointerHandlers,
): void {
  let drag: { x: number; y: number; axis: TimeAxis; measures: boolean; hasMoved: boolean } | null =
    null;
  let held: ReturnType<typeof setTimeout> | undefined;
  const touches = new Map<number, number>(); // where each finger is, CSS pixels from the left
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    touches.set(event.pointerId, event.offsetX);
    canvas.setPointerCapture(event.pointerId);
    const { offsetX: x, offsetY: y, shiftKey: measures } = event;
    drag = touches.size === 1 ? { x, y, axis: axis(), measures, hasMoved: false } : null;
    clearTimeout(held);
    if (drag && event.pointerType === 'touch' && x < drag.axis.left)
      held = setTimeout(() => {
        if (!drag || drag.hasMoved) return;
        drag = null; // what follows is no press
        onMenu(y, besideName(event));
      }, holdMs);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (touches.size === 2) return pinch(event);
    if (!drag) return onHover(event.pointerType === 'mouse' ? timeAt(axis(), event.offsetX) : null);
    const { offsetX, offsetY } = event;
    drag.hasMoved ||= Math.hypot(offsetX - drag.x, offsetY - drag.y) > clickPx;
    if (!drag.hasMoved) return;
    const [fromS, toS] = [timeAt(drag.axis, drag.x), timeAt(drag.axis, offsetX)];
    if (drag.measures) onMeasure({ fromS, toS, fromY: drag.y, toY: offsetY });
    else onPan(drag.axis.startS + fromS - toS);
  });
  const besideName = ({ clientX, clientY, offsetX }: MouseEvent) => ({
    x: clientX - offsetX + axis().left, // so that names stay in sight
    y: clientY,
  });
  function pinch({ pointerId, offsetX }: PointerEvent): void {
    const apart = () => {
      const [a, b] = [...touches.values()] as [number, number];
      return { px: Math.max(1, Math.abs(a - b)), middle: (a + b) / 2 };
    };
    const before = apart();
    touches.set(pointerId, offsetX);
    const now = apart();
    onZoom(before.px / now.px, timeAt(axis(), now.middle));
  }
  canvas.addEventListener('pointerup', (event) => {
    clearTimeout(held);
    touches.delete(event.pointerId);
    if (drag && !drag.hasMoved) {
      if (event.offsetX < drag.axis.left) onName(event.offsetY);
      else onClick(timeAt(axis(), event.offsetX));
    }
    drag = null;
  });
  canvas.addEventListener('pointercancel', (event) => {
    touches.delete(event.pointerId);
    drag = null;
  });
  canvas.addEventListener('contextmenu', (event) => {
    if (event.offsetX >= axis().left) return;
    event.preventDefault();
    clearTimeout(held);
    drag = null;
    onMenu(event.offsetY, besideName(event));
  });
  canvas.addEventListener('pointerleave', () => onHover(null));
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey) {
        event.preventDefault(); // else the browser would enlarge the whole page
        return onZoom(Math.exp(event.deltaY * zoomPerPx), timeAt(axis(), event.offsetX));
      }
      const { startS, spanS, left, right } = axis();
      const px = event.deltaX || (event.shiftKey ? event.deltaY : 0); // plain vertical wheels scroll the page
      if (!px) return;
      event.preventDefault();
      onPan(startS + (px / (right - left)) * spanS);
    },
    { passive: false },
  );
}
