// A training run without a core, in which order and completeness of the parts decide over the result: four shards for
// each step, three steps for each epoch, two pieces of validation. Its "weights" are one number.
import { EegateError } from '../worker/error.js';
import type { ComparedPart, ComparisonPlan, TrainAdvance, TrainStage } from '../worker/protocol.js';

const nShards = 4;
const stepsPerEpoch = 3;
const nPieces = 2;
const stages: TrainStage[] = ['step', 'validation', 'evaluation', 'end'];

export class FakeTraining {
  #weights = 0;
  #nSteps = 0;
  #epochs: { epoch: number; trainLoss: number; isBest: boolean }[] = [];
  #stopped = false;
  #judged = false;
  #stage: TrainStage | null = null;
  #parts = new Map<number, number>();
  readonly #nLoaded = new Map<number, number>();

  constructor(private readonly nEpochs: number) {}

  get position(): number {
    return this.#nSteps + this.#epochs.length + (this.#judged ? 1 : 0);
  }

  plan(): Record<string, unknown> {
    const nSteps = stepsPerEpoch * this.nEpochs;
    return { classes: ['a', 'b'], nShards, nSteps, stepsPerEpoch, warnings: [], leftOut: [] };
  }

  /** Of each recording two pieces. */
  load(recording: number): number {
    const nLoaded = (this.#nLoaded.get(recording) ?? 0) + 1;
    this.#nLoaded.set(recording, nLoaded);
    return Math.min(1, nLoaded / 2);
  }

  /** Two chunks of each recording. */
  loaded(recording: number, chunk: number): Float32Array {
    this.#expect((this.#nLoaded.get(recording) ?? 0) >= 2);
    return chunk < 2 ? Float32Array.of(recording, chunk) : new Float32Array();
  }

  addLoaded(recording: number, values: Float32Array): void {
    this.#expect(values[0] === recording);
  }

  advance(
    position: number,
    workerIndex: number,
    nWorkers: number,
    stop: boolean,
    parts: ArrayBuffer[],
  ): TrainAdvance {
    this.#expect(position === this.position);
    const answer: Partial<TrainAdvance> = {};
    for (const part of parts) this.#give(part);
    if (this.#stage) this.#finish(answer);
    this.#stopped ||= stop;
    this.#stage = this.#nextStage();
    this.#parts.clear();
    const n = this.#stage === 'step' ? nShards : this.#stage === 'end' ? 0 : nPieces;
    for (let i = workerIndex; i < n; i += nWorkers) this.#parts.set(i, this.#compute(i));
    return {
      ...answer,
      position: this.position,
      stage: this.#stage,
      nStepsDone: this.#nSteps,
      nEpochsDone: this.#epochs.length,
      ...(this.#isDone && { ended: this.#stopped ? 'stopped' : 'epochs done' }),
      ...(this.#stage === 'end' && { epochs: [...this.#epochs] }),
      parts: nWorkers > 1 ? this.#handOut() : null,
    };
  }

  checkpoint(position: number): ArrayBuffer {
    this.#expect(position === this.position);
    const state = [this.#weights, this.#nSteps, this.#epochs.length, this.#stopped ? 1 : 0];
    return Float64Array.from(state).buffer;
  }

  restore(checkpoint: ArrayBuffer, goOn: boolean): number {
    const [weights, nSteps, nEpochs, stopped] = new Float64Array(checkpoint);
    this.#weights = weights!;
    this.#nSteps = nSteps!;
    this.#epochs = Array.from({ length: nEpochs! }, (_, epoch) => epochRecord(epoch));
    this.#stopped = stopped === 1 && !goOn;
    this.#judged = false;
    this.#stage = null;
    return this.position;
  }

  result(position: number): ArrayBuffer {
    this.#expect(position === this.position);
    return Float64Array.of(this.#weights).buffer;
  }

  get #isDone(): boolean {
    return this.#stopped || this.#epochs.length === this.nEpochs;
  }

  #nextStage(): TrainStage {
    if (this.#nSteps === (this.#epochs.length + 1) * stepsPerEpoch) return 'validation';
    if (!this.#isDone) return 'step';
    return this.#judged ? 'end' : 'evaluation';
  }

  #compute(index: number): number {
    return Math.sin(this.#weights + this.#nSteps * 10 + index);
  }

  #finish(answer: Partial<TrainAdvance>): void {
    const n = this.#stage === 'step' ? nShards : nPieces;
    this.#expect(this.#parts.size === n);
    if (this.#stage === 'step') {
      for (let i = 0; i < n; i++) this.#weights = this.#weights * 0.9 + this.#parts.get(i)!;
      const step = this.#nSteps++;
      answer.step = { step, loss: this.#weights, learningRate: 1, gradientNorm: 1 };
    } else if (this.#stage === 'validation') {
      answer.epoch = epochRecord(this.#epochs.length);
      this.#epochs.push(epochRecord(this.#epochs.length));
    } else {
      this.#judged = true;
    }
  }

  #give(part: ArrayBuffer): void {
    const [position, stage, ...values] = new Float64Array(part);
    this.#expect(position === this.position && stages[stage!] === this.#stage);
    for (let i = 0; i < values.length; i += 2) this.#parts.set(values[i]!, values[i + 1]!);
  }

  #handOut(): ArrayBuffer {
    const head = [this.position, stages.indexOf(this.#stage!)];
    return Float64Array.from([...head, ...[...this.#parts].flat()]).buffer;
  }

  #expect(truth: boolean): void {
    if (!truth) throw new EegateError({ code: 'TRAIN_OUT_OF_STEP', message: 'out of step' });
  }
}

const epochRecord = (epoch: number) => ({ epoch, trainLoss: 1, isBest: true });

/** A comparison of three parts in two units, each part of two pieces; the first unit is the first model, the second one all others. */
export class FakeComparison {
  #presets: readonly string[] = [];
  readonly #pieces = new Map<number, number>();
  /** Parts that were taken, in their order. */
  readonly taken: number[] = [];

  begin(presets: readonly string[]): ComparisonPlan {
    this.#presets = presets;
    return { nParts: 3, units: [0, 2] };
  }
  work(part: number): ComparedPart {
    const nCalls = (this.#pieces.get(part) ?? 0) + 1;
    this.#pieces.set(part, nCalls);
    const probabilities = Float32Array.of(part, 1 - part);
    return { done: nCalls === 2, probabilities, seconds: part };
  }
  take(part: number, probabilities: Float32Array): number {
    if (probabilities[0] === part) this.taken.push(part);
    return this.#finished.length;
  }
  result(): Record<string, unknown> {
    return { advice: 'Use csp.', models: this.#finished.map((preset) => ({ preset })) };
  }
  get #finished(): readonly string[] {
    const has = (...parts: number[]) => parts.every((part) => this.taken.includes(part));
    return this.#presets.filter((_, i) => (i === 0 ? has(0, 1) : has(2)));
  }
}
