// What a classifying element holds in its engine: one model and the current run. Both are closed when others replace them.
import type { Model, Prediction, Recording } from '../api/index.js';

export type ModelSource = Blob | string;

export interface Listener {
  onBegin(model: Model): void;
  onPrediction(prediction: Prediction): void;
}

export class Classifying {
  readonly #load: (source: ModelSource) => Promise<Model>;
  #loaded: { source: ModelSource; model: Promise<Model> } | null = null;
  #abort: AbortController | null = null;

  constructor(load: (source: ModelSource) => Promise<Model>) {
    this.#load = load;
  }

  get isRunning(): boolean {
    return this.#abort !== null;
  }

  /** The model of a source. That of another source is closed. */
  model(source: ModelSource): Promise<Model> {
    if (this.#loaded?.source === source) return this.#loaded.model;
    this.#closeModel();
    const loaded = { source, model: this.#load(source) };
    this.#loaded = loaded;
    loaded.model.catch(() => this.#loaded === loaded && (this.#loaded = null)); // can be tried again
    return loaded.model;
  }

  /** Classifies every epoch, and closes the run in any case. Rejects when it is stopped. */
  async run(source: ModelSource, recording: Recording, listener: Listener): Promise<void> {
    this.stop();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    try {
      const model = await this.model(source);
      if (!signal.aborted) listener.onBegin(model);
      const run = model.classify(recording, { signal });
      try {
        for await (const prediction of run) listener.onPrediction(prediction);
      } finally {
        await run.close().catch(() => undefined); // its engine may be gone
      }
    } finally {
      if (this.#abort === abort) this.#abort = null;
    }
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  /** Closes everything; it can be used again. */
  close(): void {
    this.stop();
    this.#closeModel();
  }

  #closeModel(): void {
    const closed = this.#loaded;
    this.#loaded = null;
    closed?.model.then((model) => model.close()).catch(() => undefined); // never loaded, or its engine is gone
  }
}
