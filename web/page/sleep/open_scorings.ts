// Opens and closes the scoring of a recording, and knows which steps belong to it.
import type { HypnogramFormat } from '../../api/sleep.js';
import type { Actions } from '../actions.js';
import { PageError } from '../page_error.js';
import { strings } from '../strings/index.js';
import { initialNight, shownBeside, type Night, type Scoring } from './night.js';
import type { SleepPanel } from './panel.js';

const texts = strings.sleep;

export class OpenScorings {
  /** By recording. */
  readonly #steps = new Map<number, object>();

  constructor(
    private readonly panel: SleepPanel,
    private readonly actions: Actions,
  ) {}

  /** What steps of the scoring of a recording are about (Undo.drop). */
  stepsOf(key: number): object {
    const steps = this.#steps.get(key) ?? {};
    this.#steps.set(key, steps);
    return steps;
  }

  /** A scoring takes the place of an earlier one, whose steps can no longer be undone. */
  begin(key: number, scoring: Scoring): void {
    this.actions.undo.drop({ about: this.stepsOf(key) });
    this.#steps.delete(key);
    const original = scoring.original === undefined ? scoring.hypnogram.stages : scoring.original;
    this.panel.patch(key, { scoring: { ...scoring, original }, isSaved: true });
    void this.panel.takeLights(key);
  }

  /** Of epochs that are as long; others have no epoch in common. */
  compare(key: number, own: Scoring, other: Scoring): void {
    const [ownS, otherS] = [own.hypnogram.epochS, other.hypnogram.epochS];
    const { message, hint } = texts.otherEpochs;
    if (ownS !== otherS)
      throw new PageError({ code: 'HYP_EPOCH', message: message(otherS, ownS), hint });
    this.panel.patch(key, { other });
  }

  /** A step that can be undone, until another scoring is opened. */
  close(): void {
    const { entry, night } = this.panel;
    if (!entry || !night?.scoring) return;
    const { key } = entry;
    const { scoring, isSaved, other, events } = night;
    const without = { scoring: null, other: null, statistics: null, agreement: null, events: null };
    const close = () => this.panel.patch(key, { ...without, isSaved: true });
    const reopen = () => {
      this.panel.patch(key, { scoring, isSaved, other, events });
      this.panel.counts.request(key);
    };
    close();
    const about = this.stepsOf(key);
    this.actions.undo.push({ kind: `close:${key}`, undo: reopen, redo: close, about });
    this.actions.tasks.say(texts.status.closed(scoring.name()));
  }

  /** What is shown beside the scoring, be it of a file or of a model; a step that can be undone. */
  closeOther(): void {
    const { entry, night } = this.panel;
    const closed = night && shownBeside(night);
    if (!entry || !closed) return;
    const { key } = entry;
    const { other, probabilities } = night;
    const put = (change: Partial<Night>) => () => {
      this.panel.patch(key, { ...change, agreement: null });
      this.panel.counts.request(key);
    };
    const close = put(other ? { other: null } : { probabilities: null });
    const reopen = put(other ? { other } : { probabilities });
    close();
    const about = this.stepsOf(key);
    this.actions.undo.push({ kind: `close:other:${key}`, undo: reopen, redo: close, about });
    this.actions.tasks.say(texts.status.closed(closed.name()));
  }

  /** What gives a recording its stages back when it is opened again; null if it has none. */
  keep(key: number): (() => void) | null {
    const night = this.panel.nightOf(key);
    if (!night || (!night.scoring && !night.probabilities)) return null;
    const { scoring, isSaved, other, probabilities, channel, epoch } = night;
    const kept = { ...initialNight(channel), scoring, isSaved, other, probabilities, epoch };
    return () => this.panel.restore(key, kept);
  }

  async save(format: HypnogramFormat): Promise<void> {
    const { entry, night } = this.panel;
    if (!entry || !night?.scoring) return;
    const { hypnogram } = night.scoring;
    const isWritten = await this.panel.exports.stages(entry.recording, hypnogram, format);
    const isSame = this.panel.nightOf(entry.key)?.scoring?.hypnogram === hypnogram;
    if (isWritten && isSame) this.panel.patch(entry.key, { isSaved: true });
  }
}
