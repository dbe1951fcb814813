// What a classifying element holds in its engine: one model and the current call. Both are closed when others replace them.
import { abortable } from '../api/abort.js';
import type { Model, Prediction, Recording } from '../api/index.js';

export type ModelSource = Blob | string;

/** What a call classifies. */
export interface Job {
  source: ModelSource;
  recording: Recording;
}

export interface Listener {
  /** `predictions` fills while it runs. */
  onBegin(model: Model, predictions: Prediction[]): void;
  onPrediction(prediction: Prediction): void;
  onDone(predictions: Prediction[]): void;
  /** Returns what the call rejects with. Not called when it was stopped. */
  onFailed(thrown: unknown): unknown;
}

interface Call {
  abort: AbortController;
  /** Null while it waits. */
  job: Job | null;
  predictions: Promise<Prediction[]>;
}

export class Classifying {
  #loaded: { source: ModelSource; model: Promise<Model> } | null = null;
  #call: Call | null = null;

  constructor(private readonly load: (source: ModelSource) => Promise<Model>) {}

  get isRunning(): boolean {
    return this.#call !== null;
  }

  /** The model of a source. That of another source is closed. */
  model(source: ModelSource): Promise<Model> {
    if (this.#loaded?.source === source) return this.#loaded.model;
    this.#closeModel();
    const loaded = { source, model: this.load(source) };
    this.#loaded = loaded;
    loaded.model.catch(() => this.#loaded === loaded && (this.#loaded = null)); // can be tried again
    return loaded.model;
  }

  /** The call that still waits for what it classifies, or that classifies with this model; null: there is none. */
  callOf(source: ModelSource | null): Promise<Prediction[]> | null {
    const { job, predictions = null } = this.#call ?? {};
    return !job || job.source === source ? predictions : null;
  }

  /**
   * Classifies every epoch of what `ready` resolves with, and closes the run in any case. Another call is stopped. Rejects with an
   * AbortError as soon as it is stopped itself.
   */
  classify(ready: () => Promise<Job>, listener: Listener): Promise<Prediction[]> {
    this.stop();
    const abort = new AbortController();
    const call: Call = { abort, job: null, predictions: Promise.resolve([]) };
    this.#call = call;
    call.predictions = this.#predictions(call, ready, listener).finally(() => {
      if (this.#call === call) this.#call = null;
    });
    return call.predictions;
  }

  async #predictions(
    call: Call,
    ready: () => Promise<Job>,
    listener: Listener,
  ): Promise<Prediction[]> {
    const { signal } = call.abort;
    try {
      call.job = await abortable(ready(), signal);
      const model = await abortable(this.model(call.job.source), signal);
      const predictions = await classified(model, call.job.recording, signal, listener);
      listener.onDone(predictions);
      return predictions;
    } catch (thrown) {
      // What an engine says that ended with the element is no failure.
      throw signal.aborted ? signal.reason : listener.onFailed(thrown);
    }
  }

  /** Stops a call that classifies; one that waits will classify what takes the place. */
  supersede(): void {
    if (this.#call?.job) this.stop();
  }

  stop(): void {
    this.#call?.abort.abort();
    this.#call = null;
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

async function classified(
  model: Model,
  recording: Recording,
  signal: AbortSignal,
  { onBegin, onPrediction }: Listener,
): Promise<Prediction[]> {
  const predictions: Prediction[] = [];
  onBegin(model, predictions);
  const run = model.classify(recording, { signal });
  try {
    for await (const prediction of run) {
      predictions.push(prediction);
      onPrediction(prediction);
    }
  } finally {
    await run.close().catch(() => undefined); // its engine may be gone
  }
  signal.throwIfAborted();
  return predictions;
}
