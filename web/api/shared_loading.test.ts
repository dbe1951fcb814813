import { expect, it } from 'vitest';
import { EegateError } from '../worker/error.js';
import type { Connection } from '../worker/connection.js';
import { SharedLoading } from './shared_loading.js';

const nChunks = 2;
const lost = () => new EegateError({ code: 'ENGINE_LOST', message: 'lost' });

/** An engine that needs two calls for each recording, and fails at the call after `nCallsBeforeLoss`. */
class Loader {
  readonly loaded: number[] = [];
  readonly given: number[][] = [];
  readonly #nCallsBeforeLoss: number;
  #nCalls = 0;

  constructor(nCallsBeforeLoss = Infinity) {
    this.#nCallsBeforeLoss = nCallsBeforeLoss;
  }

  get connection(): Connection {
    return { call: this.#call.bind(this) } as unknown as Connection;
  }
  get held(): number[] {
    const complete = this.given.filter(([, chunk]) => chunk === nChunks - 1);
    return [...this.loaded, ...complete.map(([recording]) => recording!)].sort();
  }

  async #call(method: string, [, recording, last]: [number, number, unknown]): Promise<unknown> {
    await new Promise((resolve) => setTimeout(resolve));
    if (++this.#nCalls > this.#nCallsBeforeLoss) throw lost();
    if (method === 'trainAddLoaded') this.given.push([...(last as Float32Array)]);
    if (method === 'trainLoaded')
      return (last as number) < nChunks
        ? Float32Array.of(recording, last as number)
        : new Float32Array();
    if (method !== 'trainLoad') return undefined;
    if (this.#half !== recording) return ((this.#half = recording), 0.5);
    this.loaded.push(recording);
    return 1;
  }
  #half = -1;
}

function loadingFor(nEngines: number, nRecordings = 4) {
  const shares: number[] = [];
  const loading = new SharedLoading(nRecordings, (share) => shares.push(share));
  loading.nEngines = nEngines;
  const bring = ({ connection }: Loader, signal?: AbortSignal) =>
    loading.bring(connection, 7, signal);
  return { shares, bring };
}

const all = [0, 1, 2, 3];

it('loads every recording once, and gives its epochs to the other engines in their order', async () => {
  const { shares, bring } = loadingFor(3);
  const engines = [new Loader(), new Loader(), new Loader()];
  await Promise.all(engines.map((engine) => bring(engine)));
  expect(engines.flatMap(({ loaded }) => loaded).sort()).toEqual(all);
  for (const { held, given } of engines) {
    expect(held).toEqual(all);
    for (const [i, [recording, chunk]] of given.entries()) {
      expect(chunk).toBe(i % nChunks);
      if (chunk === 1) expect(given[i - 1]![0]).toBe(recording);
    }
  }
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

it('copies nothing where one engine loads alone', async () => {
  const { bring } = loadingFor(1);
  const engine = new Loader(2 * all.length); // the calls of loading, and not one more
  await bring(engine);
  expect(engine.loaded).toEqual(all);
});

it('serves an engine that comes late without loading anything again', async () => {
  const { bring } = loadingFor(2);
  const [first, late] = [new Loader(), new Loader()];
  await bring(first);
  await bring(late);
  expect(first.loaded).toEqual(all);
  expect(late.loaded).toEqual([]);
  expect(late.held).toEqual(all);
});

it.each([1, 3, 6])('loads what a lost engine had begun (lost after %i calls)', async (nCalls) => {
  const { bring } = loadingFor(2);
  const [first, second] = [new Loader(nCalls), new Loader()];
  const outcomes = await Promise.allSettled([bring(first), bring(second)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(second.held).toEqual(all);
  const replacement = new Loader();
  await bring(replacement);
  expect(replacement.held).toEqual(all);
});

it('lets a replacement load by itself when all engines have had the epochs', async () => {
  const { bring } = loadingFor(2);
  await Promise.all([bring(new Loader()), bring(new Loader())]);
  const replacement = new Loader(2 * all.length);
  await bring(replacement);
  expect(replacement.loaded).toEqual(all);
});

it('ends when its signal aborts, also an engine that waits for another one', async () => {
  const abort = new AbortController();
  const { bring } = loadingFor(2, 1);
  const waiting = [new Loader(), new Loader()].map((engine) => bring(engine, abort.signal));
  abort.abort();
  const outcomes = await Promise.allSettled(waiting);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
});
