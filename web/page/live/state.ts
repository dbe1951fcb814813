// State of Live.
import type {
  Decision,
  EegateError,
  Headset,
  HeadsetState,
  Recipe,
  Recording,
  ReplaySource,
  SampleSource,
  StreamCounts,
  StreamInfo,
} from '../../api/index.js';
import type { Speed } from '../../api/live/pace.js';
import { usualClass } from '../../truth/file_names.js';
import { isBarred } from '../classify_obstacle.js';
import { currentModel, currentRecording, type State } from '../state.js';
import { nSkippedBefore } from './losses.js';
import type { TraceBuffer } from './trace.js';

export type From = 'recording' | 'headset';
export type LivePhase = 'starting' | 'running' | 'paused' | 'ended' | 'failed';

/** What a run is connected to. */
export interface Wiring {
  source: SampleSource;
  name: string;
  replay: ReplaySource | null;
  headset: Headset | null;
  /** Of the recording that is replayed. */
  recordingKey: number | null;
  close(): Promise<void>;
}

export interface LiveRun {
  phase: LivePhase;
  from: From;
  sourceName: string;
  /** Where in the recording its first sample stands; 0 for a headset. All times of the run count from the same zero. */
  startS: number;
  modelKey: string;
  modelTitle: string;
  classes: readonly string[];
  isRegression: boolean;
  /** The model was trained on windows after an event. */
  isOfEvents: boolean;
  info: StreamInfo | null;
  trace: TraceBuffer | null;
  /** The last of them. */
  decisions: Decision[];
  /** All of them, to be saved; each with the number of windows before it that have none. */
  all: (Decision & { nSkipped: number })[];
  /** Windows without a decision so far. */
  nSkipped: number;
  counts: StreamCounts;
  headset: HeadsetState | null;
  /** What the recording says of the latest window; empty if nothing. */
  annotation: string;
  /** Where the user reads, seconds; null: nowhere. */
  cursorS: number | null;
  /** What stood there when the cursor was moved: read out once, not anew with every sample. */
  cursorText: string;
  problem: EegateError | null;
}

export interface LiveState {
  /** What was chosen; see sourceOf. */
  from: From;
  speed: Speed;
  stepS: number;
  /** Where in the recording the replay begins. */
  startS: number;
  /** What was typed for it and is no time. */
  startText: string | null;
  /** Share of the simulated headset's packets that never arrive. */
  lostShare: number;
  /** Relative to the mean of the windows so far, where the model can be. */
  isRecentred: boolean;
  run: LiveRun | null;
}

export const historyS = 40;

export function initialLive(): LiveState {
  return {
    from: 'recording',
    speed: 1,
    stepS: 0.5,
    startS: 0,
    startText: null,
    lostShare: 0,
    isRecentred: false,
    run: null,
  };
}

/** The source of the run that is going on; else what was chosen, or the headset while no recording is open. */
export function sourceOf({ from, run }: Pick<LiveState, 'from' | 'run'>, page: State): From {
  if (run && isGoing(run)) return run.from;
  return currentRecording(page) ? from : 'headset';
}

/** The chosen model, for the recording that the next run would replay. */
export const isUnsuitable = (state: Pick<LiveState, 'from' | 'run'>, page: State): boolean =>
  sourceOf(state, page) === 'recording' && isBarred(page);

/** The model that classifies: of the run that is going on; else the chosen one, with which the next run starts. */
export function modelTitleOf({ run }: Pick<LiveState, 'run'>, page: State): string | null {
  return run && isGoing(run) ? titleOf(run, page) : (currentModel(page)?.title ?? null);
}

/** In the language of the page, as long as the model is there. */
export const titleOf = (
  { modelKey, modelTitle }: Pick<LiveRun, 'modelKey' | 'modelTitle'>,
  { models }: Pick<State, 'models'>,
): string => models.find(({ key }) => key === modelKey)?.title ?? modelTitle;

/** A headset cannot send as fast as possible: 8 times is its highest speed. */
export const headsetSpeed = (speed: Speed): number => (speed === 'max' ? 8 : speed);

export function isGoing(run: LiveRun | null): boolean {
  return run?.phase === 'starting' || run?.phase === 'running' || run?.phase === 'paused';
}

export const noCounts: StreamCounts = {
  nDecisions: 0,
  nDropped: 0,
  nLost: 0,
  nSamples: 0,
  latency: { medianMs: NaN, p99Ms: NaN },
};

/** What a decision changes. */
export function withNews(
  { decisions, all, nSkipped, startS, info }: LiveRun,
  decision: Decision,
  counts: StreamCounts,
): Partial<LiveRun> {
  const n = nSkippedBefore(decisions.at(-1), decision, startS, info!.stepS);
  all.push({ ...decision, nSkipped: n });
  return { decisions: withDecision(decisions, decision), nSkipped: nSkipped + n, counts };
}

/** Those that the history shows, newest last. */
export function withDecision(decisions: Decision[], decision: Decision): Decision[] {
  const from = decision.onsetS - historyS;
  const kept = decisions.findIndex(({ onsetS }) => onsetS >= from);
  return [...(kept < 0 ? [] : decisions.slice(kept)), decision];
}

/** The longest annotation with a duration that holds the middle of the window. */
export function annotationAt(
  annotations: readonly { onsetS: number; durationS: number; text: string }[],
  { onsetS, durationS }: { onsetS: number; durationS: number },
): string {
  const middle = onsetS + durationS / 2;
  const around = annotations.filter(
    (one) =>
      one.durationS >= durationS && one.onsetS <= middle && middle < one.onsetS + one.durationS,
  );
  return around.sort((a, b) => b.durationS - a.durationS)[0]?.text ?? '';
}

/** The same with the class that it stands for, where its text is another: "right fist (T2)". */
export function annotatedClassAt(
  { annotations, name }: Pick<Recording, 'annotations' | 'name'>,
  recipe: Recipe | null,
  window: { onsetS: number; durationS: number },
): string {
  const text = annotationAt(annotations, window);
  const labels = new Map(Object.entries(recipe?.epochs?.labels ?? {}));
  const label = labels.get(text) ?? usualClass(name, text);
  return label === text ? text : `${label} (${text})`;
}
