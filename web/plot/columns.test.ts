import { describe, expect, it } from 'vitest';
import { littleEndianColor, paintColumns, tint, type Coverage } from './columns.js';

const picture = (width: number, height: number): Coverage => ({
  width,
  height,
  alpha: new Uint8ClampedArray(width * height),
});
const row = { first: 0, perColumn: 2, y: 10, center: 0, scale: 1 };
const column = ({ width, height, alpha }: Coverage, x: number) =>
  Array.from({ length: height }, (_, y) => alpha[y * width + x]!);

describe('traces in columns', () => {
  it('reach from the smallest to the largest sample of each column', () => {
    const one = picture(1, 20);
    paintColumns(one, { ...row, samples: Float32Array.of(-3, 4) }, 1);
    const covered = column(one, 0).flatMap((value, y) => (value === 255 ? [y] : []));
    expect(covered).toEqual([6, 7, 8, 9, 10, 11, 12]);
    expect(column(one, 0)[5]).toBe(128); // half a pixel of the stroke's end
    expect(column(one, 0)[13]).toBe(128);
  });

  it('are turned over by a negative unit', () => {
    const [up, down] = [picture(2, 20), picture(2, 20)];
    const samples = Float32Array.of(-3, 4, 0, 1);
    paintColumns(up, { ...row, samples }, 1);
    paintColumns(down, { ...row, samples, scale: -1 }, 1);
    for (const x of [0, 1]) expect(column(down, x)).toEqual([...column(up, x)].reverse());
    expect(column(up, 0).slice(1)).not.toEqual(column(down, 0).slice(1));
  });

  it('hide no spike, whatever stands beside it', () => {
    const wide = picture(50, 100);
    const samples = new Float32Array(100);
    samples[37] = 40;
    paintColumns(wide, { ...row, samples, y: 50 }, 1);
    expect(column(wide, 18)[11]).toBe(255);
    expect(column(wide, 16)[11]).toBe(0);
  });

  it('have no holes between columns, and none are drawn through a gap', () => {
    const steep = picture(3, 60);
    paintColumns(steep, { ...row, samples: Float32Array.of(0, 0, 30, 30, 0, 0), y: 50 }, 1);
    for (let x = 0; x + 1 < 3; x++) {
      const [here, next] = [column(steep, x), column(steep, x + 1)];
      expect(here.some((value, y) => value > 0 && next[y]! > 0)).toBe(true);
    }
    const gap = picture(3, 60);
    paintColumns(gap, { ...row, samples: Float32Array.of(0, 0, NaN, NaN, 30, 30), y: 50 }, 1);
    expect(column(gap, 1).every((value) => value === 0)).toBe(true);
    expect(column(gap, 0).filter((value) => value > 0).length).toBe(2);
  });

  it('are tinted, and stay inside the picture', () => {
    const small = picture(1, 2);
    paintColumns(small, { ...row, samples: Float32Array.of(-1e9, 1e9) }, 1);
    const pixels = new Uint8ClampedArray(8);
    tint(small, littleEndianColor('#102030')!, pixels);
    expect([...pixels]).toEqual([0x10, 0x20, 0x30, 255, 0x10, 0x20, 0x30, 255]);
    expect(littleEndianColor('rgb(1 2 3)')).toBeNull();
  });
});
