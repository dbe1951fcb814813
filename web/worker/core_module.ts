// A compiled module of the core becomes an engine: all the JavaScript that a module needs. It holds our values by handles,
// indices of a table; what it may ask for is `imports`, declared for C++ in bindings/js.h.
import type { CoreEngine } from './protocol.js';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  /** A handle of the names of all methods. */
  methods(): number;
  /** One of them, by its index in names, with a handle of an array of arguments; a handle of its answer. */
  run(method: number, args: number): number;
}

type Numbers = ArrayLike<number>;

const fixed = [undefined, null, true, false];
const elements = [Uint8Array, Float32Array, Int32Array, Uint32Array];
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

class Values {
  #values: unknown[] = [...fixed];
  #free: number[] = [];

  get(handle: number): unknown {
    return this.#values[handle];
  }
  put(value: unknown): number {
    const known = fixed.indexOf(value as undefined);
    if (known >= 0) return known;
    const handle = this.#free.pop() ?? this.#values.length;
    this.#values[handle] = value;
    return handle;
  }
  take(handle: number): unknown {
    const value = this.#values[handle];
    if (handle >= fixed.length) {
      this.#values[handle] = undefined;
      this.#free.push(handle);
    }
    return value;
  }
}

/** What a module sees of text: bytes. It asks for their number first, then for them. */
class Texts {
  #text = '';
  #bytes: Uint8Array = new Uint8Array(0);

  bytesOf(text: string): Uint8Array {
    if (text !== this.#text) [this.#text, this.#bytes] = [text, encoder.encode(text)];
    return this.#bytes;
  }
}

/** `watch` is given its memory before its first step. */
export async function startCore(
  module: WebAssembly.Module,
  watch: (memory: WebAssembly.Memory) => void,
): Promise<CoreEngine> {
  const values = new Values();
  const instance = await WebAssembly.instantiate(module, {
    js: imports(values, () => exports.memory),
  });
  const exports = instance.exports as unknown as Exports;
  watch(exports.memory);
  exports._initialize();
  const names = values.take(exports.methods()) as string[];
  const method =
    (_: string, index: number) =>
    (...args: unknown[]) =>
      values.take(exports.run(index, values.put(args)));
  return Object.fromEntries(names.map((name, i) => [name, method(name, i)])) as CoreEngine;
}

/** Addresses come as signed numbers, and a memory that grew has another buffer. */
function imports(values: Values, memory: () => WebAssembly.Memory) {
  const texts = new Texts();
  const { get, put } = { get: (h: number) => values.get(h) as never, put: values.put.bind(values) };
  const bytes = (at: number, n: number) => new Uint8Array(memory().buffer, at >>> 0, n);
  const text = (at: number, n: number) => decoder.decode(bytes(at, n));
  const numbers = (value: unknown): Numbers => {
    if (typeof value === 'string') return texts.bytesOf(value);
    return value instanceof ArrayBuffer ? new Uint8Array(value) : (value as Numbers);
  };
  return {
    drop: (h: number) => void values.take(h),
    copy: (h: number) => put(get(h)),
    object: () => put({}),
    array: () => put([]),
    number: put,
    text: (at: number, n: number) => put(text(at, n)),
    parse: (at: number, n: number) => put(JSON.parse(text(at, n))),
    stringify: (h: number) => put(JSON.stringify(get(h))),
    floats: (at: number, n: number) => put(new Float32Array(memory().buffer, at >>> 0, n).slice()),
    bytes: (at: number, n: number) => put(bytes(at, n).slice().buffer),
    get: (h: number, at: number, n: number) => put(get(h)[text(at, n)]),
    at: (h: number, index: number) => put(get(h)[index]),
    set(h: number, at: number, n: number, value: number) {
      (get(h) as Record<string, unknown>)[text(at, n)] = get(value);
    },
    push: (h: number, value: number) => void (get(h) as unknown[]).push(get(value)),
    toNumber: (h: number) => Number(get(h)),
    isTrue: (h: number) => get(h) === true,
    isNothing: (h: number) => (get(h) ?? null) === null,
    size: (h: number) => numbers(get(h)).length,
    read(h: number, kind: number, at: number, n: number) {
      new elements[kind]!(memory().buffer, at >>> 0, n).set(numbers(get(h)));
    },
    readFile: (h: number, offset: number, length: number) =>
      put((get(h) as { read(o: number, n: number): unknown }).read(offset, length)),
    now: () => performance.now(),
    grow(nPages: number) {
      try {
        return memory().grow(nPages) >= 0;
      } catch {
        return false;
      }
    },
  };
}
