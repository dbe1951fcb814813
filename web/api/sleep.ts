// Sleep: hypnograms of every common format, statistics, agreement of two scorings, spectrograms, staging. docs/SLEEP.md has the
// definitions.
import type { EnginePool, Resource } from '../worker/pool.js';
import type { Engine, Warning } from '../worker/protocol.js';
import { optionsOf } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import { throwIfAborted } from '../worker/work_chunks.js';
import type { Recording } from './recording.js';
import type { SleepEvents, SleepStatistics, Spectrogram, StageAgreement } from './sleep_figures.js';
import type { TrainingEngines } from './training_engines.js';

export type * from './sleep_figures.js';

/** The sleep stages in the order of all statistics. A hypnogram also has "M", movement time, and "?", no stage. */
export const sleepStages = ['W', 'N1', 'N2', 'N3', 'R'] as const;
/** A stage of the AASM; "M": movement time, "?": no stage. */
export type SleepStage = (typeof sleepStages)[number] | 'M' | '?';

/** Conventions for numbers as stages. */
export const stageCodes = ['yasa', 'nsrr', 'dreams'] as const;
/** A convention for numbers as stages. */
export type StageCodes = (typeof stageCodes)[number];

/** The time in bed, in seconds after the first sample of the recording. */
export interface Lights {
  /** Lights off, the beginning of the time in bed, in seconds. */
  offS?: number;
  /** Lights on, its end, in seconds. */
  onS?: number;
}

/** Stages of a night, epoch by epoch. */
export interface Hypnogram {
  /** Length of an epoch, seconds. */
  epochS: number;
  /** Onset of the first epoch, in seconds after the first sample of the recording. */
  startS: number;
  /** Stage of each epoch. */
  stages: SleepStage[];
  /** Lights off and on, if known; statistics and written files use them. */
  lights?: Lights;
}

/** A hypnogram that was read from a file. */
export interface HypnogramFile extends Hypnogram {
  /** Format of the file. */
  source: string;
  /** Start as ISO 8601 local time, if the file has it. */
  started?: string;
  /** The texts of stages in the file. */
  words: {
    /** The text. */
    word: string;
    /** Number of epochs with it. */
    n: number;
  }[];
  /** Number of events that are not stages. */
  nEvents: number;
  /** What was repaired or assumed. */
  warnings: Warning[];
}

/** Format of a hypnogram file: a table, BIDS events, or EDF+ annotations. */
export type HypnogramFormat = 'csv' | 'tsv' | 'edf';

/** Options of `Sleep.read`. */
export interface ReadHypnogramOptions {
  /** File name. Default: that of the `File`. */
  name?: string;
  /** Shifts the stages to its clock, and cuts them to its length. */
  recording?: Recording;
  /** Convention of numbers as stages; ambiguous numbers reject with HYP_CODES without it. */
  codes?: StageCodes;
  /** Length of an epoch in seconds, if the file does not give it; default 30. */
  epochS?: number;
}

/** Sleep stages predicted by models. Not a medical device. */
export interface StagedNight {
  epochS: number;
  /** Sources of the models. */
  models: string[];
  /** The requested channels; `leftOut` is why one was not used: "flat", "noise", or "". */
  channels: { index: number; label: string; leftOut: string }[];
  /** Onset of each epoch, in seconds after the first sample of the recording. */
  onsetS: number[];
  /** Why an epoch has no stage: "gap", "noise", "no context", "no answer", or "". */
  reasons: string[];
  /** Share of the models whose most probable stage is the stage, 0 to 1. */
  agreement: number[];
  /** [n, 5] in the order of `sleepStages`; NaN for an epoch without a stage. */
  probabilities: Float32Array;
}

/** Options of `Sleep.stage`. */
export interface StageOptions extends WatchOptions {
  /** "inside", the default: windows inside the recording only; "zeros": padded with zeros, as the authors of the models did. */
  edges?: 'inside' | 'zeros';
  /** Epochs from one window to the next; 7 is seven times faster than 1, the default. */
  stride?: number;
  /** Indices of channels, in the order of the models. Default: all EEG and EOG channels by their names and types. */
  channels?: number[];
}

/** Progress and cancellation of long work. */
export interface WatchOptions {
  /** Called with the share done, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Id where there is no recording. */
const none = -1;

/** Sleep analysis with an engine. */
export class Sleep {
  /** @internal */
  constructor(
    private readonly engines: TrainingEngines,
    private readonly nextId: () => number,
  ) {}

  /** Reads stages from a file: EDF+ annotations, BIDS events, text, CSV, XML of Profusion or the NSRR, WFDB. */
  async read(
    file: Blob | ArrayBuffer,
    { name, recording, codes, epochS }: ReadHypnogramOptions = {},
  ): Promise<HypnogramFile> {
    const bytes = await new Response(file).arrayBuffer();
    const called = name ?? (file as Partial<File>).name ?? 'hypnogram';
    const how = { codes, epoch_s: epochS };
    return this.#ask(recording, 'readHypnogram', (id) => [bytes, called, id, how]);
  }

  /**
   * Bytes of an EDF+ file: a simulated night of two EEG channels and one EOG channel at 100 Hz, with its stages as annotations.
   * `durationS` seconds, default 8 hours, in whole epochs of 30 s; the same `seed` gives the same bytes.
   *
   * @throws {EegateError} SAMPLE_LENGTH: the duration is out of range.
   */
  makeNight(options?: { seed?: number; durationS?: number }): Promise<ArrayBuffer> {
    const known = { seed: 'number', durationS: 'number' } as const;
    const { seed = 1, durationS = 28_800 } = optionsOf(options, known);
    return this.#ask(undefined, 'makeNight', () => [seed, durationS]);
  }

  /** The stages among the annotations of a recording. Rejects with HYP_EMPTY if there are none. */
  ofRecording(recording: Recording): Promise<HypnogramFile> {
    return this.#ask(recording, 'recordingHypnogram', (id) => [id]);
  }

  /** Lights off and on among the annotations of a recording (`Lights off`, `lights on`, `Lights out`). */
  lights(recording: Recording): Promise<Lights> {
    return this.#ask(recording, 'recordingLights', (id) => [id]);
  }

  /** Statistics by the definitions of the AASM between lights off and lights on, or the ends of the hypnogram. */
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

  /** A file with one row per epoch: "csv", "tsv" (BIDS events) or "edf" (EDF+ annotations, with the start of the recording). */
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
      const id = this.nextId();
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

  /** Calls Begin, Advance and Result of a search in a channel. */
  #search<What extends 'spectrogram' | 'sleepEvents'>(
    what: What,
    recording: Recording,
    channel: number | string,
    asked: Record<string, unknown>[],
    { onProgress, signal }: WatchOptions = {},
  ): Promise<ReturnType<Engine[`${What}Result`]>> {
    return this.#with(recording, async (pool, recordingId, resource) => {
      const id = this.nextId();
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

  /** One call, on an engine that holds the recording if there is one. */
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

  /** Runs `work` with an engine that holds the recording, if there is one, under an id of its own. */
  #with<T>(
    recording: Recording | undefined,
    work: (pool: EnginePool, id: number, resource: Resource | null) => Promise<T>,
  ): Promise<T> {
    return this.engines.use(async (pool) => {
      if (!recording) return work(pool, none, null);
      const id = this.nextId();
      const resource = recording.again(id);
      try {
        return await work(pool, id, resource);
      } finally {
        await pool.close(resource);
      }
    });
  }
}

/** Converts published weights of a known sleep stager to a model file; anything else has to be a model file. */
async function modelFile(pool: EnginePool, bytes: ArrayBuffer): Promise<ArrayBuffer> {
  try {
    return await pool.call(null, 'importStager', [bytes.slice(0)]);
  } catch (thrown) {
    if (thrown instanceof EegateError && /^IMPORT_(UNKNOWN|NOT_NEEDED)$/.test(thrown.code))
      return bytes;
    throw thrown;
  }
}

type SleepMethod =
  | 'makeNight'
  | 'readHypnogram'
  | 'recordingHypnogram'
  | 'recordingLights'
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
