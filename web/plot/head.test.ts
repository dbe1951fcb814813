import { describe, expect, it } from 'vitest';
import { electrodeAt, headFrame, projected, toPixels } from './head.js';

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
});
