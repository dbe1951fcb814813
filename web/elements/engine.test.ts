import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineOptions } from '../api/index.js';

const begun: EngineOptions[] = [];
vi.mock('../api/engine.js', () => ({
  createEngine: async (options: EngineOptions) => {
    begun.push(options);
    return { close: async () => undefined };
  },
}));

let elements: typeof import('./engine.js');
beforeEach(async () => {
  begun.length = 0;
  vi.resetModules();
  elements = await import('./engine.js');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('configure', () => {
  it('is for the first engine', async () => {
    elements.configure({ workers: 2 });
    elements.configure({ workers: 3 });
    await elements.sharedEngine();
    expect(begun).toEqual([{ workers: 3 }]);
  });

  it('refuses impossible options at once, and keeps those from before', async () => {
    elements.configure({ workers: 2 });
    for (const [field, wrong] of Object.entries({ workers: 0, backend: 'fast', assets: 'here' }))
      expect(() => elements.configure({ [field]: wrong })).toThrow(
        expect.objectContaining({ code: 'ENGINE_OPTION', field }) as Error,
      );
    expect(() => elements.configure({ wokers: 2 } as object)).toThrow(
      expect.objectContaining({ code: 'ENGINE_ARGUMENT', field: 'wokers' }) as Error,
    );
    await elements.sharedEngine();
    expect(begun).toEqual([{ workers: 2 }]);
  });

  it('says so when it comes too late, and works again when the last element is gone', async () => {
    vi.useFakeTimers();
    const user = {};
    elements.enter(user);
    await elements.sharedEngine();
    expect(() => elements.configure({ workers: 2 })).toThrow(
      expect.objectContaining({ code: 'ELEMENT_CONFIGURED' }) as Error,
    );
    elements.leave(user);
    await vi.advanceTimersByTimeAsync(5000);
    elements.configure({ workers: 2 });
    await elements.sharedEngine();
    expect(begun).toEqual([{}, { workers: 2 }]);
  });
});

describe('models and lessons that come with eegate', () => {
  it('come from where configure says', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.href);
      return new Response('text');
    });
    elements.configure({
      assets: (name) => {
        asked.push(name);
        if (name.endsWith('.md')) return new TextEncoder().encode('# A lesson');
        if (name.includes('eyes8')) return new Response('eight');
        return name.includes('leftright') ? `https://files.example/${name}` : undefined;
      },
    });
    const text = async (name: string) => (await elements.bundledFile(name)).text();
    expect(await text('lessons/alpha.md')).toBe('# A lesson');
    expect(await text('models/eyes8.safetensors')).toBe('eight');
    expect(await text('models/leftright.safetensors')).toBe('text');
    expect(await text('models/eyes.safetensors')).toBe('text');
    expect(asked).toEqual([
      'lessons/alpha.md',
      'models/eyes8.safetensors',
      'models/leftright.safetensors',
      'https://files.example/models/leftright.safetensors',
      'models/eyes.safetensors',
      new URL('./models/eyes.safetensors', new URL('bundled_files.ts', import.meta.url)).href,
    ]);
  });

  it('say that the option is wrong where it throws', async () => {
    const mine = new Error('mine');
    elements.configure({ assets: () => Promise.reject(mine) });
    await expect(elements.bundledFile('lessons/alpha.md')).rejects.toMatchObject({
      ...{ code: 'ENGINE_OPTION', field: 'assets', place: 'lessons/alpha.md', found: 'mine' },
      cause: mine,
    });
  });

  it('are named where a page came in their place', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    vi.stubGlobal('fetch', async () => new Response('<!doctype html>', { headers }));
    await expect(elements.bundledFile('models/eyes.safetensors')).rejects.toMatchObject({
      code: 'ELEMENT_FETCH',
      found: 'an HTML page',
      expected: 'models/eyes.safetensors',
    });
  });

  it('are listed where a name is none of theirs, and no file either', async () => {
    const answers = [
      new Response('', { status: 404 }),
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    ];
    for (const answer of answers) {
      vi.stubGlobal('fetch', async () => answer);
      await expect(elements.bundledFile('lessons/alfa.md')).rejects.toMatchObject({
        code: 'ELEMENT_FETCH',
        message: expect.stringContaining('alfa'),
        expected: 'alpha, attention, fooling, imagery',
      });
    }
  });

  it('are spelt out, each of them, so that bundlers copy them', () => {
    const source = readFileSync('web/elements/bundled_files.ts', 'utf8');
    const shipped = ['models', 'lessons'].flatMap((folder) =>
      readdirSync(`web/page/public/${folder}`)
        .filter((file) => /\.(safetensors|md)$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
    expect(shipped.length).toBeGreaterThan(8);
    for (const file of shipped) expect(source).toContain(`new URL('./${file}', import.meta.url)`);
  });
});
