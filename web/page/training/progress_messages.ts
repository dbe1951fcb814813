// Status messages and redraws while a run is training, at most every few hundred milliseconds.
import type { TrainingEvent } from '../../api/training_types.js';
import type { Store } from '../store.js';
import type { Tasks } from '../tasks.js';
import { strings } from '../strings/index.js';
import type { Plan } from './plan.js';
import { progressOf, type PanelState, type Run } from './state.js';

const texts = strings.train.status;
const drawEveryMs = 150;
const sayEveryMs = 10_000;

export class ProgressMessages {
  #tick = 0;
  #saidAt = 0;
  #said = '';

  constructor(
    private readonly store: Store<PanelState>,
    private readonly tasks: Tasks,
  ) {}

  say(text: string, { title }: Plan): void {
    this.#note(texts.of(text, title));
    this.tasks.say(this.#said);
  }

  #note(said: string): void {
    this.#saidAt = performance.now();
    this.#said = said;
  }

  /** Takes away what was said last, unless something else was said since. */
  unsay(): void {
    this.tasks.unsay(this.#said);
  }

  /** What is kept of the run for a reload. That it was erased is also in the status line, which every workspace shows. */
  sayCopy(copyNote: string, isErased = false): void {
    const { run } = this.store.state;
    if (!run) return;
    if (isErased) run.plan = { ...run.plan, isKept: false };
    this.store.update({ run: Object.assign(run, { copyNote }) });
    if (isErased) this.tasks.say(copyNote);
  }

  hear(run: Run, event: TrainingEvent): void {
    run.last = event;
    run.history.add(event, run.info?.stepsPerEpoch ?? 1);
    if (performance.now() - this.#saidAt > sayEveryMs) {
      const left = strings.train.run.remaining(progressOf(run).remainingS);
      const reached = texts.atEpoch(event.epoch + 1, run.plan.options.epochs ?? 0, left);
      const text = texts.of(reached, run.plan.title);
      if (this.tasks.sayProgress(text)) this.#note(text);
    }
    this.drawSoon();
  }

  drawSoon(): void {
    this.#tick ||= window.setTimeout(() => {
      this.#tick = 0;
      this.store.invalidate();
    }, drawEveryMs);
  }
}
