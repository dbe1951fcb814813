import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Store } from '../store.js';
import { drawExplanation } from './canvases.js';
import { initialExplain, type ExplainState, type Picture } from './state.js';

vi.mock('../theme.js', () => ({
  shownAppearance: () => document.documentElement.dataset['theme'],
  plotTheme: () => ({ paper: '#ffffff', classes: ['#bf6300', '#2176b5'], font: '11px x' }),
}));

const ids = ['map', 'legend', 'trace', 'scalp', 'mean', 'deletion'].map((id) => `explain-${id}`);

/** Takes every call of a drawing; text is six pixels a letter wide. */
function fakeContext(canvas: unknown) {
  const own: Record<string, unknown> = {
    canvas,
    font: '11px x',
    measureText: (text: string) => ({ width: 6 * text.length }),
    createImageData: (w: number, h: number) => ({ data: new Uint8ClampedArray(4 * w * h) }),
  };
  return new Proxy(own, { get: (it, name) => it[name as string] ?? (() => undefined) });
}

class FakeCanvas extends EventTarget {
  clientWidth = 200;
  clientHeight = 120;
  width = 0;
  height = 0;
  nDrawn = 0;
  getContext() {
    this.nDrawn++;
    return fakeContext(this);
  }
}

const names = ['C3', 'Cz', 'C4', 'Oz'];
const picture = {
  key: 'a',
  values: new Float32Array(40).map((_, i) => Math.sin(i)),
  rows: names,
  nTimes: 10,
  durationS: 1,
  x: new Float32Array(40),
  chNames: names,
  byChannel: new Float32Array([1, 2, -1, 0]),
  scale: 1,
  channelScale: 2,
  checks: {
    method: 'gradient_input',
    deletion: { shares: [0, 0.5, 1], curve: [3, 2, 1], random: [[3, 2.5, 2]] },
  },
} as unknown as Picture;

function made() {
  const canvases = new Map(ids.map((id) => [id, new FakeCanvas()]));
  const host = {
    querySelector: (selector: string) => canvases.get(selector.replace('canvas#', '')) ?? null,
  } as unknown as HTMLElement;
  const positions = new Map(names.map((name, i) => [name, { x: i % 2, y: i > 1 ? 0.5 : 0 }]));
  const mean = { key: 'a', nWindows: 2, values: picture.values, byChannel: picture.byChannel };
  const store = new Store<ExplainState>(
    { ...initialExplain(), picture, mean, positions },
    () => undefined,
  );
  const draw = () => {
    for (const canvas of canvases.values()) canvas.nDrawn = 0;
    drawExplanation(host, store);
    return ids.filter((id) => canvases.get(id)!.nDrawn > 0).map((id) => id.slice(8));
  };
  return { store, draw, canvases };
}

beforeEach(() => {
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  vi.stubGlobal('document', {
    documentElement: { dataset: { theme: 'light' } },
    createElement: () => new FakeCanvas(),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('the pictures of an explanation', () => {
  it('are drawn anew where what they show is another, and nowhere else', () => {
    const { store, draw, canvases } = made();
    expect(draw()).toEqual(['map', 'legend', 'trace', 'scalp', 'mean', 'deletion']);
    expect(draw()).toEqual([]);
    store.update({ cursor: { row: 0, time: 3 } });
    expect(draw()).toEqual(['map', 'trace']);
    store.update({ cursor: { row: 2, time: 3 } });
    expect(draw()).toEqual(['map', 'trace', 'scalp', 'mean']);
    store.update({ deletionPoint: 1 });
    expect(draw()).toEqual(['deletion']);
    store.update({ dotsOnly: true });
    expect(draw()).toEqual(['scalp', 'mean']);
    canvases.get('explain-trace')!.clientWidth = 150;
    expect(draw()).toEqual(['trace']);
    document.documentElement.dataset['theme'] = 'dark';
    expect(draw().length).toBe(6);
  });
});
