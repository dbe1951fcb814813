import { describe, expect, it, vi } from 'vitest';
import { Store } from './store.js';

describe('Store', () => {
  it('draws once for many changes, with the newest state', () => {
    const scheduled: (() => void)[] = [];
    const drawn: number[] = [];
    const store = new Store({ n: 0 }, (draw) => scheduled.push(draw));
    store.onDraw(({ n }) => drawn.push(n));
    store.update({ n: 1 });
    store.update(({ n }) => ({ n: n + 1 }));
    expect(scheduled.length).toBe(1);
    scheduled.forEach((draw) => draw());
    expect(drawn).toEqual([2]);
    store.update({ n: 9 });
    expect(scheduled.length).toBe(2);
  });

  it('keeps what a change says nothing of', () => {
    const store = new Store({ n: 0, text: 'urlSettings' }, () => undefined);
    store.update({ n: 1 });
    expect(store.state).toEqual({ n: 1, text: 'urlSettings' });
  });

  it('draws with the next frame of the browser, unless told otherwise, and only where somebody draws', () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
    try {
      const store = new Store({ n: 0 });
      store.update({ n: 1 });
      expect(frames.length).toBe(1);
      expect(() => frames[0]!(0)).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('takes a change of nothing for none', () => {
    const scheduled: (() => void)[] = [];
    const store = new Store({ n: 0 }, (draw) => scheduled.push(draw));
    const before = store.state;
    store.update({});
    store.update(() => ({}));
    expect(store.state).toBe(before);
    expect(scheduled.length).toBe(0);
    store.invalidate(); // asked to draw: it has a reason
    expect(scheduled.length).toBe(1);
  });
});
