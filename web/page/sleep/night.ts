// Data of one recording's night: a scoring, a second one for comparison, stager probabilities, and derived values.
// Functions here never change their arguments.
import type { Annotation, Warning } from '../../api/index.js';
import type { Draft } from '../commands.js';
import {
  sleepStages,
  type StagedNight,
  type Hypnogram,
  type Lights,
  type SleepEvents,
  type SleepStage,
  type SleepStatistics,
  type Spectrogram,
  type StageAgreement,
} from '../../api/sleep.js';

const slackS = 1e-3; // onsets are computed

export interface Scoring {
  /** Of the file, or of who scored, in the language of the page. */
  name: () => string;
  hypnogram: Hypnogram;
  warnings: readonly Warning[];
  /** As it was opened or staged, before corrections by hand; null if all of it was scored by hand. */
  original?: readonly SleepStage[] | null;
  /** What it was made of, if by a model. */
  madeOf?: StageProbabilities;
}

/** What a stager answers for each epoch; the one place where it comes into the view. */
interface StageProbabilities {
  /** Of the model, in the language of the page. */
  name: () => string;
  epochS: number;
  startS: number;
  /** [n, 5] in the order of `sleepStages`; NaN for an epoch without an answer. */
  values: Float32Array;
  /** Epochs after a gap are not a whole number of epochs after the first one: they were moved to the nearest place. */
  isMoved: boolean;
}

export interface Night {
  scoring: Scoring | null;
  /** Whether it is as it was opened or saved. */
  isSaved: boolean;
  other: Scoring | null;
  probabilities: StageProbabilities | null;
  statistics: SleepStatistics | null;
  agreement: StageAgreement | null;
  spectrogram: Spectrogram | null;
  /** Spindles and slow waves of the channel. */
  events: SleepEvents | null;
  /** Of the spectrogram or the events, 0 to 1 while it is computed; null otherwise. */
  progress: number | null;
  /** Of staging, 0 to 1 while a model is at work; null otherwise. */
  staged: number | null;
  channel: number;
  /** The chosen one. */
  epoch: number;
  /** A file whose numbers may mean different stages: it waits for the name of its code. */
  ambiguous: File | null;
}

export const initialNight = (channel: number): Night => ({
  scoring: null,
  isSaved: true,
  other: null,
  probabilities: null,
  statistics: null,
  agreement: null,
  spectrogram: null,
  events: null,
  progress: null,
  staged: null,
  channel,
  epoch: 0,
  ambiguous: null,
});

export const epochLengths = [30, 20] as const;

/** For scoring by hand: as many epochs as the recording has, none of them scored. */
export function unscored(durationS: number, epochS: number): Hypnogram {
  const n = Math.max(1, Math.floor(durationS / epochS + 1e-6));
  return { epochS, startS: 0, stages: Array.from({ length: n }, () => '?') };
}

/** The chosen epoch on the time axis of the recording; null where nothing is scored. */
export function chosenEpoch(night: Night | null): { onsetS: number; durationS: number } | null {
  if (!night?.scoring) return null;
  const { epochS, startS } = night.scoring.hypnogram;
  return { onsetS: startS + night.epoch * epochS, durationS: epochS };
}

/** What the section Sleep does for the rest of the page. */
export interface NightHooks {
  /** Takes scorings that were dropped or opened elsewhere. */
  open(files: File[]): void;
  /** Gives the chosen epoch a stage. */
  score(stage: SleepStage): void;
  epoch: () => ReturnType<typeof chosenEpoch>;
  /** What can be done now, for the palette. */
  commands: () => Draft[];
  /** What gives a recording its stages back when it is opened again; null if it has none. */
  keep: (key: number) => (() => void) | null;
}

/** As they are written on keyboards, with the stage that each gives the epoch. */
export const stageKeys: readonly (readonly [key: string, stage: SleepStage])[] = [
  ['W', 'W'],
  ['1', 'N1'],
  ['2', 'N2'],
  ['3', 'N3'],
  ['R', 'R'],
  ['Delete', '?'],
];

const keys: Record<string, SleepStage> = {
  ...Object.fromEntries(stageKeys.map(([key, stage]) => [key.toLowerCase(), stage])),
  '0': 'W',
  '5': 'R',
  '?': '?',
  backspace: '?',
};

/** What a key scores; null if nothing. */
export function stageOfKey(key: string): SleepStage | null {
  const name = key.toLowerCase();
  return Object.hasOwn(keys, name) ? keys[name]! : null;
}

export type Light = 'offS' | 'onS';

/** Lights off before an epoch, and on after it. */
export function lightHere({ startS, epochS }: Hypnogram, epoch: number): Record<Light, number> {
  const offS = startS + epoch * epochS;
  return { offS, onS: offS + epochS };
}

/** With lights off or on at a time, or not known. Null where no epoch would lie between them, or lights on would be before lights off. */
export function withLight(
  hypnogram: Hypnogram,
  light: Light,
  timeS: number | null,
): Hypnogram | null {
  const { [light]: _, ...others } = hypnogram.lights ?? {};
  const lights: NonNullable<Hypnogram['lights']> =
    timeS === null ? others : { ...others, [light]: timeS };
  const { offS = -Infinity, onS = Infinity } = lights;
  const { first, end } = inBed({ ...hypnogram, lights });
  return first < end && offS < onS ? { ...hypnogram, lights } : null;
}

/** With lights that were found elsewhere, as far as they can be. */
export function withLights(hypnogram: Hypnogram, { offS, onS }: Lights): Hypnogram {
  const dark = offS === undefined ? null : withLight(hypnogram, 'offS', offS);
  return (onS === undefined ? dark : withLight(dark ?? hypnogram, 'onS', onS)) ?? dark ?? hypnogram;
}

/** The epochs in bed, as the core counts them: to the nearest one. */
export function inBed({ epochS, startS, stages, lights = {} }: Hypnogram): {
  first: number;
  end: number;
} {
  const at = (timeS: number) =>
    Math.min(stages.length, Math.max(0, Math.round((timeS - startS) / epochS)));
  return {
    first: lights.offS === undefined ? 0 : at(lights.offS),
    end: lights.onS === undefined ? stages.length : at(lights.onS),
  };
}

/** The stage that is most probable; none where there is no answer. */
export function mostProbable(probabilities: StageProbabilities): Scoring {
  const { name, epochS, startS, values } = probabilities;
  const n = Math.floor(values.length / sleepStages.length);
  const stages = Array.from({ length: n }, (_, i): SleepStage => {
    const row = values.subarray(i * sleepStages.length, (i + 1) * sleepStages.length);
    if (!row.every(Number.isFinite)) return '?';
    return sleepStages[row.indexOf(Math.max(...row))]!;
  });
  return { name, hypnogram: { epochS, startS, stages }, warnings: [], madeOf: probabilities };
}

/** One epoch after the other, as in a hypnogram: those in a gap have no answer, and those after it have the nearest place. */
export function probabilitiesOf(
  { models, epochS, onsetS, probabilities }: StagedNight,
  several: (n: number) => string,
): StageProbabilities {
  const startS = onsetS[0] ?? 0;
  const nStages = sleepStages.length;
  const exact = onsetS.map((timeS) => (timeS - startS) / epochS);
  const places = exact.map(Math.round);
  const values = new Float32Array(((places.at(-1) ?? -1) + 1) * nStages).fill(NaN);
  places.forEach((place, i) => {
    values.set(probabilities.subarray(i * nStages, (i + 1) * nStages), place * nStages);
  });
  return {
    name: () => (models.length === 1 ? models[0]! : several(models.length)),
    epochS,
    startS,
    values,
    isMoved: exact.some((place, i) => Math.abs(place - places[i]!) * epochS > slackS),
  };
}

/** What the scoring is compared with: another one that was opened, otherwise the stager's, if its epochs are as long and it is not the scoring itself. */
export function comparedWith({ scoring, other, probabilities }: Night): Scoring | null {
  if (other || !probabilities) return other;
  if (scoring && scoring.hypnogram.epochS !== probabilities.epochS) return null;
  const staged = mostProbable(probabilities);
  const isItself = staged.hypnogram.stages.every(
    (stage, i) => stage === scoring?.hypnogram.stages[i],
  );
  return isItself ? null : staged;
}

/** What is shown beside the scoring: what it is compared with, or a model whose epochs are longer or shorter. */
export function shownBeside(night: Night): Scoring | null {
  const { scoring, probabilities } = night;
  const isOwn = scoring?.madeOf === probabilities;
  return comparedWith(night) ?? (probabilities && !isOwn ? mostProbable(probabilities) : null);
}

/** Stages that were corrected by hand. */
export const nCorrected = ({ hypnogram, original }: Scoring): number =>
  original ? hypnogram.stages.filter((stage, i) => stage !== (original[i] ?? '?')).length : 0;

export const isScored = (stage: SleepStage): boolean =>
  (sleepStages as readonly string[]).includes(stage);

/** From the top of the picture: R below W, as hypnograms are drawn. */
export const rows: readonly { name: (typeof sleepStages)[number]; color: number }[] = [
  { name: 'W', color: 0 },
  { name: 'R', color: 3 },
  { name: 'N1', color: 2 },
  { name: 'N2', color: 1 },
  { name: 'N3', color: 4 },
];

export const rowsOf = (stages: readonly SleepStage[]): number[] =>
  stages.map((stage) => rows.findIndex(({ name }) => name === stage));

/** The colour of each stage in the order of `sleepStages`. */
export const stageColors = sleepStages.map(
  (stage) => rows.find(({ name }) => name === stage)!.color,
);

/** As annotations, which the traces show. */
export function marksOf(
  { spindles, slowWaves }: SleepEvents,
  texts: { spindle: string; slowWave: string },
): Annotation[] {
  const named = (text: string) => (event: { onsetS: number; durationS: number }) => ({
    onsetS: event.onsetS,
    durationS: event.durationS,
    text,
  });
  return [...spindles.map(named(texts.spindle)), ...slowWaves.map(named(texts.slowWave))];
}

const scoringEnding = /\.(csv|tsv|txt|xml|hyp)$/i;
const scoringName = /hypn|stag|scor|sleep/i;

/** Whether a file that is dropped on the view is a scoring, and not the next recording. */
export const isScoringFile = ({ name }: { name: string }): boolean =>
  scoringEnding.test(name) || (/\.(edf|bdf)$/i.test(name) && scoringName.test(name));

/** A file of stages alone, which belongs to the recording of a night. */
export const isHypnogramFile = ({ name }: { name: string }): boolean =>
  /\.(edf|bdf)$/i.test(name) && /hypno/i.test(name);

/** Whether a recording's annotations may hold stages: cheap, so that nothing is started where they do not. */
export const mayHoldStages = (texts: readonly { text: string }[]): boolean =>
  texts.some(({ text }) => /^\s*(sleep[ _-]?stage|stage|n?rem|[ns][1-4]$)/i.test(text));
