// A pointer over the traces: hovering shows the time, dragging moves through the recording, a click chooses an epoch.
import { timeAt, type TimeAxis } from '../plot/time_axis.js';

export interface PointerHandlers {
  axis(): TimeAxis;
  onHover(timeS: number | null): void;
  onPan(startS: number): void;
  onClick(timeS: number): void;
  /** Ctrl with the wheel, or two fingers on a trackpad: the seconds on the screen become `factor` times as many. */
  onZoom(factor: number, timeS: number): void;
}

const clickPx = 4;
const zoomPerPx = 0.003;

export function followPointer(
  canvas: HTMLCanvasElement,
  { axis, onHover, onPan, onClick, onZoom }: PointerHandlers,
): void {
  let drag: { x: number; axis: TimeAxis; hasMoved: boolean } | null = null;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    drag = { x: event.offsetX, axis: axis(), hasMoved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drag) return onHover(event.pointerType === 'mouse' ? timeAt(axis(), event.offsetX) : null);
    drag.hasMoved ||= Math.abs(event.offsetX - drag.x) > clickPx;
    if (drag.hasMoved)
      onPan(drag.axis.startS + timeAt(drag.axis, drag.x) - timeAt(drag.axis, event.offsetX));
  });
  canvas.addEventListener('pointerup', (event) => {
    if (drag && !drag.hasMoved) onClick(timeAt(axis(), event.offsetX));
    drag = null;
  });
  canvas.addEventListener('pointercancel', () => (drag = null));
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

/** A press or a drag on the picture of the whole recording shows that place. */
export function followOverview(
  canvas: HTMLCanvasElement,
  axis: () => TimeAxis,
  onTime: (timeS: number) => void,
): void {
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    onTime(timeAt(axis(), event.offsetX));
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons & 1) onTime(timeAt(axis(), event.offsetX));
  });
}
