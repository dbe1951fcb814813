import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { Store } from '../store.js';
import { PlaygroundPanel } from './panel.js';
import { initialPlayground, type PlaygroundState } from './state.js';

const restMs = 500;
const plantMs = 5000;

/** Every run ends after a while because the engine cannot plant anything. */
function panelOfFailingEngine() {
  const store = new Store<PlaygroundState>(initialPlayground(), () => undefined);
  const asked: { beginS: number; endS: number }[] = [];
  const makeSyntheticTrials = (options: { beginS: number; endS: number }) => {
    asked.push(options);
    return new Promise((_, reject) => setTimeout(() => reject(new Error('none')), plantMs));
  };
  const tasks = {
    say: () => undefined,
    report: () => undefined,
    attempt: (_kind: string, _subject: string, body: () => Promise<void>) =>
      body().catch(() => undefined),
  };
  const engine = { makeSyntheticTrials } as unknown as Engine;
  const written: string[] = [];
  const navigation = { setUrlSetting: (_: string, text: string) => written.push(text) };
  const actions = { tasks, navigation } as unknown as Actions;
  const panel = new PlaygroundPanel(store, actions, Promise.resolve(engine));
  return { panel, store, asked, written, engine };
}

describe('a change of a setting after training', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const phaseOf = (store: Store<PlaygroundState>) => store.state.run?.phase ?? null;

  it('that cannot be carried out takes the earlier result away, and the next one trains again', async () => {
    const { panel, store } = panelOfFailingEngine();
    void panel.run();
    await vi.advanceTimersByTimeAsync(plantMs);
    expect(phaseOf(store)).toBe('failed');
    panel.set({ places: [] });
    await vi.advanceTimersByTimeAsync(restMs);
    expect(phaseOf(store)).toBeNull();
    panel.set({ places: ['C3'] });
    await vi.advanceTimersByTimeAsync(restMs + plantMs);
    expect(phaseOf(store)).toBe('making');
  });

  it('trains again also if it came while something else was trained', async () => {
    const { panel, store } = panelOfFailingEngine();
    void panel.run();
    panel.set({ places: [] });
    await vi.advanceTimersByTimeAsync(plantMs);
    expect(phaseOf(store)).toBeNull();
    panel.set({ places: ['C3'] });
    await vi.advanceTimersByTimeAsync(restMs + plantMs);
    expect(phaseOf(store)).toBe('making');
  });

  it('keeps the earlier result, marked as such, while nothing can be trained', async () => {
    const { panel, store } = panelOfFailingEngine();
    void panel.run();
    await vi.advanceTimersByTimeAsync(plantMs);
    store.update(({ run }) => ({ run: { ...run!, phase: 'ended' } }));
    panel.set({ places: [] });
    await vi.advanceTimersByTimeAsync(restMs);
    expect(store.state.run).toMatchObject({ phase: 'ended', isOld: true });
  });

  it('is written into the address, from which the settings are read', async () => {
    const { panel, store, asked, written } = panelOfFailingEngine();
    panel.set({ hz: 12 });
    panel.makeNoise();
    await vi.advanceTimersByTimeAsync(restMs);
    expect(written).toEqual(['hz:12,seed:2']);
    panel.setBy('hz:12,seed:2');
    await vi.advanceTimersByTimeAsync(restMs);
    expect(asked).toHaveLength(1);
    panel.setBy('C4,strength:0');
    await vi.advanceTimersByTimeAsync(restMs);
    expect(store.state.settings).toMatchObject({ places: ['C4'], strength: 0, hz: 10, seed: 1 });
  });

  it('does not train again after the user stopped it', async () => {
    const { panel, store } = panelOfFailingEngine();
    void panel.run();
    panel.stop();
    await vi.advanceTimersByTimeAsync(plantMs);
    panel.set({ hz: 12 });
    await vi.advanceTimersByTimeAsync(restMs + plantMs);
    expect(phaseOf(store)).toBeNull();
  });

  it('leaves no recording open if the second one cannot be opened', async () => {
    const { panel, store, engine } = panelOfFailingEngine();
    const close = vi.fn(async () => undefined);
    engine.makeSyntheticTrials = async () => new ArrayBuffer(0);
    engine.openRecording = vi
      .fn()
      .mockResolvedValueOnce({ close })
      .mockRejectedValueOnce(new Error('no memory'));
    await panel.run();
    expect([close.mock.calls.length, phaseOf(store)]).toEqual([1, 'failed']);
  });

  it('asks for a rhythm that is long enough for the engine, too', async () => {
    const { panel, asked } = panelOfFailingEngine();
    panel.set({ beginS: 0.1, endS: 0.3 });
    await vi.advanceTimersByTimeAsync(restMs);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.endS).toBeGreaterThanOrEqual(0.1 + 0.2);
  });
});
