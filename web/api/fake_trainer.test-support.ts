// Trainings and comparisons of the engine without a core.
import { EegateError } from '../worker/error.js';
import type { ComparedPart, ComparisonPlan, Engine, TrainAdvance } from '../worker/protocol.js';
import { FakeEpochs } from './fake_epochs.test-support.js';
import { FakeComparison, FakeTraining } from './fake_training.test-support.js';

export class FakeTrainer extends FakeEpochs {
  nStarted = 0;
  readonly trainings = new Map<number, FakeTraining>();
  readonly comparison = new FakeComparison();

  trainBegin(id: number, { options }: { options: Record<string, unknown> }): void {
    this.trainings.set(id, new FakeTraining(Number(options['epochs'] ?? 2)));
  }
  trainAddRecording(): void {}
  trainAddLabels(): void {}
  trainPlan(id: number): Record<string, unknown> {
    return this.#training(id).plan();
  }
  /** Of each recording two pieces. */
  trainLoad(id: number, recording: number): number {
    return this.#training(id).load(recording);
  }
  trainLoaded(id: number, recording: number, chunk: number): Float32Array {
    return this.#training(id).loaded(recording, chunk);
  }
  trainAddLoaded(id: number, recording: number, values: Float32Array): void {
    this.#training(id).addLoaded(recording, values);
  }
  trainAddEpochs(): void {}
  trainAudit(): ReturnType<Engine['trainAudit']> {
    return {
      warnings: [{ code: 'AUDIT_SHIFTED', message: 'The labels fit better one epoch later' }],
    };
  }
  trainBeginComparison(id: number, presets: readonly string[]): ComparisonPlan {
    this.#training(id);
    return this.comparison.begin(presets);
  }
  trainCompare(id: number, part: number): ComparedPart {
    this.#training(id);
    return this.comparison.work(part);
  }
  trainTakeCompared(id: number, part: number, probabilities: Float32Array): number {
    this.#training(id);
    return this.comparison.take(part, probabilities);
  }
  trainCompared(): Record<string, unknown> {
    return this.comparison.result();
  }
  trainStart(): void {
    this.nStarted++;
  }
  trainAdvance(id: number, ...args: Parameters<FakeTraining['advance']>): TrainAdvance {
    return this.#training(id).advance(...args);
  }
  trainCheckpoint(id: number, position: number): ArrayBuffer {
    return this.#training(id).checkpoint(position);
  }
  trainRestore(id: number, checkpoint: ArrayBuffer, goOn: boolean): number {
    return this.#training(id).restore(checkpoint, goOn);
  }
  trainResult(id: number, position: number): ArrayBuffer {
    return this.#training(id).result(position);
  }
  closeTraining(id: number): void {
    this.trainings.delete(id);
  }

  #training(id: number): FakeTraining {
    const training = this.trainings.get(id);
    if (!training) throw new EegateError({ code: 'SESSION_CLOSED', message: 'closed' });
    return training;
  }
}
