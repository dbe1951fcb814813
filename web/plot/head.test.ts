import { describe, expect, it } from 'vitest';
import { electrodeAt, electrodeBeside, headFrame, projected, toPixels } from './head.js';

const at = (degrees: number) => ({
  x: Math.sin((degrees * Math.PI) / 180),
  y: 0,
  z: Math.cos((degrees * Math.PI) / 180),
});

describe('the map of the head', () => {
  it('has the vertex in the middle and the ring at radius 1', () => {
    expect(projected({ x: 0, y: 0, z: 1 })).toEqual({ x: 0, y: 0 });
    expect(projected({ x: 0, y: 1, z: 0 })).toEqual({ x: 0, y: 1 });
    expect(projected({ x: -1, y: 0, z: 0 }).x).toBeCloseTo(-1, 12);
  });

  it('keeps distances from the vertex, below the ring, too', () => {
    for (const degrees of [15, 45, 80, 110])
      expect(projected(at(degrees)).x).toBeCloseTo(degrees / 90, 12);
  });

  it('finds the electrode that is meant, and none where there is none', () => {
    const frame = headFrame(300, 300);
    const electrodes = [
      { name: 'Cz', at: { x: 0, y: 0 } },
      { name: 'T8', at: { x: 1, y: 0 } },
    ];
    const pixel = toPixels(frame, { x: 0.95, y: 0.02 });
    expect(electrodeAt(electrodes, frame, pixel)?.name).toBe('T8');
    expect(electrodeAt(electrodes, frame, toPixels(frame, { x: 0.5, y: 0.5 }))).toBeNull();
    expect(toPixels(frame, { x: 0, y: 1 }).y).toBeLessThan(frame.y);
  });

  it('leaves room for the dot of an electrode below the ring', () => {
    for (const size of [120, 320, 420]) {
      const { x } = toPixels(headFrame(size, size), projected(at(113))); // T10
      expect(x + Math.min(16, size / 21)).toBeLessThanOrEqual(size);
    }
  });

  it('goes from electrode to electrode by arrow keys, and stops where the head ends', () => {
    const named = (name: string, x: number, y: number) => ({ name, at: { x, y } });
    const electrodes = [
      named('Cz', 0, 0),
      named('C2', 0.25, 0),
      named('C4', 0.5, 0),
      named('Cpz', 0, -0.25),
      named('Cp4', 0.47, -0.28),
    ];
    const beside = (from: number, x: number, y: number) =>
      electrodeBeside(electrodes, electrodes[from]!.at, { x, y })?.name;
    expect(beside(0, 1, 0)).toBe('C2');
    expect(beside(1, 1, 0)).toBe('C4');
    expect(beside(2, 1, 0)).toBeUndefined();
    expect(beside(2, 0, -1)).toBe('Cp4');
    expect(beside(4, -1, 0)).toBe('Cpz');
    expect(beside(3, 0, 1)).toBe('Cz');
  });
});
