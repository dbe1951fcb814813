// Models that are open in the engine. Each user holds a lease; a model is opened with the first lease and closed with the last, so that
// no model stays in memory unused, and none is closed while it is in use.
import type { Model } from '../api/index.js';

/** What a model is made of. The bytes say which it is: another file of the same name is another model. */
interface ModelFile {
  fileName: string;
  bytes: ArrayBuffer;
}

export interface Lease {
  readonly model: Model;
  /** Of its file: what distinguishes models. */
  readonly bytes: ArrayBuffer;
  /** Another lease of the same model. */
  again(): Lease;
  /** Once is enough; the model must not be used afterwards. */
  release(): void;
}

interface Opened {
  model: Promise<Model>;
  nLeases: number;
}

export class OpenModels {
  readonly #opened = new Map<ArrayBuffer, Opened>();

  constructor(private readonly load: (file: ModelFile) => Promise<Model>) {}

  /** How many models are open, or being opened. */
  get size(): number {
    return this.#opened.size;
  }

  async use(file: ModelFile): Promise<Lease> {
    const opened = this.#opened.get(file.bytes) ?? { model: this.load(file), nLeases: 0 };
    this.#opened.set(file.bytes, opened);
    opened.nLeases++;
    try {
      return this.#lease(file.bytes, opened, await opened.model);
    } catch (thrown) {
      if (this.#opened.get(file.bytes) === opened) this.#opened.delete(file.bytes);
      throw thrown;
    }
  }

  #lease(bytes: ArrayBuffer, opened: Opened, model: Model): Lease {
    let isHeld = true;
    return {
      model,
      bytes,
      again: () => {
        if (!isHeld) throw new Error('GivenBack'); // a fault of this page, not of a file
        opened.nLeases++;
        return this.#lease(bytes, opened, model);
      },
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        if (--opened.nLeases > 0) return;
        this.#opened.delete(bytes);
        void model.close().catch(() => undefined); // its engine may be gone
      },
    };
  }
}
