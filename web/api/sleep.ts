// Nights: hypnograms of every common kind, statistics of sleep, agreement of two scorings, spectrograms. docs/SLEEP.md says what is
// counted how.
import type { EnginePool, Resource } from '../worker/pool.js';
import type { Engine, Warning } from '../worker/protocol.js';
import { EegateError } from '../worker/error.js';
import { throwIfAborted } from '../worker/work_chunks.js';
import type { Recording } from './recording.js';
import type { TrainingEngines } from './training_engines.js';

/** In the order in which they are counted; behind them "M", movement time, and "?", no stage. */
export const sleepStages = ['W', 'N1', 'N2', 'N3', 'R'] as const;
/** A stage of the AASM, "M" for movement, "?" for none. */
export type SleepStage = (typeof sleepStages)[number] | 'M' | '?';

/** Whose numbers the stages of a file are. */
export const stageCodes = ['yasa', 'nsrr', 'dreams'] as const;
/** A convention of numbers for stages. */
export type StageCodes = (typeof stageCodes)[number];

/** The time in bed, in seconds after the first sample of the recording. */
export interface Lights {
  /** Seconds; the beginning of the time in bed. */
  offS?: number;
  /** Seconds; its end. */
  onS?: number;
}

/** Stages of a night, epoch by epoch. */
export interface Hypnogram {
  /** Length of an epoch, seconds. */
  epochS: number;
  /** Of the first epoch, after the first sample of the recording. */
  startS: number;
  /** One for each epoch. */
  stages: SleepStage[];
  /** As a file says, or whoever scored; statistics and what is written follow them. */
  lights?: Lights;
}

/** A hypnogram as it was read. */
export interface HypnogramFile extends Hypnogram {
  /** What kind of file it was. */
  source: string;
  /** ISO 8601 local time, where the file says it. */
  started?: string;
  /** As they stand in the file. */
  words: {
    /** As it stands in the file. */
    word: string;
    /** How often. */
    n: number;
  }[];
  /** Events that are no stages. */
  nEvents: number;
  /** What was repaired or assumed. */
  warnings: Warning[];
}

type OfStage = Record<(typeof sleepStages)[number], number>;

/** A night in numbers, by the definitions of the AASM; times in minutes. */
export interface SleepStatistics {
  /** From lights off to lights on. */
  timeInBedMin: number;
  /** N1, N2, N3 and REM. */
  totalSleepMin: number;
  /** From the first to the last epoch of sleep. */
  sleepPeriodMin: number;
  /** Per cent. */
  sleepEfficiency: number;
  /** Per cent of the sleep period. */
  sleepMaintenance: number;
  /** From lights off to the first sleep; missing without sleep. */
  sleepLatencyMin?: number;
  /** From the first sleep to the first REM; missing without REM. */
  remLatencyMin?: number;
  /** Awake between the first sleep and lights on. */
  wakeAfterOnsetMin: number;
  /** Awake within the sleep period. */
  wakeInPeriodMin: number;
  /** Without a stage. */
  unscoredMin: number;
  /** In the time in bed. */
  nEpochs: number;
  /** Within the sleep period. */
  nAwakenings: number;
  /** Changes from one stage to another. */
  nStageShifts: number;
  /** Of each stage. */
  stageMin: OfStage;
  /** Of total sleep; W of the time in bed. */
  stagePercent: OfStage;
  /** [from][to] of neighbouring epochs, in the order of `sleepStages`. */
  transitions: number[][];
}

/** How far two scorings of a night agree. */
export interface StageAgreement {
  /** Epochs that both scored. */
  nCompared: number;
  /** Epochs that one of them did not. */
  nLeftOut: number;
  /** Share of the compared epochs, 0 to 1. */
  agreement: number;
  /** Cohen's; missing where both used one stage only. */
  kappa?: number;
  /** Cohen's, of each stage against all others. */
  stageKappa: Partial<OfStage>;
  /** [first][second], in the order of `sleepStages`. */
  confusion: number[][];
  /** Of the comparison. */
  warnings: Warning[];
}

/** The multitaper spectrogram of a night. */
export interface Spectrogram {
  /** In time. */
  nColumns: number;
  /** In frequency. */
  nBins: number;
  /** Seconds of a column. */
  columnS: number;
  /** Bin k stands at k * binHz. */
  binHz: number;
  /** That were averaged. */
  nTapers: number;
  /** [nColumns, nBins] microvolts squared per hertz; NaN where the recording has a gap or the channel is flat. */
  density: Float32Array;
}

/** A spindle or a slow wave. */
export interface SleepEvent {
  /** Seconds from the first sample of the recording. */
  onsetS: number;
  /** Seconds. */
  durationS: number;
  /** Peak to peak, in the band of the detector. */
  amplitudeUv: number;
  /** Of its waves. */
  frequencyHz: number;
}

/** Spindles and slow waves of one channel. */
export interface SleepEvents {
  /** N2 and N3 that the recording has. */
  searchedMin: number;
  /** Of the detector, microvolts. */
  spindleThresholdUv: number;
  /** In order of time. */
  spindles: SleepEvent[];
  /** In order of time. */
  slowWaves: SleepEvent[];
}

/** As a table, as BIDS events, as EDF+ annotations. */
export type HypnogramFormat = 'csv' | 'tsv' | 'edf';

export interface ReadHypnogramOptions {
  name?: string;
  /** Brings the stages onto its clock, and cuts them to its length. */
  recording?: Recording;
  /** Whose numbers the stages are; ambiguous numbers reject with HYP_CODES without it. */
  codes?: StageCodes;
  /** Where the file does not say how long an epoch is; otherwise 30. */
  epochS?: number;
}

/** What models of sleep say of a record. Not a medical device. */
export interface StagedNight {
  epochS: number;
  /** Of the models. */
  models: string[];
  /** Those that were asked for; `leftOut` says why one was not used: "flat", "noise", or "". */
  channels: { index: number; label: string; leftOut: string }[];
  /** Of each epoch, after the first sample of the recording. */
  onsetS: number[];
  /** Why an epoch has no stage: "gap", "noise", "no context", "no answer", or "". */
  reasons: string[];
  /** Share of the models whose own first choice is the stage. */
  agreement: number[];
  /** [n, 5] in the order of `sleepStages`; NaN for an epoch without a stage. */
  probabilities: Float32Array;
}

export interface StageOptions extends WatchOptions {
  /** Windows that lie in the record, the default, or filled up with zeros, as the authors did with whole nights. */
  edges?: 'inside' | 'zeros';
  /** Epochs from one window to the next; 7 is seven times faster than 1, the default. */
  stride?: number;
  /** Numbers of channels, in the order that the models want. Otherwise all EEG and EOG by their names. */
  channels?: number[];
}

export interface WatchOptions {
  /** Hears how much is done, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Of no recording. */
const none = -1;

export class Sleep {
  readonly #engines: TrainingEngines;
  readonly #nextId: () => number;

  /** @internal */
  constructor(engines: TrainingEngines, nextId: () => number) {
    this.#engines = engines;
    this.#nextId = nextId;
  }

  /** The stages of a file: EDF+ annotations, BIDS events, text, CSV, XML of Profusion or the NSRR, WFDB. */
  async read(
    file: Blob | ArrayBuffer,
    { name, recording, codes, epochS }: ReadHypnogramOptions = {},
  ): Promise<HypnogramFile> {
    const bytes = await new Response(file).arrayBuffer();
    const called = name ?? (file as Partial<File>).name ?? 'hypnogram';
    const how = { codes, epoch_s: epochS };
    return this.#ask(recording, 'readHypnogram', (id) => [bytes, called, id, how]);
  }

  /** The stages among the annotations of a recording. Rejects with HYP_EMPTY if there are none. */
  ofRecording(recording: Recording): Promise<HypnogramFile> {
    return this.#ask(recording, 'recordingHypnogram', (id) => [id]);
  }

  /** By the definitions of the AASM, between the lights; where they are not known between the ends of the hypnogram. */
  statistics(
    hypnogram: Hypnogram,
    lights: Lights = hypnogram.lights ?? {},
  ): Promise<SleepStatistics> {
    return this.#ask(undefined, 'sleepStatistics', () => [plain(hypnogram), bounds(lights)]);
  }

  /** Epochs at the same time of the recording. Rejects with HYP_EPOCH where epochs have different lengths. */
  compare(first: Hypnogram, second: Hypnogram): Promise<StageAgreement> {
    return this.#ask(undefined, 'compareHypnograms', () => [plain(first), plain(second)]);
  }

  /** An epoch a row: "csv", "tsv" (BIDS events) or "edf" (EDF+ annotations, with the start of the recording). */
  write(
    hypnogram: Hypnogram,
    format: HypnogramFormat,
    recording?: Recording,
  ): Promise<ArrayBuffer> {
    return this.#ask(recording, 'writeHypnogram', (id) => [plain(hypnogram), format, id]);
  }

  /** The multitaper spectrogram of a channel: a column for every 30 s, 0 to 30 Hz. */
  async spectrogram(
    recording: Recording,
    channel: number | string,
    options?: WatchOptions,
  ): Promise<Spectrogram> {
    const { density, info } = await this.#search('spectrogram', recording, channel, [], options);
    return { ...(info as unknown as Omit<Spectrogram, 'density'>), density };
  }

  /** Spindles and slow waves of a channel, in N2 and N3. */
  async events(
    recording: Recording,
    channel: number | string,
    hypnogram: Hypnogram,
    options?: WatchOptions,
  ): Promise<SleepEvents> {
    const asked = [plain(hypnogram)];
    const found = await this.#search('sleepEvents', recording, channel, asked, options);
    return found as unknown as SleepEvents;
  }

  /**
   * Stages of sleep by the mean of models: model files of eegate, or weights with the names of their authors (RobustSleepNet,
   * SeqSleepNet). Errors: STAGE_*, MODEL_*.
   */
  stage(
    recording: Recording,
    models: readonly (Blob | ArrayBuffer)[],
    { edges, stride, channels, onProgress, signal }: StageOptions = {},
  ): Promise<StagedNight> {
    return this.#with(recording, async (pool, recordingId, resource) => {
      const id = this.#nextId();
      const files = await Promise.all(
        models.map(async (model) => modelFile(pool, await new Response(model).arrayBuffer())),
      );
      const asked = { edges, stride, channels };
      try {
        await pool.call(resource, 'stageBegin', [id, recordingId, files, asked]);
        for (let done = 0; done < 1;) {
          throwIfAborted(signal);
          done = await pool.call(resource, 'stageAdvance', [id]);
          onProgress?.(done);
        }
        return await pool.call(resource, 'stageResult', [id]);
      } finally {
        pool.call(null, 'closeStaging', [id]).catch(() => undefined); // the engine may be gone
      }
    });
  }

  /** What an engine answers in pieces about a channel. */
  #search<What extends 'spectrogram' | 'sleepEvents'>(
    what: What,
    recording: Recording,
    channel: number | string,
    asked: Record<string, unknown>[],
    { onProgress, signal }: WatchOptions = {},
  ): Promise<ReturnType<Engine[`${What}Result`]>> {
    return this.#with(recording, async (pool, recordingId, resource) => {
      const id = this.#nextId();
      const call = (step: string, args: unknown[]): Promise<unknown> =>
        pool.call(resource, (what + step) as `${What}Advance`, args as never);
      try {
        await call('Begin', [id, recordingId, recording.channelIndex(channel), ...asked]);
        for (let done = 0; done < 1;) {
          throwIfAborted(signal);
          done = (await call('Advance', [id])) as number;
          onProgress?.(done);
        }
        return (await call('Result', [id])) as ReturnType<Engine[`${What}Result`]>;
      } finally {
        const close = what === 'spectrogram' ? 'closeSpectrogram' : 'closeSleepEvents';
        pool.call(null, close, [id]).catch(() => undefined); // the engine may be gone
      }
    });
  }

  /** One answer; with a recording of an engine that holds it. */
  #ask<M extends SleepMethod, Answer>(
    recording: Recording | undefined,
    method: M,
    args: (recordingId: number) => Parameters<Engine[M]>,
  ): Promise<Answer> {
    return this.#with(
      recording,
      (pool, id, resource) => pool.call(resource, method, args(id)) as Promise<unknown>,
    ) as Promise<Answer>;
  }

  /** With an engine that holds the recording, if there is one, under an id of its own. */
  #with<T>(
    recording: Recording | undefined,
    work: (pool: EnginePool, id: number, resource: Resource | null) => Promise<T>,
  ): Promise<T> {
    return this.#engines.use(async (pool) => {
      if (!recording) return work(pool, none, null);
      const id = this.#nextId();
      const resource = recording.again(id);
      try {
        return await work(pool, id, resource);
      } finally {
        await pool.close(resource);
      }
    });
  }
}

/** Weights of a stager that eegate knows become a model file; anything else has to be one. */
async function modelFile(pool: EnginePool, bytes: ArrayBuffer): Promise<ArrayBuffer> {
  try {
    return await pool.call(null, 'importStager', [bytes.slice(0)]);
  } catch (thrown) {
    if (thrown instanceof EegateError && thrown.code === 'IMPORT_UNKNOWN') return bytes;
    throw thrown;
  }
}

type SleepMethod =
  | 'readHypnogram'
  | 'recordingHypnogram'
  | 'sleepStatistics'
  | 'compareHypnograms'
  | 'writeHypnogram';

/** As the core reads it. */
function plain({ epochS, startS, stages, lights }: Hypnogram): Record<string, unknown> {
  return {
    epoch_s: epochS,
    start_s: startS,
    stages,
    ...(lights && { lights: bounds(lights) }),
  };
}

const bounds = ({ offS, onS }: Lights) => ({ off_s: offS, on_s: onS });
