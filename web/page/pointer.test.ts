import { describe, expect, it, vi } from 'vitest';
import { followPointer, type Measured } from './pointer.js';

/** A canvas of 1000 pixels for 10 s, behind 100 pixels of names. */
function followed() {
  const canvas = Object.assign(new EventTarget(), { setPointerCapture: () => undefined });
  const told = {
    panned: [] as number[],
    clicked: [] as number[],
    named: [] as number[],
    menus: [] as number[],
    measured: [] as Measured[],
    zoomed: [] as [number, number][],
    scrolled: [] as number[],
  };
  followPointer(canvas as unknown as HTMLCanvasElement, {
    axis: () => ({ startS: 0, spanS: 10, left: 100, right: 1100 }),
    onHover: () => undefined,
    onPan: (startS) => told.panned.push(startS),
    onClick: (timeS) => told.clicked.push(timeS),
    onName: (y) => told.named.push(y),
    onMenu: (y) => told.menus.push(y),
    onMeasure: (measured) => told.measured.push(measured),
    rowPx: () => 20,
    onScroll: (rows) => told.scrolled.push(rows),
    onZoom: (factor, timeS) => told.zoomed.push([factor, timeS]),
  });
  const send = (type: string, offsetX: number, more: object = {}) => {
    const event = Object.assign(new Event(type), {
      preventDefault: vi.fn(),
      ...{ offsetX, offsetY: 50, button: 0, pointerId: 1, pointerType: 'mouse', shiftKey: false },
      ...more,
    });
    canvas.dispatchEvent(event);
    return event;
  };
  return { send, told };
}

describe('a pointer over the traces', () => {
  it('chooses where it is pressed, and a channel by its name', () => {
    const { send, told } = followed();
    send('pointerdown', 300);
    send('pointerup', 302);
    send('pointerdown', 20);
    send('pointerup', 20, { offsetY: 77 });
    expect(told).toMatchObject({ clicked: [2.02], named: [77], panned: [], measured: [] });
  });
  it('opens the menu of a channel with the right button on its name, and nowhere else', () => {
    const { send, told } = followed();
    send('contextmenu', 20, { offsetY: 77 });
    send('contextmenu', 300);
    expect(told.menus).toEqual([77]);
  });
  it('opens it where a finger stays on a name, which is no press', () => {
    vi.useFakeTimers();
    const { send, told } = followed();
    const finger = { pointerType: 'touch', offsetY: 60 };
    send('pointerdown', 20, finger).offsetY = 700; // as a browser has it when the event is over
    vi.advanceTimersByTime(600);
    expect(told.menus).toEqual([60]);
    send('contextmenu', 20, finger); // of which some systems tell then
    send('pointerup', 20, finger);
    const lifted = send('touchend', 20, finger);
    expect(lifted.preventDefault).toHaveBeenCalled(); // no click follows, which would close it
    vi.advanceTimersByTime(0); // lifting the finger has closed it: it opens again
    send('pointerdown', 20, finger);
    send('pointerup', 20, finger);
    vi.advanceTimersByTime(600);
    vi.useRealTimers();
    expect(told).toMatchObject({ menus: [60, 60], named: [60] });
  });
  it('moves through the recording when it is dragged', () => {
    const { send, told } = followed();
    send('pointerdown', 300);
    send('pointermove', 302); // as a hand trembles
    send('pointermove', 400);
    send('pointerup', 400);
    expect(told).toMatchObject({ panned: [-1], clicked: [] });
  });
  it('scrolls the rows by a finger that goes up or down, and by nothing else', () => {
    const { send, told } = followed();
    const finger = (offsetY: number, pointerType = 'touch') => ({ offsetY, pointerType });
    send('pointerdown', 300, finger(100));
    send('pointermove', 302, finger(85));
    send('pointermove', 340, finger(45));
    send('pointermove', 340, finger(112));
    send('pointerup', 340, finger(112));
    expect(told).toMatchObject({ scrolled: [1, 2, -4], panned: [], clicked: [] });
    send('pointerdown', 300, finger(100));
    send('pointermove', 400, finger(50)); // aslant: through the recording
    send('pointerup', 400, finger(50));
    send('pointerdown', 300, finger(100, 'mouse'));
    send('pointermove', 300, finger(50, 'mouse'));
    expect(told.scrolled).toHaveLength(3);
    expect(told.panned).toHaveLength(2);
  });
  it('measures with Shift', () => {
    const { send, told } = followed();
    send('pointerdown', 300, { shiftKey: true });
    send('pointermove', 400, { offsetY: 90 });
    send('pointerup', 400);
    expect(told.measured).toEqual([{ fromS: 2, toS: 3, fromY: 50, toY: 90 }]);
    expect(told.panned).toEqual([]);
  });
  it('zooms with two fingers about what lies between them, and chooses nothing', () => {
    const { send, told } = followed();
    const finger = (pointerId: number) => ({ pointerId, pointerType: 'touch' });
    send('pointerdown', 500, finger(1));
    send('pointerdown', 700, finger(2));
    send('pointermove', 900, finger(2));
    expect(told.zoomed).toEqual([[0.5, 6]]); // twice as far apart: half the seconds
    send('pointerup', 900, finger(2));
    send('pointerup', 500, finger(1));
    expect(told).toMatchObject({ clicked: [], panned: [] });
    send('pointerdown', 500, finger(3));
    send('pointerup', 500, finger(3));
    expect(told.clicked).toEqual([4]);
  });
});
