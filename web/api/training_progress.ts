// Converts the results of engines to events of a run: each step once, even if engines were lost and repeated steps.
import type { TrainAdvance } from '../worker/protocol.js';
import type { EpochMetrics, TrainingEvent } from './training_types.js';

export class TrainingProgress {
  readonly #nSteps: number;
  /** Steps done by an earlier run. */
  readonly #firstStep: number;
  #nTold: number;
  /** The last step of an epoch, until its validation is there. */
  #held: TrainingEvent | null = null;
  readonly clock = new StopWatch();

  constructor(nSteps: number, { nStepsDone }: TrainAdvance) {
    this.#nSteps = nSteps;
    this.#firstStep = this.#nTold = nStepsDone;
  }

  /** The event that is now complete, if any. */
  eventOf({ step, epoch, stage, nStepsDone, nEpochsDone }: TrainAdvance): TrainingEvent | null {
    if (step && step.step >= this.#nTold) {
      this.#nTold = step.step + 1;
      this.#held = {
        epoch: nEpochsDone - (epoch ? 1 : 0),
        ...step,
        nSteps: this.#nSteps,
        ...this.#times(nStepsDone),
      };
    }
    if (!this.#held || stage === 'validation') return null;
    const event = this.#held;
    this.#held = null;
    if (epoch)
      Object.assign(event, this.#times(nStepsDone), {
        validation: epoch as unknown as EpochMetrics,
      });
    return event;
  }

  #times(nStepsDone: number): { elapsedS: number; remainingS: number | null } {
    const elapsedS = this.clock.seconds;
    const n = nStepsDone - this.#firstStep;
    return { elapsedS, remainingS: n < 2 ? null : (elapsedS / n) * (this.#nSteps - nStepsDone) };
  }
}

/** Time while it ran. */
class StopWatch {
  #passedMs = 0;
  #begun: number | null = null;

  get seconds(): number {
    return (this.#passedMs + (this.#begun === null ? 0 : performance.now() - this.#begun)) / 1000;
  }
  start(): void {
    this.#begun ??= performance.now();
  }
  stop(): void {
    this.#passedMs = this.seconds * 1000;
    this.#begun = null;
  }
}
