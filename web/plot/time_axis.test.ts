import { describe, expect, it } from 'vitest';
import {
  clockTime,
  labelledTicks,
  timeText,
  decimalsFor,
  formatLength,
  formatTime,
  nightTicks,
  nightTime,
  timeAt,
  timeInNight,
  timeTicks,
  xOf,
} from './time_axis.js';

describe('times at an axis', () => {
  const axis = { startS: 0, spanS: 5, left: 0, right: 500 };
  const texts = (startedAt?: string) =>
    labelledTicks({ ...axis, ...(startedAt && { startedAt }) }).map(({ text }) => text);
  it('count from the start, or are those of the clock', () => {
    expect(texts()).toEqual(['0:00', '0:01', '0:02', '0:03', '0:04', '0:05']);
    const byClock = labelledTicks({ ...axis, startedAt: '2009-08-12T23:59:58' });
    expect(byClock[2]).toEqual({ timeS: 2, text: '00:00:00' });
    const fine = labelledTicks({ ...axis, spanS: 1, startedAt: '2009-08-12T16:15:00' });
    expect(fine.map(({ text }) => text).slice(0, 2)).toEqual(['16:15:00.0', '16:15:00.2']);
    expect(timeText({ startedAt: '2009-08-12T16:15:00' }, 1.25, 2)).toBe('16:15:01.25');
    expect(timeText({}, 1.25, 2)).toBe('0:01.25');
  });
});

describe('clockTime', () => {
  it('counts on from the start, over midnight and before it', () => {
    expect(clockTime('2009-08-12T16:15:00', 90.5)).toBe('16:16:30');
    expect(clockTime('2009-08-12T23:59:58.500', 3)).toBe('00:00:01');
    expect(clockTime('2009-08-12T00:00:00', -1)).toBe('23:59:59');
    expect(clockTime('', 90)).toBe('');
  });
});

describe('formatTime', () => {
  it.each([
    [0, 0, '0:00'],
    [9.4, 0, '0:09'],
    [75.25, 2, '1:15.25'],
    [3725, 0, '1:02:05'],
    [59.96, 1, '1:00.0'],
    [3599.999, 2, '1:00:00.00'],
    [-2.5, 1, '-0:02.5'],
    [-0.001, 1, '0:00.0'],
    [86399, 0, '23:59:59'],
  ])('%d s with %d decimals is %s', (timeS, decimals, text) =>
    expect(formatTime(timeS, decimals)).toBe(text),
  );
});

it('a length of less than a second is not 0:00', () =>
  expect([0, 0.036, 0.5, 1.2, 75].map(formatLength)).toEqual([
    ...['0:00', '0:00.04', '0:00.50', '0:01', '1:15'],
  ]));

describe('the time axis', () => {
  const axis = { startS: 20, spanS: 10, left: 64, right: 864 };

  it('maps times to pixels and back', () => {
    expect(xOf(axis, 20)).toBe(64);
    expect(xOf(axis, 30)).toBe(864);
    expect(timeAt(axis, xOf(axis, 23.7))).toBeCloseTo(23.7, 9);
  });

  it('has round ticks that do not crowd', () => {
    expect(timeTicks(axis)).toEqual({
      stepS: 1,
      ticks: [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
    });
    expect(timeTicks({ ...axis, right: 264 }).stepS).toBe(5);
    expect(timeTicks({ ...axis, spanS: 0.4 }).stepS).toBe(0.05);
  });

  it('shows as many decimals as the step needs', () => {
    expect([20, 1, 0.5, 0.1, 0.05].map(decimalsFor)).toEqual([0, 0, 1, 1, 2]);
  });
});

describe('the time of a night', () => {
  const start = '2024-03-01T22:30:00';
  it('is that of the clock where the start is known, also after midnight', () => {
    const texts = ['22:40', '23:00:30', '04:15', '22:30'];
    expect(texts.map((text) => timeInNight(text, start))).toEqual([600, 1830, 20700, 0]);
    expect([600, 20700].map((timeS) => nightTime(timeS, start))).toEqual(['22:40:00', '04:15:00']);
    for (const timeS of [0, 30, 600, 86000])
      expect(timeInNight(nightTime(timeS, start), start)).toBe(timeS);
  });
  it('has ticks at round times of the clock, or after the start', () => {
    const axis = { startS: 0, spanS: 4 * 3600, left: 0, right: 400 };
    const texts = (startedAt: string) => nightTicks(axis, startedAt).map(({ text }) => text);
    expect(texts('2024-03-01T22:30:00')).toEqual(['23:00', '00:00', '01:00', '02:00']);
    expect(nightTicks(axis, '2024-03-01T22:30:00')[0]!.timeS).toBe(1800);
    expect(texts('')).toEqual(['0:00', '1:00:00', '2:00:00', '3:00:00', '4:00:00']);
    const short = nightTicks({ ...axis, spanS: 60 }, '2024-03-01T22:30:10');
    expect(short[0]).toEqual({ timeS: 10, text: '22:30:20' });
    const pxPerS = (axis.right - axis.left) / 60;
    expect((short[1]!.timeS - short[0]!.timeS) * pxPerS).toBeGreaterThan(90); // texts with seconds are wider
  });
  it('is after the start otherwise, or where it is written so', () => {
    expect(timeInNight('22:40', '')).toBe(1360);
    expect(nightTime(1360, '')).toBe('22:40');
    expect(timeInNight('600', '')).toBe(600);
    expect(timeInNight('+1:02:05', start)).toBe(3725);
    expect(timeInNight('+600', start)).toBe(600);
    expect(timeInNight('soon', start)).toBeNull();
  });
  it.each([
    ['7:05', '07:05:00'],
    ['6:59:45', '06:59:45'],
    ['22.45', '22:45:00'],
    ['2300', '23:00:00'],
    ['730', '07:30:00'],
    ['10:40 pm', '22:40:00'],
    ['12:10 a.m.', '00:10:00'],
    ['12:10PM', '12:10:00'],
    ['1:00', '01:00:00'],
  ])('reads %s as the clock shows it', (text, clock) => {
    expect(nightTime(timeInNight(text, start)!, start)).toBe(clock);
  });
  it.each(['24:10', '13:00 pm', '0:10 am', '22:60', '7', '99999', ''])('refuses %j', (text) => {
    expect(timeInNight(text, start)).toBeNull();
  });
});
