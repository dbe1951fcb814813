// The frame on the overview of the recording: dragging it moves the view, dragging an edge changes the visible time span.
import { frameOf } from '../plot/strip.js';
import { timeAt, type TimeAxis } from '../plot/time_axis.js';
import type { View } from './state.js';
import { shortestSpanS } from './view_steps.js';

export type Edge = 'start' | 'end';
type Span = Pick<View, 'startS' | 'spanS'>;

/** The frame with an edge at `timeS`; the other edge stays where it is. */
export function resized({ startS, spanS }: Span, edge: Edge, timeS: number, lengthS: number): Span {
  const endS = startS + spanS;
  if (edge === 'end') {
    const to = Math.min(Math.max(timeS, startS + shortestSpanS), Math.max(lengthS, endS));
    return { startS, spanS: to - startS };
  }
  const from = Math.max(0, Math.min(timeS, endS - shortestSpanS));
  return { startS: from, spanS: endS - from };
}

export const edgeTime = ({ startS, spanS }: Span, edge: Edge): number =>
  edge === 'start' ? startS : startS + spanS;

const shares: Record<string, number> = {
  ArrowLeft: -0.1,
  ArrowDown: -0.1,
  ArrowRight: 0.1,
  ArrowUp: 0.1,
  PageUp: 0.5,
  PageDown: -0.5,
};

/** The frame after a key on an edge; null where the key means nothing. */
export function afterEdgeKey(key: string, span: Span, edge: Edge, lengthS: number): Span | null {
  const share = shares[key];
  if (share !== undefined)
    return resized(span, edge, edgeTime(span, edge) + share * span.spanS, lengthS);
  if (key === 'Home') return resized(span, edge, 0, lengthS);
  if (key === 'End') return resized(span, edge, lengthS, lengthS);
  return null;
}

/** A press next to the frame brings it there; a drag moves it from where it was taken. */
export function followOverview(
  canvas: HTMLCanvasElement,
  axis: () => TimeAxis,
  frame: () => Span,
  onStart: (startS: number) => void,
): void {
  let grip: number | null = null; // seconds from the frame's start to where it is held
  const isInside = (x: number) => {
    const { from, width } = frameOf(axis(), frame()); // as it is painted
    return x >= from && x <= from + width;
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const { startS, spanS } = frame();
    const timeS = timeAt(axis(), event.offsetX);
    const isHeld = isInside(event.offsetX);
    grip = isHeld ? timeS - startS : spanS / 2;
    if (!isHeld) onStart(timeS - grip);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (grip !== null) return onStart(timeAt(axis(), event.offsetX) - grip);
    canvas.dataset['over'] = isInside(event.offsetX) ? 'frame' : 'rest';
  });
  const letGo = () => void (grip = null);
  canvas.addEventListener('pointerup', letGo);
  canvas.addEventListener('pointercancel', letGo);
}
