// Events of a run for any number of listeners, each at its own speed.

/** Events stored while there is no listener. */
const maxBacklog = 10_000;

export class EventStream<T> implements AsyncIterable<T> {
  #listeners = new Set<Listener<T>>();
  /** Until the first listener comes. */
  #backlog: T[] | null = [];
  #end: { error?: unknown } | null = null;

  /** `onAwaited` is called when a listener has received all events and asks for more, and when one leaves. */
  constructor(private readonly onAwaited: () => void = () => undefined) {}

  /** Also when all listeners have left. */
  get isAwaited(): boolean {
    if (this.#listeners.size === 0) return this.#backlog === null;
    return [...this.#listeners].some((listener) => listener.isWaiting);
  }

  send(event: T): void {
    for (const listener of this.#listeners) listener.push(event);
    if (!this.#backlog) return;
    this.#backlog.push(event);
    if (this.#backlog.length > maxBacklog) this.#backlog.shift();
  }

  /** Ends the stream; with `error`, listeners throw it. */
  end(error?: unknown): void {
    this.#end ??= error === undefined ? {} : { error };
    for (const listener of this.#listeners) listener.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const listener = new Listener(this.#backlog ?? []);
    this.#backlog = null;
    this.#listeners.add(listener);
    try {
      for (;;) {
        yield* listener.taken();
        if (listener.isEmpty && this.#end) break;
        if (!listener.isEmpty) continue;
        const changed = listener.change();
        this.onAwaited();
        await changed;
      }
    } finally {
      this.#listeners.delete(listener);
      this.onAwaited();
    }
    if ('error' in this.#end) throw this.#end.error;
  }
}

class Listener<T> {
  #wake: (() => void) | null = null;

  constructor(private events: T[]) {}
  get isEmpty(): boolean {
    return this.events.length === 0;
  }
  get isWaiting(): boolean {
    return this.#wake !== null;
  }
  push(event: T): void {
    this.events.push(event);
    this.wake();
  }
  wake(): void {
    this.#wake?.();
    this.#wake = null;
  }
  taken(): T[] {
    return this.events.splice(0);
  }
  change(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}
