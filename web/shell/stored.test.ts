import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as names from '../offline/stored_names.js';
import { bytesIn, eraseStored, listStored } from './stored.js';

/** A browser in which somebody else has stored something, too; `touched` has what was opened, read or removed. */
function browser() {
  const touched: string[] = [];
  const databases = new Map<string, unknown[]>([
    ['eegate-training', ['0123456789']],
    ['patients-of-another-page', ['secret']],
    ['eegatelike', ['secret']],
  ]);
  const caches = new Map([
    ['eegate-page-abc', new Blob(['12345'])],
    ['another-page', new Blob(['secret'])],
  ]);
  const request = <T>(result: T) => {
    const made = { result, error: null, onsuccess: null as null | (() => void) };
    queueMicrotask(() => made.onsuccess?.());
    return made;
  };
  const indexedDB = {
    databases: async () => [...databases.keys()].map((name) => ({ name, version: 1 })),
    open(name: string) {
      touched.push(name);
      return request({
        objectStoreNames: ['run'],
        close: () => undefined,
        transaction: () => ({
          objectStore: () => ({ getAll: () => request(databases.get(name)) }),
        }),
      });
    },
    deleteDatabase(name: string) {
      touched.push(name);
      databases.delete(name);
      return request(undefined);
    },
  };
  const cacheStorage = {
    keys: async () => [...caches.keys()],
    async open(name: string) {
      touched.push(name);
      return { matchAll: async () => [{ blob: async () => caches.get(name) }] };
    },
    async delete(name: string) {
      touched.push(name);
      return caches.delete(name);
    },
  };
  const storage = (name: string) => ({
    choice: 'of another page',
    clear: () => void touched.push(name),
  });
  const workers = ['https://host/eegate/service-worker.js', 'https://host/other/sw.js'].map(
    (scriptURL) => ({
      active: { scriptURL },
      unregister: async () => void touched.push(scriptURL),
    }),
  );
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('caches', cacheStorage);
  vi.stubGlobal('localStorage', storage('localStorage'));
  vi.stubGlobal('sessionStorage', storage('sessionStorage'));
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => workers } });
  vi.stubGlobal('document', { baseURI: 'https://host/eegate/index.html' });
  return { touched, databases, caches, indexedDB };
}

let here: ReturnType<typeof browser>;
beforeEach(() => void (here = browser()));
afterEach(() => void vi.unstubAllGlobals());

describe('what is stored', () => {
  it('is listed by what eegate itself stores, and nothing else is looked into', async () => {
    const sizes = (await listStored()).map(({ bytes }) => bytes);
    expect(sizes).toEqual([10, 5]);
    expect(here.touched).toEqual(['eegate-training', 'eegate-page-abc']);
  });

  it('is erased, and what others stored on the same host stays', async () => {
    await eraseStored();
    expect([...here.databases.keys()]).toEqual(['patients-of-another-page', 'eegatelike']);
    expect([...here.caches.keys()]).toEqual(['another-page']);
    expect(here.touched.sort()).toEqual([
      'eegate-page-abc',
      'eegate-training',
      'https://host/eegate/service-worker.js',
    ]);
  });

  it('is not made by looking for it', async () => {
    const opening = { result: null, error: new Error('aborted'), onerror: null as never };
    let isAborted = false;
    vi.stubGlobal('indexedDB', {
      open() {
        const made = opening as typeof opening & { onupgradeneeded?: () => void };
        const transaction = { abort: () => (isAborted = true) };
        queueMicrotask(() => {
          Object.assign(made, { transaction });
          made.onupgradeneeded?.();
          (made.onerror as unknown as () => void)();
        });
        return made;
      },
    }); // a browser that cannot list databases
    expect((await listStored()).map(({ bytes }) => bytes)).toEqual([5]);
    expect(isAborted).toBe(true);
  });

  it('has sizes', () => {
    expect(bytesIn({ a: 'bcd', e: new Float32Array(2), f: new Blob(['xy']), g: null })).toBe(25);
  });
});

describe('names of what is stored', () => {
  it('stand in one place', () => {
    const sources = readdirSync('web', { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.test-support)\.ts$/.test(file))
      .filter((file) => file !== 'offline/stored_names.ts');
    const stores = /indexedDB\.open\(\s*['"`]|caches\.open\(\s*['"`]|\b(local|session)Storage\b/;
    const found = sources.filter((file) => stores.test(readFileSync(`web/${file}`, 'utf8')));
    expect(found).toEqual([]);
    expect(names.databases.every((name) => name.startsWith(names.prefix))).toBe(true);
    expect(names.pageCachePrefix.startsWith(names.prefix)).toBe(true);
  });
});
