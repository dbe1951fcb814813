// What can be done with a night. Each recording keeps its own, as long as it is open.
import type {
  Engine,
  Hypnogram,
  HypnogramFormat,
  SleepStage,
  StageCodes,
} from '../../api/index.js';
import { EegateError } from '../../api/index.js';
import { sleepOf } from '../../api/sleep_of.js';
import { formatTime, parseTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { saveFile } from '../files.js';
import { currentRecording, type RecordingEntry, type State } from '../state.js';
import type { Store } from '../store.js';
import { words } from '../words/index.js';
import {
  comparedWith,
  epochAt,
  initialNight,
  marksOf,
  mayHoldStages,
  mostProbable,
  probabilitiesOf,
  unscored,
  withLight,
  withStage,
  type Light,
  type Night,
  type Scoring,
} from './night.js';

const said = words.sleep;
const mediaTypes: Record<HypnogramFormat, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  edf: 'application/octet-stream',
};
const endings: Record<HypnogramFormat, string> = {
  csv: '_stages.csv',
  tsv: '_events.tsv',
  edf: '_stages.edf',
};

export interface SleepState {
  nights: ReadonlyMap<number, Night>;
}

export class SleepPanel {
  readonly #page: Store<State>;
  readonly #actions: Actions;
  readonly #engine: Promise<Engine>;
  readonly #store: Store<SleepState>;
  #counting: ReturnType<typeof setTimeout> | undefined;
  #staging = new AbortController();

  constructor(
    page: Store<State>,
    actions: Actions,
    engine: Promise<Engine>,
    store: Store<SleepState>,
  ) {
    this.#page = page;
    this.#actions = actions;
    this.#engine = engine;
    this.#store = store;
  }

  get entry(): RecordingEntry | null {
    return currentRecording(this.#page.state);
  }

  /** Of the recording that is shown. */
  get night(): Night | null {
    const { entry } = this;
    return entry ? (this.#store.state.nights.get(entry.key) ?? null) : null;
  }

  /** A recording is shown: stages among its annotations are taken up. Nights of recordings that were closed are forgotten. */
  follow(): void {
    const { entry } = this;
    const open = this.#page.state.recordings.map(({ key }) => key);
    const nights = new Map([...this.#store.state.nights].filter(([key]) => open.includes(key)));
    const isNew = entry !== null && !nights.has(entry.key);
    if (isNew) nights.set(entry.key, initialNight(entry.recording.info.mainChannels[0] ?? 0));
    this.#store.update({ nights });
    if (isNew && mayHoldStages(entry.recording.annotations)) void this.#takeAnnotations(entry);
  }

  async #takeAnnotations({ key, recording }: RecordingEntry): Promise<void> {
    const sleep = sleepOf(await this.#engine);
    const found = await sleep.ofRecording(recording).catch(() => null); // no stages among them
    if (!found || this.#store.state.nights.get(key)?.scoring) return;
    const name = said.fromAnnotations(recording.name);
    this.#patch(key, { scoring: { name, hypnogram: found, warnings: found.warnings }, epoch: 0 });
    this.#count(key);
  }

  /** The first scoring is shown, the next one compared with it. */
  async open(file: File, codes?: StageCodes): Promise<void> {
    const { entry } = this;
    if (!entry) return;
    this.#patch(entry.key, { ambiguous: null });
    await this.#actions.tasks.attempt('sleep', file.name, async () => {
      const sleep = sleepOf(await this.#engine);
      const { recording } = entry;
      const found = await sleep
        .read(file, { recording, ...(codes && { codes }) })
        .catch((thrown: unknown) => {
          if (isAmbiguous(thrown)) this.#patch(entry.key, { ambiguous: file });
          throw thrown;
        });
      const scoring: Scoring = { name: file.name, hypnogram: found, warnings: found.warnings };
      const isFirst = !this.#store.state.nights.get(entry.key)?.scoring;
      this.#patch(entry.key, isFirst ? { scoring } : { other: scoring });
      if (isFirst) this.chooseTime(entry.view.startS);
      this.#actions.tasks.say(said.said.opened(file.name, found.stages.length));
      this.#count(entry.key);
    });
  }

  scoreByHand(epochS: number): void {
    const { entry } = this;
    if (!entry) return;
    const hypnogram = unscored(entry.recording.durationS, epochS);
    this.#patch(entry.key, { scoring: { name: said.ownScoring, hypnogram, warnings: [] } });
    this.choose(epochAt(hypnogram, entry.view.startS));
    this.#count(entry.key);
  }

  /** Models give every epoch a stage. Where nobody scored, theirs is the scoring that can be corrected. */
  async stage(files: readonly File[]): Promise<void> {
    const { entry, night } = this;
    if (!entry || !night || night.staged !== null || !files.length) return;
    const { key, recording } = entry;
    this.#staging = new AbortController();
    const { signal } = this.#staging;
    this.#patch(key, { staged: 0 });
    await this.#actions.tasks.attempt('sleep', recording.name, async () => {
      const sleep = sleepOf(await this.#engine);
      const onProgress = (staged: number) => this.#patch(key, { staged });
      const found = await sleep
        .stage(recording, files, { onProgress, signal })
        .catch(unlessAborted);
      if (!found) return this.#actions.tasks.say(said.stager.stopped);
      const probabilities = probabilitiesOf(found, said.stager.several(found.models.length));
      this.#patch(key, { probabilities });
      const isFirst = !this.#store.state.nights.get(key)?.scoring;
      const used = found.channels.find(({ leftOut }) => leftOut === '');
      if (isFirst && used) this.#patch(key, { channel: used.index, spectrogram: null });
      if (isFirst) this.#patch(key, { scoring: mostProbable(probabilities) });
      if (isFirst && this.entry?.key === key) this.chooseTime(entry.view.startS);
      const nWithout = found.reasons.filter((reason) => reason !== '').length;
      this.#actions.tasks.say(said.stager.done(found.onsetS.length, nWithout));
      this.#count(key);
    });
    this.#patch(key, { staged: null });
  }

  cancelStaging(): void {
    this.#staging.abort();
  }

  closeScoring(): void {
    const { entry } = this;
    if (entry)
      this.#patch(entry.key, {
        scoring: null,
        other: null,
        statistics: null,
        agreement: null,
        events: null,
      });
  }

  closeOther(): void {
    const { entry } = this;
    if (!entry) return;
    this.#patch(entry.key, { other: null, agreement: null });
    this.#count(entry.key);
  }

  /** Shows the epoch in the traces. */
  choose(epoch: number): void {
    const { entry, night } = this;
    if (!entry || !night?.scoring) return;
    const { hypnogram } = night.scoring;
    const index = Math.min(hypnogram.stages.length - 1, Math.max(0, epoch));
    this.#patch(entry.key, { epoch: index });
    const { startS, epochS } = hypnogram;
    this.#actions.looking.change({ startS: startS + index * epochS, spanS: epochS }, false);
  }

  chooseTime(timeS: number): void {
    const scoring = this.night?.scoring;
    if (scoring) this.choose(epochAt(scoring.hypnogram, timeS));
  }

  /** Gives the chosen epoch a stage and goes on to the next one; a step that can be undone. */
  score(stage: SleepStage): void {
    const { entry, night } = this;
    if (!entry || !night?.scoring) return;
    const { epoch } = night;
    const before = night.scoring.hypnogram.stages[epoch]!;
    const put = (to: SleepStage) => () => {
      const scoring = this.#store.state.nights.get(entry.key)?.scoring;
      if (!scoring) return;
      const hypnogram = withStage(scoring.hypnogram, epoch, to);
      this.#patch(entry.key, { scoring: { ...scoring, hypnogram }, epoch, events: null });
      this.#count(entry.key);
    };
    put(stage)();
    this.#actions.undo.push({ kind: `stage:${epoch}`, undo: put(before), redo: put(stage) });
    this.#actions.tasks.say(said.said.scored(epoch, stage));
    this.choose(epoch + 1);
  }

  /** Lights off or on at a time, or not known (null): statistics follow them; a step that can be undone. */
  setLight(light: Light, timeS: number | null): void {
    const { entry, night } = this;
    if (!entry || !night?.scoring) return;
    const { hypnogram } = night.scoring;
    const before = hypnogram.lights?.[light] ?? null;
    if (before === timeS) return;
    if (!withLight(hypnogram, light, timeS)) return this.#actions.tasks.say(said.lights.wrong);
    const put = (to: number | null) => () => {
      const scoring = this.#store.state.nights.get(entry.key)?.scoring;
      const changed = scoring && withLight(scoring.hypnogram, light, to);
      if (!changed) return;
      this.#patch(entry.key, { scoring: { ...scoring, hypnogram: changed } });
      this.#count(entry.key);
    };
    put(timeS)();
    this.#actions.undo.push({ kind: `light:${light}`, undo: put(before), redo: put(timeS) });
    this.#actions.tasks.say(
      said.lights.said(said.lights[light], timeS === null ? null : formatTime(timeS)),
    );
  }

  /** What was typed into a field of the lights; false if it is no time. */
  typeLight(light: Light, text: string): boolean {
    const timeS = text.trim() ? parseTime(text) : null;
    if (timeS === null && text.trim()) {
      this.#actions.tasks.say(said.lights.noTime);
      return false;
    }
    this.setLight(light, timeS);
    return true;
  }

  chooseChannel(channel: number): void {
    const { entry } = this;
    if (entry) this.#patch(entry.key, { channel, spectrogram: null, events: null });
  }

  async computeSpectrogram(): Promise<void> {
    const { entry, night } = this;
    if (!entry || !night) return;
    const { key, recording } = entry;
    this.#actions.tasks.say(said.said.computing);
    this.#patch(key, { progress: 0 });
    await this.#actions.tasks.attempt('sleep', recording.name, async () => {
      const sleep = sleepOf(await this.#engine);
      const onProgress = (progress: number) => this.#patch(key, { progress });
      const spectrogram = await sleep.spectrogram(recording, night.channel, { onProgress });
      if (this.#store.state.nights.get(key)?.channel === night.channel)
        this.#patch(key, { spectrogram });
      this.#actions.tasks.say(words.status.ready);
    });
    this.#patch(key, { progress: null });
  }

  /** Spindles and slow waves of the channel. */
  async findEvents(): Promise<void> {
    const { entry, night } = this;
    const hypnogram = night?.scoring?.hypnogram;
    if (!entry || !night || !hypnogram) return;
    const { key, recording } = entry;
    this.#patch(key, { progress: 0 });
    await this.#actions.tasks.attempt('sleep', recording.name, async () => {
      const sleep = sleepOf(await this.#engine);
      const onProgress = (progress: number) => this.#patch(key, { progress });
      const events = await sleep.events(recording, night.channel, hypnogram, { onProgress });
      if (this.#store.state.nights.get(key)?.channel === night.channel)
        this.#patch(key, { events });
      this.#actions.tasks.say(said.events.found(events.spindles.length, events.slowWaves.length));
    });
    this.#patch(key, { progress: null });
  }

  /** As annotations of the recording, which the traces show; one step to undo. */
  async markEvents(): Promise<void> {
    const events = this.night?.events;
    if (events) await this.#actions.annotating.addAll(marksOf(events, said.events.marks));
  }

  async save(format: HypnogramFormat): Promise<void> {
    const { entry, night } = this;
    const hypnogram = night?.scoring?.hypnogram;
    if (!entry || !hypnogram) return;
    await this.#actions.tasks.attempt('save', entry.recording.name, async () => {
      const sleep = sleepOf(await this.#engine);
      const name = stemOf(entry.recording.name) + endings[format];
      saveFile(await sleep.write(hypnogram, format, entry.recording), name, mediaTypes[format]);
      this.#actions.tasks.say(words.status.saved(name));
    });
  }

  saveReport(html: string): void {
    const { entry } = this;
    if (!entry) return;
    const name = `${stemOf(entry.recording.name)}_sleep_report.html`;
    saveFile(new TextEncoder().encode(html), name, 'text/html');
    this.#actions.tasks.say(words.status.saved(name));
  }

  /** Statistics and agreement follow the stages: keys that are pressed one after the other are counted once. */
  #count(key: number): void {
    clearTimeout(this.#counting);
    this.#counting = setTimeout(() => void this.#countNow(key), 120);
  }

  async #countNow(key: number): Promise<void> {
    const night = this.#store.state.nights.get(key);
    const hypnogram = night?.scoring?.hypnogram;
    if (!night || !hypnogram) return;
    const name = night.scoring!.name;
    await this.#actions.tasks.attempt('sleep', name, async () => {
      const sleep = sleepOf(await this.#engine);
      const statistics = await sleep.statistics(hypnogram);
      if (this.#isShown(key, hypnogram)) this.#patch(key, { statistics });
      const second = comparedWith(night);
      const agreement =
        second && hypnogram.stages.some((stage) => stage !== '?')
          ? await sleep.compare(hypnogram, second.hypnogram)
          : null;
      if (this.#isShown(key, hypnogram)) this.#patch(key, { agreement });
    });
  }

  #isShown(key: number, hypnogram: Hypnogram): boolean {
    return this.#store.state.nights.get(key)?.scoring?.hypnogram === hypnogram;
  }

  #patch(key: number, change: Partial<Night>): void {
    const night = this.#store.state.nights.get(key);
    if (!night) return; // closed meanwhile
    this.#store.update(({ nights }) => ({
      nights: new Map([...nights, [key, { ...night, ...change }]]),
    }));
  }
}

function unlessAborted(thrown: unknown): null {
  if (thrown instanceof EegateError && thrown.code === 'ABORTED') return null;
  throw thrown;
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');
const isAmbiguous = (thrown: unknown): boolean =>
  thrown instanceof EegateError && thrown.code === 'HYP_CODES';
