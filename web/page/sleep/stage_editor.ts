// Manual corrections of a scoring: stage of each epoch, times of lights off and on. Each step can be undone.
import type { Hypnogram, SleepStage } from '../../api/sleep.js';
import { nightTime, timeInNight } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { strings } from '../strings/index.js';
import { withStage } from './epochs.js';
import { withLight, type Light } from './night.js';
import type { SleepPanel } from './panel.js';

const texts = strings.sleep;
const slackS = 1; // times of the clock are whole seconds
const endOf = ({ startS, epochS, stages }: Hypnogram) => startS + epochS * stages.length;

export class Correcting {
  constructor(
    private readonly panel: SleepPanel,
    private readonly actions: Actions,
  ) {}

  /** Gives the epoch in the traces a stage and moves to the next one; a step that can be undone. */
  score(stage: SleepStage): void {
    this.panel.epochs.followTraces();
    const { entry, night } = this.panel;
    if (!entry || !night?.scoring) return;
    const { hypnogram: before } = night.scoring;
    const onsetS = before.startS + night.epoch * before.epochS;
    const { startS, spanS } = entry.view;
    if (onsetS >= startS + spanS || onsetS + before.epochS <= startS)
      return this.actions.tasks.say(texts.noEpochInView);
    const after = withStage(before, night.epoch, stage);
    const put =
      ({ startS, stages }: Hypnogram) =>
      () => {
        const now = this.panel.nightOf(entry.key)?.scoring?.hypnogram;
        if (!now) return;
        this.panel.correct(entry.key, { ...now, startS, stages }, { events: null });
        this.panel.epochs.chooseTime(onsetS);
        const index = Math.round((onsetS - startS) / before.epochS);
        this.actions.tasks.say(texts.status.scored(index, stages[index] ?? '?'));
      };
    if (after !== before) {
      put(after)();
      this.actions.undo.push({
        kind: `stage:${onsetS}`,
        undo: put(before),
        redo: put(after),
        about: this.panel.opened.stepsOf(entry.key),
      });
    }
    this.panel.epochs.chooseTime(onsetS + before.epochS);
  }

  /** Lights off or on at a time, or not known (null): statistics follow them; a step that can be undone. Why not, if it cannot be. */
  setLight(light: Light, timeS: number | null): string {
    const { entry, night } = this.panel;
    if (!entry || !night?.scoring) return '';
    const { hypnogram } = night.scoring;
    const before = hypnogram.lights?.[light] ?? null;
    if (before === timeS) return '';
    const { startedAt } = entry.recording.info;
    const endS = Math.max(entry.recording.durationS, endOf(hypnogram));
    if (timeS !== null && (timeS < Math.min(0, hypnogram.startS) || timeS > endS + slackS))
      return this.#refuse(
        texts.lights.outside(nightTime(0, startedAt), nightTime(endS, startedAt)),
      );
    if (!withLight(hypnogram, light, timeS)) return this.#refuse(texts.lights.wrong);
    const put = (to: number | null) => () => {
      const scoring = this.panel.nightOf(entry.key)?.scoring;
      const changed = scoring && withLight(scoring.hypnogram, light, to);
      if (changed) this.panel.correct(entry.key, changed, {});
    };
    put(timeS)();
    this.actions.undo.push({
      kind: `light:${light}`,
      undo: put(before),
      redo: put(timeS),
      about: this.panel.opened.stepsOf(entry.key),
    });
    this.actions.tasks.say(
      texts.lights.changed(
        texts.lights[light],
        timeS === null ? null : nightTime(timeS, startedAt),
      ),
    );
    return '';
  }

  /** What was typed into a field of the lights; why it cannot be, or nothing. */
  typeLight(light: Light, text: string): string {
    const startedAt = this.panel.entry?.recording.info.startedAt ?? '';
    const timeS = text.trim() ? timeInNight(text, startedAt) : null;
    if (timeS === null && text.trim()) return this.#refuse(texts.lights.noTime);
    return this.setLight(light, timeS);
  }

  #refuse(why: string): string {
    this.actions.tasks.say(why);
    return why;
  }
}
