// Calls over a message port: every request gets a value or an error.
import { EegateError, toEegateError, toReply } from './error.js';
import type { Reply, Request } from './protocol.js';

/** What a Worker, a worker's own scope and a MessagePort have in common. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: EegateError): void;
}

export class RpcClient {
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closed: EegateError | null = null;

  constructor(private port: Port) {
    port.addEventListener('message', (event) => this.#settle(event.data as Reply));
  }

  call(method: string, args: unknown[], transfer: Transferable[] = []): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    const request: Request = { id: ++this.#lastId, method, args };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      try {
        this.port.postMessage(request, transfer);
      } catch (thrown) {
        this.#waiting.delete(request.id); // no answer will come
        reject(notSent(method, thrown));
      }
    });
  }

  /** Number of calls without a reply. */
  get nWaiting(): number {
    return this.#waiting.size;
  }

  /** From now on every call, pending or new, fails with `error`. */
  close(error: EegateError): void {
    this.#closed ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#closed);
    this.#waiting.clear();
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('error' in reply) waiting?.reject(new EegateError(reply.error));
    else waiting?.resolve(reply.value);
  }
}

function notSent(method: string, thrown: unknown): EegateError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new EegateError(
    {
      code: 'ENGINE_MESSAGE',
      message: `A request could not be sent to the engine: ${why}`,
      place: method,
      hint: 'Pass plain values, typed arrays whose buffers are still in place, and files.',
    },
    thrown,
  );
}

export function serve(port: Port, dispatch: (method: string, args: unknown[]) => unknown): void {
  port.addEventListener('message', (event) => void answer(port, dispatch, event.data as Request));
}

async function answer(
  port: Port,
  dispatch: (method: string, args: unknown[]) => unknown,
  request: Request,
) {
  try {
    const value = await dispatch(request.method, request.args);
    port.postMessage({ id: request.id, value } satisfies Reply, buffersOf(value));
  } catch (thrown) {
    port.postMessage({ id: request.id, error: toReply(toEegateError(thrown)) } satisfies Reply, []);
  }
}

/** The buffers in a reply, which are transferred instead of copied. Searches arrays and plain objects two levels deep. */
export function buffersOf(value: unknown, depth = 2): ArrayBuffer[] {
  if (value instanceof ArrayBuffer) return [value];
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap((inner) => buffersOf(inner, depth - 1)))];
}
