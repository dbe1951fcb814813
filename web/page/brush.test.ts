import { describe, expect, it } from 'vitest';
import { afterEdgeKey, followOverview, resized } from './brush.js';

const frame = { startS: 10, spanS: 20 };

describe('an edge of the frame', () => {
  it('goes where it is dragged, and the other edge stays', () => {
    expect(resized(frame, 'start', 4, 60)).toEqual({ startS: 4, spanS: 26 });
    expect(resized(frame, 'end', 44, 60)).toEqual({ startS: 10, spanS: 34 });
  });

  it('neither leaves the recording nor passes the other edge', () => {
    expect(resized(frame, 'start', -5, 60)).toEqual({ startS: 0, spanS: 30 });
    expect(resized(frame, 'start', 50, 60)).toEqual({ startS: 29.5, spanS: 0.5 });
    expect(resized(frame, 'end', 99, 60)).toEqual({ startS: 10, spanS: 50 });
    expect(resized(frame, 'end', 2, 60)).toEqual({ startS: 10, spanS: 0.5 });
  });

  it('of a view that is longer than the recording stays where it is', () => {
    expect(resized({ startS: 0, spanS: 10 }, 'end', 10, 4)).toEqual({ startS: 0, spanS: 10 });
  });

  it('is moved by keys', () => {
    expect(afterEdgeKey('ArrowRight', frame, 'end', 60)).toEqual({ startS: 10, spanS: 22 });
    expect(afterEdgeKey('ArrowLeft', frame, 'start', 60)).toEqual({ startS: 8, spanS: 22 });
    expect(afterEdgeKey('PageDown', frame, 'end', 60)).toEqual({ startS: 10, spanS: 10 });
    expect(afterEdgeKey('Home', frame, 'start', 60)).toEqual({ startS: 0, spanS: 30 });
    expect(afterEdgeKey('End', frame, 'end', 60)).toEqual({ startS: 10, spanS: 50 });
    expect(afterEdgeKey('x', frame, 'end', 60)).toBeNull();
  });
});

describe('the picture of the whole recording', () => {
  function followed(shown = frame) {
    const canvas = Object.assign(new EventTarget(), {
      setPointerCapture: () => undefined,
      dataset: {} as Record<string, string>,
    });
    const starts: number[] = [];
    followOverview(
      canvas as unknown as HTMLCanvasElement,
      () => ({ startS: 0, spanS: 60, left: 100, right: 700 }),
      () => shown,
      (startS) => starts.push(startS),
    );
    const send = (type: string, offsetX: number) =>
      canvas.dispatchEvent(Object.assign(new Event(type), { offsetX, button: 0, pointerId: 1 }));
    return { send, starts, canvas };
  }

  it('moves the frame from where it is held', () => {
    const { send, starts } = followed();
    send('pointerdown', 250); // 15 s
    expect(starts).toEqual([]);
    send('pointermove', 300);
    send('pointerup', 300);
    send('pointermove', 400);
    expect(starts).toEqual([15]);
  });

  it('brings the frame to a press beside it', () => {
    const { send, starts } = followed();
    send('pointerdown', 600); // 50 s
    send('pointermove', 610);
    expect(starts).toEqual([40, 41]);
  });

  it('moves a frame that is painted wider than it is from where it is held', () => {
    const { send, starts } = followed({ startS: 10, spanS: 0.1 }); // 1 px, painted with 6
    send('pointerdown', 204);
    expect(starts).toEqual([]);
    send('pointermove', 304);
    expect(starts).toEqual([20]);
  });

  it('tells the style whether the pointer is over the frame', () => {
    const { send, canvas } = followed();
    send('pointermove', 250);
    expect(canvas.dataset['over']).toBe('frame');
    send('pointermove', 600);
    expect(canvas.dataset['over']).toBe('rest');
  });
});
