import { expect, it } from 'vitest';
import type { Surface } from './surface.js';
import { drawTraces, type TraceScene } from './traces.js';

/** What is written on a canvas whose letters are five pixels wide. */
function written(height: number, scene: Partial<TraceScene>): string[] {
  const texts: string[] = [];
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: 5 * text.length }),
    fillText: (text: string) => texts.push(text),
    strokeText: (text: string) => texts.push(`outline of ${text}`),
  };
  const ctx = new Proxy(known, { get: (_, name: string) => known[name] ?? (() => undefined) });
  drawTraces({ ctx, width: 400, height, ratio: 1, theme: {} } as unknown as Surface, {
    axis: { startS: 0, spanS: 1, left: 64, right: 400 },
    ...{ rows: [], annotations: [], gaps: [], selected: null, cursorS: null, pxPerUv: 1.2 },
    ...scene,
  });
  return texts;
}

it('keeps a name in two lines clear of the calibration bar', () => {
  const row = { samples: new Float32Array(0), sfreq: 1, startS: 0, center: 0, scale: 1 };
  const rows = [{ name: 'EOG horizontal', ...row }];
  expect(written(400, { rows })).toContain('horizontal'); // the bar is far below
  const texts = written(115, { rows });
  expect(texts).toContain('EOG');
  expect(texts).toContain('horizon…');
});

it('leaves the first row room above it, and writes the note of a row beside it', () => {
  const row = { samples: new Float32Array(0), sfreq: 1, startS: 0, center: 0, scale: 1 };
  const notes = written(400, { rows: [{ name: 'F4', note: 'constant', ...row }] });
  expect(notes).toContain('constant');
  expect(written(400, { rows: [{ name: 'F4', note: '', ...row }] })).not.toContain('');
  const clips: number[] = [];
  const known: Record<string, unknown> = {
    measureText: () => ({ width: 5 }),
    rect: (_: number, y: number) => clips.push(y),
  };
  const ctx = new Proxy(known, { get: (_, name: string) => known[name] ?? (() => undefined) });
  const surface = { ctx, width: 400, height: 300, ratio: 1, theme: {} } as unknown as Surface;
  const axis = { startS: 0, spanS: 1, left: 64, right: 400 };
  drawTraces(surface, {
    ...{ axis, rows: [], annotations: [], gaps: [], selected: null, cursorS: null },
    pxPerUv: null,
  });
  expect(clips).toEqual([0]);
});

it('writes annotations with an outline, because traces of the first row may reach behind them', () => {
  const annotations = [{ onsetS: 0.2, durationS: 0, text: 'spike' }];
  const texts = written(400, { annotations });
  expect(texts).toContain('outline of spike');
  expect(texts.indexOf('spike')).toBe(texts.indexOf('outline of spike') + 1);
});
