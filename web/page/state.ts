// State of the page as one plain object, and pure functions from one state to the next.
import type {
  Annotation,
  Classification,
  Compatibility,
  DeidentifiedCopy,
  EegateError,
  EngineSummary,
  Model,
  ModelInfo,
  PlanInfo,
  Prediction,
  Recording,
  ResultFormat,
} from '../api/index.js';
import type { StoreSize } from '../shell/protocol.js';
import { emptyForm, type AnnotationForm } from './annotation_form.js';
import type { BatchState } from './batch.js';
import type { DataSetState } from './data_set/data_set.js';
import type { Lease } from './open_models.js';
import type { Measured } from './pointer.js';
import type { Ledger } from './privacy.js';
import { initialRecordingList, type RecordingListState } from './recording_list.js';
import type { TaskKind } from './tasks.js';
import { strings } from './strings/index.js';
import type { BandId, TypedEdge, View } from './view.js';
import type { Workspace } from './workspaces.js';

export type { View };

export type RunStatus = 'running' | 'done' | 'cancelled' | 'failed';

export interface Run {
  status: RunStatus;
  /** What its model was called; another model may have the same name, so that nothing is found by it. */
  modelTitle: string;
  /** Of its model, which is also that of `classification`. */
  lease: Lease;
  classes: readonly string[];
  /** Outputs are numbers, not probabilities. */
  isRegression: boolean;
  /** Stops it. */
  abort: AbortController;
  classification: Classification;
  plan: PlanInfo | null;
  /** How much of the filtering before the first epoch is done. */
  prepared: number;
  /** Grows while the run is active; `nDone` tells when. */
  predictions: Prediction[];
  nDone: number;
  elapsedMs: number;
  selected: number | null;
  /** The window that Explain and Inside begin with, where the first choice explains nothing. */
  beginning: number | null;
}

export interface RecordingEntry {
  key: number;
  recording: Recording;
  file: File;
  content: number; // equal in copies of one recording (copies.ts)
  companions: File[]; // given with it, among which are its parts
  isSimulated: boolean;
  /** Of a truncated file: the seconds that its header announces and that are not there. */
  missingS: number;
  isIdentityShown: boolean;
  /** Null until annotations are changed on the page. */
  annotationsOfFile: readonly Annotation[] | null;
  /** What was said about the copy without identity that was saved last. */
  copy: Pick<DeidentifiedCopy, 'changed' | 'warnings'> | null;
  view: View;
  run: Run | null;
  misfit: { modelTitle: string; compatibility: Compatibility } | null; // why Classify all left it out last
  second: Run | null; // of another model on the same recording, to compare with
}

export interface ModelEntry {
  key: string;
  title: string;
  fileName: string;
  isBundled: boolean;
  /** It was trained here, as the n-th model of this visit: its title depends on the language. */
  trained?: { n: number; title: string };
  bytes: ArrayBuffer;
  /** While the entry is chosen; code that needs it at other times has a lease. */
  model: Model | null;
}

export interface Alert {
  error: EegateError;
  /** What was being done, e.g. the name of the file. */
  subject: string;
  /** The task that failed; null: nobody asked for it. */
  by: { kind: TaskKind; id: number } | null;
}

interface Proposal {
  recordingKey: number;
  modelKey: string;
  /** It was chosen at once, because nobody had chosen another. */
  isTaken: boolean;
}

/** What a model says of itself, and how the recording that is shown suits it; `compatibility` is null while none is. */
export interface Suit {
  /** Of the model's file: another file of the same name is another model. */
  bytes: ArrayBuffer;
  recordingKey: number | null;
  info: ModelInfo;
  compatibility: Compatibility | null;
}

export type Theme = 'auto' | 'light' | 'dark';

export interface State {
  engine: EngineSummary | null;
  status: string;
  isBusy: boolean;
  running: readonly Workspace[]; // Live and Train, also while another workspace is shown
  alerts: Alert[];
  recordings: RecordingEntry[];
  recordingKey: number | null;
  models: ModelEntry[];
  modelKey: string | null;
  compatibility: Compatibility | null;
  /** All recordings are being classified. */
  batch: BatchState | null;
  /** Recording and model could not be compared, e.g. because the file changed; Classify tries again and reports the reason. */
  isUncompared: boolean;
  /** A model that fits a recording which another does not. */
  proposal: Proposal | null;
  /** By the keys of models, for the list of them. */
  suits: Record<string, Suit>;
  /** The list of models: what was typed into its search, and which row the keys have reached; null: the chosen one. */
  /** `isPending`: what would make its rows taller is not known yet. */
  modelPicker: { text: string; key: string | null; isPending?: boolean };
  recordingList: RecordingListState;
  /** The data set that was opened last; null: none. */
  dataSet: DataSetState | null;
  /** The channel that its menu is about. */
  channelMenu: string | null;
  isOverridden: boolean;
  format: ResultFormat;
  isDropping: boolean;
  /** The traces as a table. */
  isTableOpen: boolean;
  theme: Theme;
  workspace: Workspace;
  /** What has a heading of its own and is open: "inside", "lessons". */
  openSections: string[];
  /** The drawer below the traces takes the whole height. */
  isDrawerTall: boolean;
  /** The commands: what was typed, and which of those found is chosen. */
  palette: { isOpen: boolean; text: string; row: number };
  /** What places want to find again in the URL: settings of a view, never data. */
  urlSettings: Record<string, string>;
  /** The part of a recording that the address shows; it never names the recording. */
  awaited: (Pick<View, 'startS' | 'spanS'> & { isOfSample: boolean }) | null;
  /** Tools for reading that are open: the tab of the inspector (workspaces.ts), "filter", "ruler". */
  tools: string[];
  /** Where the pointer or the keyboard's cursor stands, on the time axis that all pictures share. */
  cursorS: number | null;
  /** What the caliper spans. */
  measured: Measured | null;
  typedEdge: TypedEdge | null; // of the filter
  /** On the head map: the electrode under the pointer or the focus. */
  focusedElectrode: string | null;
  headBand: BandId | null; // whose power the map of the head shows; null: none
  cursorHz: number; // of the cursor in the spectrum
  /** How many questions of the signal tools the engine has answered: what they show depends on it. */
  nToolAnswers: number;
  /** CSS pixels per millimetre of this screen; 96 per inch unless measured. */
  pxPerMm: number;
  /** Annotations with this text alone are listed; empty for all. */
  annotationText: string;
  annotationForm: AnnotationForm;
  /** Of the table of epochs, those alone of which the model is wrong. */
  isWrongOnly: boolean;
  /** Of the table of epochs, those alone of which two models say different things. */
  isDifferentOnly: boolean;
  /** Of the table of epochs, where it is scrolled to. */
  firstEpochRow: number;
  ledger: Ledger;
  stored: StoreSize[] | null; // null until the user looks
  isErasing: boolean; // what is stored: asked for, and to be confirmed
}

export function initialState(): State {
  return {
    engine: null,
    status: strings.status.starting,
    isBusy: true,
    running: [],
    alerts: [],
    recordings: [],
    recordingKey: null,
    models: [],
    modelKey: null,
    compatibility: null,
    batch: null,
    isUncompared: false,
    proposal: null,
    suits: {},
    modelPicker: { text: '', key: null },
    recordingList: initialRecordingList,
    dataSet: null,
    channelMenu: null,
    isOverridden: false,
    format: 'csv',
    isDropping: false,
    isTableOpen: false,
    theme: 'auto',
    workspace: 'signals',
    openSections: [],
    isDrawerTall: false,
    palette: { isOpen: false, text: '', row: 0 },
    urlSettings: {},
    awaited: null,
    tools: [],
    ...nothingPointed,
    focusedElectrode: null,
    headBand: 'alpha',
    cursorHz: 10,
    nToolAnswers: 0,
    pxPerMm: 96 / 25.4,
    annotationText: '',
    isWrongOnly: false,
    isDifferentOnly: false,
    firstEpochRow: 0,
    ledger: { since: null, requests: [], blocked: [] },
    stored: null,
    isErasing: false,
  };
}

export const currentRecording = (state: State): RecordingEntry | null =>
  state.recordings.find(({ key }) => key === state.recordingKey) ?? null;

export const currentModel = (state: State): ModelEntry | null =>
  state.models.find(({ key }) => key === state.modelKey) ?? null;

/** In a recording. */
export const nothingPointed = {
  ...{ cursorS: null, measured: null, typedEdge: null, annotationForm: emptyForm },
} as const;

/** Last in the list, unless it had another place there. */
export function withRecording(
  { recordings }: Pick<State, 'recordings'>,
  entry: RecordingEntry,
  index = recordings.length,
): Partial<State> {
  return {
    recordings: [...recordings.slice(0, index), entry, ...recordings.slice(index)],
    recordingKey: entry.key,
    ...nothingPointed,
  };
}

/** Closing the current recording shows its neighbour. */
export function withoutRecording(state: State, key: number): Partial<State> {
  const index = state.recordings.findIndex((entry) => entry.key === key);
  const recordings = state.recordings.filter((entry) => entry.key !== key);
  if (state.recordingKey !== key) return { recordings };
  return {
    recordings,
    recordingKey: (recordings[index] ?? recordings[index - 1])?.key ?? null,
    compatibility: null,
    ...nothingPointed,
  };
}

export function patchRecording(
  state: State,
  key: number,
  patch: Partial<RecordingEntry>,
): Partial<State> {
  const patched = (entry: RecordingEntry) => (entry.key === key ? { ...entry, ...patch } : entry);
  return { recordings: state.recordings.map(patched) };
}

export function patchRun(
  state: State,
  key: number,
  classification: Classification,
  patch: Partial<Run>,
): Partial<State> {
  const run = state.recordings.find((entry) => entry.key === key)?.run;
  if (run?.classification !== classification) return {}; // a newer run has taken its place
  return patchRecording(state, key, { run: { ...run, ...patch } });
}

/** A model file of the same name takes the place of the former. */
export function withModel(state: State, entry: ModelEntry): Partial<State> {
  const isNew = !state.models.some(({ key }) => key === entry.key);
  const models = isNew
    ? [...state.models, entry]
    : state.models.map((old) => (old.key === entry.key ? entry : old));
  return { models };
}
