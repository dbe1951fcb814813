// Controller of Sleep. Each recording has its own night, as long as it is open.
import type { Hypnogram, StageCodes } from '../../api/sleep.js';
import { EegateError, type Engine } from '../../api/index.js';
import { sleepOf } from '../../api/sleep_of.js';
import type { Actions } from '../actions.js';
import { currentRecording, type RecordingEntry, type State } from '../state.js';
import type { Store } from '../store.js';
import { strings } from '../strings/index.js';
import { ChannelFigures } from './channel_figures.js';
import { EpochChoice } from './epoch_choice.js';
import { LongWork, unlessAborted } from './long_work.js';
import { Correcting } from './stage_editor.js';
import { rescored } from './epochs.js';
import {
  initialNight,
  mayHoldStages,
  mostProbable,
  probabilitiesOf,
  unscored,
  withLights,
  type Night,
  type Scoring,
} from './night.js';
import { SleepSaving } from './file_export.js';
import { NightCounts } from './night_counts.js';
import { OpenScorings } from './open_scorings.js';

const texts = strings.sleep;
export interface SleepState {
  nights: ReadonlyMap<number, Night>;
  /** Only stages and hypnogram are shown, and the traces have the rest of the height. */
  isFolded: boolean;
}

export class SleepPanel {
  readonly correcting: Correcting;
  readonly epochs: EpochChoice;
  readonly opened: OpenScorings;
  readonly exports: SleepSaving;
  readonly counts: NightCounts;
  readonly channel: ChannelFigures;
  readonly #staging = new LongWork();

  constructor(
    private readonly page: Store<State>,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
    private readonly store: Store<SleepState>,
  ) {
    this.epochs = new EpochChoice(this, actions);
    this.correcting = new Correcting(this, actions);
    this.opened = new OpenScorings(this, actions);
    this.exports = new SleepSaving(actions, engine);
    this.counts = new NightCounts(this, actions, engine);
    this.channel = new ChannelFigures(this, actions, engine);
    actions.onRecordingClose((key) => this.#staging.drop(key));
  }

  nightOf(key: number): Night | null {
    return this.store.state.nights.get(key) ?? null;
  }

  /** Stages or lights were corrected: statistics follow. */
  correct(key: number, hypnogram: Hypnogram, change: Partial<Night>): void {
    const scoring = this.nightOf(key)?.scoring;
    if (!scoring) return;
    this.patch(key, { scoring: rescored(scoring, hypnogram), isSaved: false, ...change });
    this.counts.request(key);
  }

  /** Of eegate. */
  get version(): string {
    return this.page.state.engine?.version ?? '';
  }

  get isFolded(): boolean {
    return this.store.state.isFolded;
  }

  fold(isFolded: boolean): void {
    this.store.update({ isFolded });
  }

  get entry(): RecordingEntry | null {
    return currentRecording(this.page.state);
  }

  /** Of the recording that is shown. */
  get night(): Night | null {
    const { entry } = this;
    return entry ? this.nightOf(entry.key) : null;
  }

  /** A recording is shown: stages among its annotations are taken up. Nights of recordings that were closed are forgotten. */
  follow(): void {
    const { entry } = this;
    const open = this.page.state.recordings.map(({ key }) => key);
    const nights = new Map([...this.store.state.nights].filter(([key]) => open.includes(key)));
    const isNew = entry !== null && !nights.has(entry.key);
    if (isNew) nights.set(entry.key, initialNight(entry.recording.info.mainChannels[0] ?? 0));
    this.store.update({ nights });
    if (isNew && mayHoldStages(entry.recording.annotations)) void this.#takeAnnotations(entry);
    this.#showEpoch();
  }

  #showEpoch = () => void (this.page.state.workspace === 'sleep' && this.epochs.showWhole());

  /** Of a recording that is opened again. */
  restore(key: number, night: Night): void {
    this.store.update(({ nights }) => ({ nights: new Map([...nights, [key, night]]) }));
    this.counts.request(key);
  }

  async #takeAnnotations({ key, recording }: RecordingEntry): Promise<void> {
    const sleep = sleepOf(await this.engine);
    const found = await sleep.ofRecording(recording).catch(() => null); // no stages among them
    if (!found || this.nightOf(key)?.scoring) return;
    const name = () => texts.fromAnnotations(recording.name);
    this.opened.begin(key, { name, hypnogram: found, warnings: found.warnings });
    this.patch(key, { epoch: 0 });
    this.#showEpoch();
    this.counts.request(key);
  }

  /** A scoring that does not say when the lights went off and on is bounded by what annotations of the recording say. */
  async takeLights(key: number): Promise<void> {
    const { recording } = this.page.state.recordings.find((one) => one.key === key) ?? {};
    if (!recording || this.nightOf(key)?.scoring?.hypnogram.lights) return;
    const sleep = sleepOf(await this.engine);
    const lights = await sleep.lights(recording).catch(() => ({})); // closed meanwhile
    const scoring = this.nightOf(key)?.scoring;
    const hypnogram = scoring && withLights(scoring.hypnogram, lights);
    if (!scoring || !hypnogram?.lights || scoring.hypnogram.lights) return;
    this.patch(key, { scoring: { ...scoring, hypnogram } });
    this.counts.request(key);
  }

  /** The first scoring is shown, the next one compared with it. */
  async open(file: File, codes?: StageCodes): Promise<void> {
    const { entry } = this;
    if (!entry) return;
    this.patch(entry.key, { ambiguous: null });
    await this.actions.tasks.attempt('sleep', file.name, async () => {
      const sleep = sleepOf(await this.engine);
      const { recording } = entry;
      const found = await sleep
        .read(file, { recording, ...(codes && { codes }) })
        .catch((thrown: unknown) => {
          if (!isAmbiguous(thrown)) throw thrown;
          this.patch(entry.key, { ambiguous: file });
          return null;
        });
      if (!found) return this.actions.tasks.say(texts.ambiguous(file.name));
      const name = () => file.name;
      const scoring: Scoring = { name, hypnogram: found, warnings: found.warnings };
      const own = this.nightOf(entry.key)?.scoring;
      if (own) this.opened.compare(entry.key, own, scoring);
      else this.opened.begin(entry.key, scoring);
      if (!own) this.epochs.chooseTime(entry.view.startS);
      this.actions.tasks.say(texts.status.opened(file.name, found.stages.length));
      this.counts.request(entry.key);
    });
  }

  scoreByHand(epochS: number): void {
    const { entry } = this;
    if (!entry) return;
    const hypnogram = unscored(entry.recording.durationS, epochS);
    const own = { name: () => texts.ownScoring, hypnogram, warnings: [], original: null };
    this.opened.begin(entry.key, own);
    this.epochs.chooseTime(entry.view.startS);
    this.counts.request(entry.key);
  }

  /** Models give every epoch a stage. Where nobody scored, theirs is the scoring that can be corrected. */
  async stage(files: readonly File[]): Promise<void> {
    const { entry, night } = this;
    if (!entry || !night || night.staged !== null || !files.length) return;
    const { key, recording } = entry;
    const signal = this.#staging.begin(key);
    const isLast = () => this.#staging.isLast(key, signal);
    this.patch(key, { staged: 0 });
    const names = files.map(({ name }) => name).join(', ');
    const subject = (thrown: unknown) => (isOfModel(thrown) ? names : recording.name);
    await this.actions.tasks.attempt('sleep', subject, async () => {
      const sleep = sleepOf(await this.engine);
      const onProgress = (staged: number) => this.patch(key, { staged });
      const found = await sleep
        .stage(recording, files, { onProgress, signal })
        .catch(unlessAborted);
      if (!isLast()) return; // closed meanwhile
      if (!found) return this.actions.tasks.say(texts.stager.stopped);
      const probabilities = probabilitiesOf(found, (n) => texts.stager.several(n));
      this.patch(key, { probabilities });
      const isFirst = !this.nightOf(key)?.scoring;
      const used = found.channels.find(({ leftOut }) => leftOut === '');
      if (isFirst && used) this.patch(key, { channel: used.index, spectrogram: null });
      if (isFirst) this.opened.begin(key, mostProbable(probabilities));
      if (isFirst && this.entry?.key === key) this.epochs.chooseTime(entry.view.startS);
      const nWithout = found.reasons.filter((reason) => reason !== '').length;
      this.actions.tasks.say(texts.stager.done(found.onsetS.length, nWithout));
      this.counts.request(key);
    });
    if (isLast()) this.patch(key, { staged: null });
  }

  cancelStaging(): void {
    const { entry } = this;
    if (entry) this.#staging.cancel(entry.key);
  }

  /** Whether these stages are those of the recording. */
  isShown(key: number, { stages }: Hypnogram): boolean {
    return this.nightOf(key)?.scoring?.hypnogram.stages === stages;
  }

  patch(key: number, change: Partial<Night>): void {
    const night = this.nightOf(key);
    if (!night) return; // closed meanwhile
    this.store.update(({ nights }) => ({
      nights: new Map([...nights, [key, { ...night, ...change }]]),
    }));
  }
}

/** What is wrong with a model, not with the recording that it should stage. */
const isOfModel = (thrown: unknown): boolean =>
  thrown instanceof EegateError && /^(ST|FORMAT|MODEL|IMPORT|STAGE_MODELS)(_|$)/.test(thrown.code);

const isAmbiguous = (thrown: unknown): boolean =>
  thrown instanceof EegateError && thrown.code === 'HYP_CODES';
