// Controller of Live: choose a source, start, pause, stop. Decisions arrive at their own rate; drawing is limited.
import {
  EegateError,
  openHeadset,
  replaySource,
  simulatedHeadset,
  type Decision,
  type Engine,
  type Model,
  type SampleChunk,
} from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { canRecentre } from '../calibration.js';
import { firstStep } from '../classify_obstacle.js';
import { currentModel, currentRecording, type ModelEntry, type State } from '../state.js';
import type { Store } from '../store.js';
import { timeText } from './start_position.js';
import { personSource } from './simulated_headset.js';
import { cursorAfter, cursorText } from './cursor_readout.js';
import {
  annotatedClassAt,
  headsetSpeed,
  isGoing,
  isUnsuitable,
  noCounts,
  sourceOf,
  withNews,
  type LiveRun,
  type LiveState,
  type Wiring,
} from './state.js';
import { shownChannels, shownName, wantedNames } from './shown_channels.js';
import { broughtTo, turnedTo } from './follow.js';
import { tapped } from './tapped.js';
import { TraceBuffer } from './trace.js';
import { strings } from '../strings/index.js';
import { withRunning } from '../workspaces.js';

const texts = strings.live;
const drawEveryMs = 50;
const calmDrawEveryMs = 1000; // for those who asked for less motion
const sayEveryMs = 10_000;

/** Why a run was stopped: the status says that its recording was closed, which can be undone. */
const wasClosed = Symbol('closed');

export class LivePanel {
  #wiring: Wiring | null = null;
  #abort = new AbortController();
  #tick = 0;
  #saidAt = 0;

  constructor(
    private readonly page: Store<State>,
    private readonly store: Store<LiveState>,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
  ) {
    actions.onRecordingClose((key) => {
      if (this.#wiring?.recordingKey === key) this.#abort.abort(wasClosed);
    });
  }

  change(change: Partial<Omit<LiveState, 'run'>>): void {
    this.store.update(change);
    const { speed } = this.store.state;
    if (this.#wiring?.replay && change.speed) this.#wiring.replay.speed = speed;
  }

  /** Why it cannot start; empty if it can. */
  get obstacle(): string {
    const page = this.page.state;
    if (!page.engine || !currentModel(page)?.model) return texts.obstacles.noModel;
    if (isUnsuitable(this.store.state, page)) return firstStep(page, '');
    return this.#startObstacle();
  }

  /** A window must fit between where it begins and the end of the recording. */
  #startObstacle(): string {
    const { startS, startText } = this.store.state;
    const from = sourceOf(this.store.state, this.page.state);
    const recording = currentRecording(this.page.state)?.recording;
    const model = currentModel(this.page.state)?.model;
    if (from !== 'recording' || !recording || !model) return '';
    if (startText !== null) return texts.obstacles.noTime;
    if (startS === 0) return '';
    const windowS = Number(model.config['n_times']) / model.info.sfreq;
    return startS + windowS <= recording.durationS
      ? ''
      : texts.obstacles.tooLate(timeText(startS), timeText(recording.durationS));
  }

  say(text: string): void {
    this.actions.tasks.say(text);
  }

  readAt(cursorS: number | null): void {
    const { run } = this.store.state;
    if (!run || run.cursorS === cursorS) return;
    this.#patch({ cursorS, cursorText: cursorText({ ...run, cursorS }) });
  }

  /** Whether the key meant something. */
  pressKey(key: string): boolean {
    const { run } = this.store.state;
    const next = run?.trace ? cursorAfter(key, run.cursorS, run.trace) : undefined;
    if (next === undefined) return false;
    this.readAt(next);
    return true;
  }

  async start(): Promise<void> {
    if (isGoing(this.store.state.run) || this.obstacle) return;
    const model = currentModel(this.page.state)!;
    const lease = this.actions.models.useChosen();
    if (!lease) return;
    this.#abort = new AbortController();
    this.#begin(model);
    await this.actions.tasks.attempt('live', texts.status.subject, async () => {
      try {
        await this.#run(lease.model);
        this.#end('ended');
      } catch (thrown) {
        if (this.#abort.signal.aborted) return this.#end('ended');
        this.#end('failed', thrown);
        throw thrown;
      } finally {
        await this.#wiring?.close();
        this.#wiring = null;
        lease.release();
      }
    });
  }

  pause(): void {
    this.#wiring?.replay?.pause();
    this.#patch({ phase: 'paused' });
    this.actions.tasks.say(texts.status.paused);
  }

  resume(): void {
    this.#wiring?.replay?.resume();
    this.#patch({ phase: 'running' });
    this.actions.tasks.say(texts.status.goesOn);
  }

  stop(): void {
    this.#abort.abort();
  }

  #begin({ key, title, model }: ModelEntry): void {
    const { startS } = this.store.state;
    const from = sourceOf(this.store.state, this.page.state);
    const run: LiveRun = {
      phase: 'starting',
      from,
      sourceName: from === 'headset' ? texts.headset : '',
      startS: from === 'headset' ? 0 : startS,
      ...{ modelKey: key, modelTitle: title },
      classes: model!.classes,
      isRegression: model!.config['task'] === 'regress',
      isOfEvents: model!.recipe?.epochs?.by === 'annotation',
      info: null,
      trace: null,
      ...{ decisions: [], all: [], nSkipped: 0, counts: noCounts },
      headset: null,
      annotation: '',
      cursorS: null,
      cursorText: '',
      problem: null,
    };
    this.store.update({ run });
    this.page.update(({ running }) => ({ running: withRunning(running, 'live', true) }));
    this.#saidAt = performance.now();
  }

  async #run(model: Model): Promise<void> {
    const { stepS, isRecentred } = this.store.state;
    const from = sourceOf(this.store.state, this.page.state);
    const recording = currentRecording(this.page.state)?.recording;
    const wiring = from === 'headset' ? await this.#connect() : this.#replay();
    this.#wiring = wiring;
    const stream = model.stream({
      source: tapped(wiring.source, (chunk) => this.#hear(chunk)),
      stepS,
      causalForm: true,
      ...(isRecentred && canRecentre(model) && { recentre: true }),
      signal: this.#abort.signal,
    });
    const info = await stream.info();
    const wanted = wantedNames(currentRecording(this.page.state));
    const shown = shownChannels(info.channels, wiring.source.chNames, wanted);
    const names = shown.map((channel) =>
      shownName(wiring.source.chNames[channel]!, model.info.chNames),
    );
    const { startS } = this.store.state.run!;
    const trace = new TraceBuffer(wiring.source, shown, names, startS);
    this.#patch({ phase: 'running', sourceName: wiring.name, info, trace });
    this.actions.tasks.say(texts.status.from(wiring.name));
    for await (const { onsetS, ...rest } of stream) {
      const decision = { ...rest, onsetS: onsetS + startS };
      const run = this.store.state.run!;
      Object.assign(run, withNews(run, decision, stream.counts));
      run.headset = wiring.headset?.state ?? null;
      if (wiring.replay && recording)
        run.annotation = annotatedClassAt(recording, model.recipe, decision);
      this.#sayNowAndThen(decision);
      this.#drawSoon();
    }
  }

  #replay(): Wiring {
    const { speed, startS } = this.store.state;
    const { recording, key, view } = currentRecording(this.page.state)!;
    const viewS = broughtTo(view, startS);
    if (viewS !== null) this.actions.view.change({ startS: viewS }, false);
    const replay = replaySource(recording, { speed, startS });
    const close = async () => replay.stop();
    const { name } = recording;
    return { source: replay, name, replay, headset: null, recordingKey: key, close };
  }

  /** The headset and whoever wears it are simulated; frames, bytes and losses are as they would be. */
  async #connect(): Promise<Wiring> {
    const { speed, lostShare } = this.store.state;
    const engine = await this.engine;
    const bytes = await engine.makeSample({ seed: 7, durationS: 40 });
    const recording = await engine.openRecording(bytes, { name: texts.headset });
    const playing = personSource(recording, headsetSpeed(speed));
    const person = await playing.finally(() => recording.close());
    const headset = await openHeadset(simulatedHeadset(person, { lostShare, seed: 5 }));
    return {
      source: headset,
      name: texts.headset,
      replay: null,
      headset,
      recordingKey: null,
      close: () => headset.close(),
    };
  }

  #hear(chunk: SampleChunk): void {
    const trace = this.store.state.run?.trace;
    const beforeS = trace?.endS ?? 0;
    trace?.add(chunk);
    if (trace) this.#followIn(beforeS, trace.endS);
    this.#drawSoon();
  }

  /** In the traces of the recording that is replayed; as fast as possible, pages would only flicker. */
  #followIn(beforeS: number, nowS: number): void {
    const entry = currentRecording(this.page.state);
    const { recordingKey, replay } = this.#wiring ?? {};
    const isFollowed = entry?.key === recordingKey && replay?.speed !== 'max';
    const startS = entry && isFollowed ? turnedTo(entry.view, beforeS, nowS) : null;
    if (startS !== null) this.actions.view.change({ startS }, false);
  }

  #end(phase: 'ended' | 'failed', thrown?: unknown): void {
    this.#patch({ phase, problem: thrown instanceof EegateError ? thrown : null });
    this.page.update(({ running }) => ({ running: withRunning(running, 'live', false) }));
    if (this.#abort.signal.reason === wasClosed) return;
    const n = this.store.state.run?.counts.nDecisions ?? 0;
    this.actions.tasks.say(texts.status.ended(n));
  }

  /** A screen reader would never end if it read every decision. */
  #sayNowAndThen({ label, probabilities, onsetS, durationS }: Decision): void {
    const now = performance.now();
    if (!label || now - this.#saidAt < sayEveryMs || this.page.state.workspace !== 'live') return;
    const time = formatTime(onsetS + durationS, 1); // it stays while the next ones are decided
    const text = texts.status.now(label, Math.max(...probabilities), time);
    if (this.actions.tasks.sayProgress(text)) this.#saidAt = now;
  }

  #patch(change: Partial<LiveRun>): void {
    this.store.update(({ run }) => (run ? { run: Object.assign(run, change) } : {}));
  }

  #drawSoon(): void {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#tick ||= window.setTimeout(
      () => {
        this.#tick = 0;
        this.store.invalidate();
      },
      isCalm ? calmDrawEveryMs : drawEveryMs,
    );
  }
}
