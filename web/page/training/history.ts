// History of a run, in constant memory for any number of steps.
import type { EpochMetrics, TrainingEvent } from '../../api/training_types.js';

const maxPoints = 512;

/** A curve that halves its resolution whenever it grows too long: each point is the mean of equally many values. */
export class Curve {
  /** Of the middle of what a point is the mean of. */
  readonly x: number[] = [];
  readonly y: number[] = [];
  #perPoint = 1;
  #sumX = 0;
  #sumY = 0;
  #n = 0;

  get n(): number {
    return this.x.length;
  }

  push(x: number, y: number): void {
    if (!Number.isFinite(y)) return;
    this.#sumX += x;
    this.#sumY += y;
    if (++this.#n < this.#perPoint) return;
    this.x.push(this.#sumX / this.#n);
    this.y.push(this.#sumY / this.#n);
    this.#sumX = this.#sumY = this.#n = 0;
    if (this.x.length === 2 * maxPoints) this.#halve();
  }

  #halve(): void {
    for (const values of [this.x, this.y]) {
      for (let i = 0; i < maxPoints; i++) values[i] = (values[2 * i]! + values[2 * i + 1]!) / 2;
      values.length = maxPoints;
    }
    this.#perPoint *= 2;
  }
}

/** Steps and passes of a run. Passes that come again after a restart take the place of the former. */
export class History {
  readonly steps = new Curve();
  #trainLoss = new Curve();
  #validationLoss = new Curve();
  #accuracy = new Curve();
  #epochs: EpochMetrics[] = [];
  #best: EpochMetrics | null = null;
  #lastStep = -1;

  get epochs(): readonly EpochMetrics[] {
    return this.#epochs;
  }
  get trainLoss(): Curve {
    return this.#trainLoss;
  }
  get validationLoss(): Curve {
    return this.#validationLoss;
  }
  get accuracy(): Curve {
    return this.#accuracy;
  }
  get best(): EpochMetrics | null {
    return this.#best;
  }

  add(event: TrainingEvent, stepsPerEpoch: number): void {
    if (event.step > this.#lastStep) {
      this.steps.push((event.step + 1) / Math.max(1, stepsPerEpoch), event.loss);
      this.#lastStep = event.step;
    }
    if (event.validation) this.addEpoch(event.validation);
  }

  addEpoch(metrics: EpochMetrics): void {
    const isAgain = (this.#epochs.at(-1)?.epoch ?? -1) >= metrics.epoch;
    if (isAgain)
      return this.load([...this.#epochs.filter((one) => one.epoch < metrics.epoch), metrics]);
    this.#epochs.push(metrics);
    if (metrics.isBest) this.#best = metrics;
    const x = metrics.epoch + 1;
    this.#trainLoss.push(x, metrics.trainLoss);
    this.#validationLoss.push(x, metrics.validationLoss ?? NaN);
    this.#accuracy.push(x, metrics.accuracy ?? NaN);
  }

  /** Takes the passes of an earlier part of the run. */
  load(epochs: readonly EpochMetrics[]): void {
    this.#epochs = [];
    this.#best = null;
    this.#trainLoss = new Curve();
    this.#validationLoss = new Curve();
    this.#accuracy = new Curve();
    for (const metrics of epochs) this.addEpoch(metrics);
  }
}
