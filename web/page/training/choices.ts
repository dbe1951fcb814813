// Changes by the user, and the complete setup: defaults for the open recordings with these changes applied.
import type { ModelInfo, Recipe } from '../../api/index.js';
import type { TrainingOptions } from '../../api/training_types.js';
import { labelRows, usedByDefault, type LabelRow } from './labels.js';
import { furtherLearningRate, presetOf, presets } from './presets.js';
import { roomAfter } from './segment_fit.js';
import { stem, usualPerson, usualState, wordsOf } from '../../truth/file_names.js';
import { firstOf } from './doubts.js';
import { commonRate, learntChannels, usualHz } from './common_input.js';
import type { Source } from './sources.js';

type Mode = 'annotations' | 'recordings';
/** One window after each annotation, or windows all along each annotation. */
type Cut = 'after' | 'along';
/** `persons`: each person is left out in turn. */
export type Split = 'auto' | 'persons' | 'subject' | 'run' | 'block' | 'none';
export type Optimizer = 'adamw' | 'adam' | 'adam_keras' | 'sgd';
export type Scaling = 'zscore' | 'zscore_trial' | 'none';

/** Everything that has one value for the whole run. */
export interface Settings {
  mode: Mode;
  cut: Cut;
  tminS: number;
  tmaxS: number;
  lengthS: number;
  stepS: number;
  lowHz: number;
  highHz: number;
  align: boolean;
  /** Without the channels of eyes, heart and muscles. */
  isOnlyEeg: boolean;
  /** Id of a preset, or `opened`: continue from the opened model. */
  preset: string;
  /** Id of a preset that is trained on the same afterwards, to compare; empty for none. */
  comparisonPreset: string;
  /** What learns of the opened model. */
  tune: NonNullable<TrainingOptions['tune']>;
  scaling: Scaling;
  split: Split;
  epochs: number;
  learningRate: number;
  batchSize: number;
  seed: number;
  optimizer: Optimizer;
  isBalanced: boolean;
  labelSmoothing: number;
  patience: number;
  mirror: boolean;
  jitterS: number;
  channelDropout: number;
  /** Keep a copy in the browser's storage while training. */
  isKept: boolean;
}

export interface Changes {
  settings: Partial<Settings>;
  /** By the key of a recording. */
  isUsed: Record<number, boolean>;
  persons: Record<number, string>;
  states: Record<number, string>;
  /** By the id of a label row. */
  isClass: Record<string, boolean>;
  classNames: Record<string, string>;
}

export const opened = 'opened';

export function noChanges(): Changes {
  return { settings: {}, isUsed: {}, persons: {}, states: {}, isClass: {}, classNames: {} };
}

/** The networks that are trained one after the other: the chosen one, and one to compare it with. */
export function networksOf({ preset, comparisonPreset }: Settings): string[] {
  return comparisonPreset ? [preset, comparisonPreset] : [preset];
}

/** What depends on the network begins with its own values; all else stays as it was typed. */
export function choiceOfNetwork(preset: string, before: string): Partial<Settings> {
  const ofNetwork = { preset, learningRate: undefined };
  const isOtherKind = (preset === opened) !== (before === opened); // an opened model has a window of its own, and needs fewer epochs
  return isOtherKind ? { ...ofNetwork, epochs: undefined, lengthS: undefined } : ofNetwork;
}

export interface SourceChoice {
  source: Source;
  isUsed: boolean;
  person: string;
  /** Class of the whole recording. */
  state: string;
}

export interface LabelChoice {
  row: LabelRow;
  isUsed: boolean;
  className: string;
}

export interface Setup {
  sources: SourceChoice[];
  labels: LabelChoice[];
  settings: Settings;
  /** Whether windows all along the annotations are possible. */
  canCutAlong: boolean;
  /** Rate of the epochs. */
  sfreq: number;
  /** Set where the recordings have another rate, or several. */
  resampleHz: number | null;
  /** What all of `learnt` have, in the order of the first. */
  chNames: readonly string[];
  /** What they have of eyes, heart and muscles, whether it is learnt from or not. */
  notEeg: readonly string[];
  /** The chosen recordings that have something of a class; all of them while none has. */
  learnt: readonly Source[];
  /** Of the opened model, where training continues from it. */
  base: ModelInfo | null;
}

const longAnnotationS = 8;

export function setupOf(sources: Source[], changes: Changes, model: ModelInfo | null): Setup {
  /** If so, what is simulated, as the sample, is used only if the user ticks it. */
  const hasReal = sources.some((one) => !one.isSimulated && one.chNames.length > 0);
  const chosen = sources.map((source) => {
    const { key, name, chNames } = source;
    const first = firstOf(source, sources);
    const isOwn = chNames.length > 0 && first === source; // neither annotations alone nor a copy
    const isLearnt = isOwn && !(hasReal && source.isSimulated);
    return {
      source,
      isUsed: changes.isUsed[key] ?? isLearnt,
      person: changes.persons[key] ?? usualPerson(first.name),
      state: changes.states[key] ?? usualState(name),
    };
  });
  const used = chosen.filter(({ isUsed }) => isUsed).map(({ source }) => source);
  const rows = labelRows(used);
  const byDefault = usedByDefault(rows);
  const labels = rows.map((row) => ({
    row,
    isUsed: changes.isClass[row.id] ?? byDefault.has(row.id),
    className: changes.classNames[row.id] ?? row.usual,
  }));
  const wanted = { ...changes.settings, mode: changes.settings.mode ?? usualMode(labels) };
  const base = wanted.preset === opened ? model : null;
  const learnt = learntFrom(used, labels, wanted.mode);
  const resampleHz = base ? null : commonRate(learnt);
  const sfreq = base?.sfreq ?? resampleHz ?? learnt[0]?.sfreq ?? usualHz;
  const settings = { ...defaults(learnt, labels, sfreq, wanted, base), ...defined(wanted) };
  if (settings.preset === opened && !base) settings.preset = presets[0]!.id;
  if (base || settings.comparisonPreset === settings.preset) settings.comparisonPreset = '';
  return {
    sources: chosen,
    labels,
    settings,
    canCutAlong: canCutAlong(labels, settings.lengthS),
    sfreq,
    resampleHz,
    ...(base ? { chNames: base.chNames, notEeg: [] } : learntChannels(learnt, settings.isOnlyEeg)),
    learnt,
    base,
  };
}

function usualMode(labels: LabelChoice[]): Mode {
  const classes = new Set(labels.filter(({ isUsed }) => isUsed).map(({ className }) => className));
  return classes.size >= 2 ? 'annotations' : 'recordings';
}

function learntFrom(used: Source[], labels: LabelChoice[], mode: Mode): Source[] {
  if (mode === 'recordings') return used;
  const keys = new Set(labels.filter(({ isUsed }) => isUsed).flatMap(({ row }) => row.keys));
  const learnt = used.filter(({ key }) => keys.has(key));
  return learnt.length ? learnt : used;
}

function defined(settings: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function defaults(
  used: Source[],
  labels: LabelChoice[],
  sfreq: number,
  wanted: Partial<Settings> & Pick<Settings, 'mode'>,
  base: ModelInfo | null,
): Settings {
  const { mode } = wanted;
  const lengthS = base ? Number(base.config['n_times']) / sfreq : 2;
  const cut = wanted.cut ?? (canCutAlong(labels, lengthS) ? 'along' : 'after');
  const isEvent = mode === 'annotations' && cut === 'after';
  const window = base
    ? windowOf(base.recipe, lengthS)
    : windowAfter(
        labels.filter((one) => one.isUsed),
        used,
      );
  return {
    mode,
    cut,
    ...window,
    lengthS,
    stepS: lengthS / 2,
    lowHz: 0.5,
    highHz: Math.min(55, Math.floor(0.45 * Math.min(sfreq, ...used.map((one) => one.sfreq)))),
    align: false,
    isOnlyEeg: false,
    preset: presets[0]!.id,
    comparisonPreset: '',
    scaling: isEvent ? 'zscore_trial' : 'zscore',
    split: 'auto',
    epochs: base ? 20 : 60,
    learningRate: base
      ? furtherLearningRate(base.config)
      : presetOf(wanted.preset ?? '').learningRate,
    tune: 'all',
    batchSize: isEvent ? 16 : 32,
    seed: 1,
    optimizer: 'adamw',
    isBalanced: false,
    labelSmoothing: 0,
    patience: 20,
    mirror: false,
    jitterS: 0,
    channelDropout: 0,
    isKept: false,
  };
}

/** What annotations must last to be cut into windows of this length. */
export const shortestAlongS = (lengthS: number): number => Math.max(longAnnotationS, 2 * lengthS);

/** Every class has annotations that last; corrections of it may be shorter. */
function canCutAlong(labels: LabelChoice[], lengthS: number): boolean {
  const used = labels.filter(({ isUsed }) => isUsed);
  const enoughS = shortestAlongS(lengthS);
  const isLong = (name: string) =>
    used.some(({ row, className }) => className === name && row.typicalS >= enoughS);
  return used.length > 0 && used.every(({ className }) => isLong(className));
}

/** As usual, or, in recordings of epochs that are shorter, what most of them have after the annotation. */
function windowAfter(used: LabelChoice[], sources: Source[]): { tminS: number; tmaxS: number } {
  const usual = usualWindow(used);
  const texts = new Set(used.flatMap(({ row }) => row.keys.map((key) => `${key}\n${row.text}`)));
  const roomsS = sources
    .filter(({ segments }) => segments.length > 1)
    .flatMap((source) =>
      source.annotations
        .filter(({ text }) => texts.has(`${source.key}\n${text}`))
        .map(({ onsetS }) => roomAfter(source, onsetS)),
    )
    .sort((a, b) => a - b);
  const roomS = Math.floor(10 * (roomsS[Math.floor(roomsS.length / 5)] ?? Infinity) + 1e-6) / 10;
  return roomS < usual.tmaxS && roomS >= 0.5 ? { tminS: 0, tmaxS: roomS } : usual;
}

/** Half a second to three and a half after the cue, or what the annotations last. */
function usualWindow(used: LabelChoice[]): { tminS: number; tmaxS: number } {
  const lasting = used.map(({ row }) => row.medianS).filter((seconds) => seconds > 0);
  const shortestS = Math.min(...lasting);
  if (shortestS >= 3.5) return { tminS: 0.5, tmaxS: 3.5 };
  if (shortestS > 1) return { tminS: 0, tmaxS: Math.floor(shortestS * 10) / 10 };
  return { tminS: 0, tmaxS: 1 };
}

function windowOf(recipe: Recipe | null, lengthS: number): { tminS: number; tmaxS: number } {
  const epochs = recipe?.epochs;
  const tminS = epochs?.by === 'annotation' ? (epochs.tmin_s ?? 0) : 0.5;
  return { tminS, tmaxS: Number((tminS + lengthS).toFixed(6)) };
}

/** Samples of a window. */
export function nTimesOf({ settings, sfreq }: Setup): number {
  const { mode, cut, tminS, tmaxS, lengthS } = settings;
  const isEvent = mode === 'annotations' && cut === 'after';
  return Math.round((isEvent ? tmaxS - tminS : lengthS) * sfreq);
}

/** The classes in the order in which they first occur. */
export function classesOf({ settings, sources, labels }: Setup): string[] {
  const names =
    settings.mode === 'annotations'
      ? labels.filter(({ isUsed }) => isUsed).map(({ className }) => className.trim())
      : sources.filter(({ isUsed }) => isUsed).map(({ state }) => state.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** What the files of models of these classes begin with. */
export function fileNameOf(classes: readonly string[]): string {
  const name = classes.map((one) => wordsOf(stem(one))).filter(Boolean);
  return `${name.join('_').slice(0, 60) || 'model'}.safetensors`;
}
