// Detects that an engine could not get the memory it requested: the core itself stops without saying so.
import { EegateError } from './error.js';

const pageBytes = 65536;

export class MemoryShortage {
  #heldBytes = 0;
  #missingBytes = 0;

  /** Observes every attempt of the memory to grow. */
  watch(memory: WebAssembly.Memory): void {
    const grow = (nPages: number) => {
      try {
        const before = WebAssembly.Memory.prototype.grow.call(memory, nPages);
        this.forget();
        return before;
      } catch (thrown) {
        this.#heldBytes = memory.buffer.byteLength;
        this.#missingBytes = nPages * pageBytes; // of several attempts the last one asks for the least
        throw thrown;
      }
    };
    Object.defineProperty(memory, 'grow', { value: grow });
  }

  /** Called before each call of the core: earlier refusals do not explain later errors. */
  forget(): void {
    this.#missingBytes = 0;
  }

  /** Null if all requests succeeded. */
  error(cause: unknown): EegateError | null {
    if (this.#missingBytes === 0) return null;
    return new EegateError(
      {
        code: 'ENGINE_LOST',
        message: 'The engine stopped: it needs more memory than there is',
        field: 'memory',
        found: `at least ${mebibytes(this.#heldBytes + this.#missingBytes)} for one engine`,
        expected: `what this device gives now, ${mebibytes(this.#heldBytes)}`,
        hint: 'Try again when other tabs and programs are closed, or with less at once.',
      },
      cause,
    );
  }
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
