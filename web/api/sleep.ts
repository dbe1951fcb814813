// Nights: hypnograms of every common kind, statistics of sleep, agreement of two scorings, spectrograms. docs/SLEEP.md says what is
// counted how.
import type { EnginePool, Resource } from '../worker/pool.js';
import type { Warning } from '../worker/protocol.js';
import { throwIfAborted } from '../worker/shard.js';
import type { Recording } from './recording.js';
import type { TrainingEngines } from './training_engines.js';

/** In the order in which they are counted; behind them "M", movement time, and "?", no stage. */
export const sleepStages = ['W', 'N1', 'N2', 'N3', 'R'] as const;
export type SleepStage = (typeof sleepStages)[number] | 'M' | '?';

/** Whose numbers the stages of a file are. */
export const stageCodes = ['yasa', 'nsrr', 'dreams'] as const;
export type StageCodes = (typeof stageCodes)[number];

export interface Hypnogram {
  epochS: number;
  /** Of the first epoch, after the first sample of the recording. */
  startS: number;
  stages: SleepStage[];
}

export interface HypnogramFile extends Hypnogram {
  /** What kind of file it was. */
  source: string;
  started?: string;
  /** As they stand in the file. */
  words: { word: string; n: number }[];
  nEvents: number;
  warnings: Warning[];
}

type OfStage = Record<(typeof sleepStages)[number], number>;

export interface SleepStatistics {
  timeInBedMin: number;
  totalSleepMin: number;
  sleepPeriodMin: number;
  /** Per cent. */
  sleepEfficiency: number;
  sleepMaintenance: number;
  sleepLatencyMin?: number;
  remLatencyMin?: number;
  wakeAfterOnsetMin: number;
  wakeInPeriodMin: number;
  unscoredMin: number;
  nEpochs: number;
  nAwakenings: number;
  nStageShifts: number;
  stageMin: OfStage;
  /** Of total sleep; W of the time in bed. */
  stagePercent: OfStage;
  /** [from][to] of neighbouring epochs, in the order of `sleepStages`. */
  transitions: number[][];
}

export interface StageAgreement {
  nCompared: number;
  nLeftOut: number;
  /** Share of the compared epochs, 0 to 1. */
  agreement: number;
  /** Cohen's; missing where both used one stage only. */
  kappa?: number;
  stageKappa: Partial<OfStage>;
  /** [first][second], in the order of `sleepStages`. */
  confusion: number[][];
  warnings: Warning[];
}

export interface Spectrogram {
  nColumns: number;
  nBins: number;
  columnS: number;
  binHz: number;
  nTapers: number;
  /** [nColumns, nBins] microvolts squared per hertz; NaN where the recording has a gap or the channel is flat. */
  density: Float32Array;
}

export interface SleepEvent {
  onsetS: number;
  durationS: number;
  /** Peak to peak, in the band of the detector. */
  amplitudeUv: number;
  frequencyHz: number;
}

export interface SleepEvents {
  /** N2 and N3 that the recording has. */
  searchedMin: number;
  spindleThresholdUv: number;
  spindles: SleepEvent[];
  slowWaves: SleepEvent[];
}

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

export interface WatchOptions {
  /** Hears how much is done, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

const ofNone = -1;

export class Sleep {
  readonly #engines: TrainingEngines;
  readonly #nextId: () => number;

  /** @internal */
  constructor(engines: TrainingEngines, nextId: () => number) {
    this.#engines = engines;
    this.#nextId = nextId;
  }

  /** The stages of a file: EDF+ annotations, BIDS events, text, CSV, XML of Profusion or the NSRR, WFDB. */
  async read(file: Blob | ArrayBuffer, options: ReadHypnogramOptions = {}): Promise<HypnogramFile> {
    const { recording, codes, epochS } = options;
    const bytes = file instanceof ArrayBuffer ? file : await file.arrayBuffer();
    const name = options.name ?? (file instanceof File ? file.name : 'hypnogram');
    const how = { ...(codes && { codes }), ...(epochS && { epoch_s: epochS }) };
    const read = (pool: EnginePool, id: number, resource: Resource | null) =>
      pool.call(resource, 'readHypnogram', [bytes, name, id, how]);
    const found = recording
      ? await this.#with(recording, (pool, id, resource) => read(pool, id, resource))
      : await this.#engines.use((pool) => read(pool, ofNone, null));
    return found as unknown as HypnogramFile;
  }

  /** The stages among the annotations of a recording. Rejects with HYP_EMPTY if there are none. */
  async ofRecording(recording: Recording): Promise<HypnogramFile> {
    const found = await this.#with(recording, (pool, id, resource) =>
      pool.call(resource, 'recordingHypnogram', [id]),
    );
    return found as unknown as HypnogramFile;
  }

  /** By the definitions of the AASM. Lights in seconds after the first sample; otherwise the ends of the hypnogram. */
  async statistics(
    hypnogram: Hypnogram,
    lights: { offS?: number; onS?: number } = {},
  ): Promise<SleepStatistics> {
    const bounds = { off_s: lights.offS ?? null, on_s: lights.onS ?? null };
    const counted = await this.#engines.use((pool) =>
      pool.call(null, 'sleepStatistics', [plain(hypnogram), bounds]),
    );
    return counted as unknown as SleepStatistics;
  }

  /** Epochs at the same time of the recording. Rejects with HYP_EPOCH where epochs have different lengths. */
  async compare(first: Hypnogram, second: Hypnogram): Promise<StageAgreement> {
    const compared = await this.#engines.use((pool) =>
      pool.call(null, 'compareHypnograms', [plain(first), plain(second)]),
    );
    return compared as unknown as StageAgreement;
  }

  /** An epoch a row: "csv", "tsv" (BIDS events) or "edf" (EDF+ annotations, with the start of the recording). */
  async write(
    hypnogram: Hypnogram,
    format: HypnogramFormat,
    recording?: Recording,
  ): Promise<ArrayBuffer> {
    const write = (pool: EnginePool, id: number, resource: Resource | null) =>
      pool.call(resource, 'writeHypnogram', [plain(hypnogram), format, id]);
    return recording
      ? this.#with(recording, (pool, id, resource) => write(pool, id, resource))
      : this.#engines.use((pool) => write(pool, ofNone, null));
  }

  /** The multitaper spectrogram of a channel: a column for every 30 s, 0 to 30 Hz. */
  async spectrogram(
    recording: Recording,
    channel: number | string,
    { onProgress, signal }: WatchOptions = {},
  ): Promise<Spectrogram> {
    const index = recording.channelIndex(channel);
    return this.#with(recording, async (pool, recordingId, resource) => {
      const id = this.#nextId();
      try {
        await pool.call(resource, 'spectrogramBegin', [id, recordingId, index]);
        for (let done = 0; done < 1;) {
          throwIfAborted(signal);
          done = await pool.call(null, 'spectrogramAdvance', [id]);
          onProgress?.(done);
        }
        const { density, info } = await pool.call(null, 'spectrogramResult', [id]);
        return { ...(info as unknown as Omit<Spectrogram, 'density'>), density };
      } finally {
        pool.call(null, 'closeSpectrogram', [id]).catch(() => undefined); // the engine may be gone
      }
    });
  }

  /** Spindles and slow waves of a channel, in N2 and N3. */
  async events(
    recording: Recording,
    channel: number | string,
    hypnogram: Hypnogram,
    { onProgress, signal }: WatchOptions = {},
  ): Promise<SleepEvents> {
    const index = recording.channelIndex(channel);
    return this.#with(recording, async (pool, recordingId, resource) => {
      const id = this.#nextId();
      try {
        await pool.call(resource, 'sleepEventsBegin', [id, recordingId, index, plain(hypnogram)]);
        for (let done = 0; done < 1;) {
          throwIfAborted(signal);
          done = await pool.call(null, 'sleepEventsAdvance', [id]);
          onProgress?.(done);
        }
        return (await pool.call(null, 'sleepEventsResult', [id])) as unknown as SleepEvents;
      } finally {
        pool.call(null, 'closeSleepEvents', [id]).catch(() => undefined); // the engine may be gone
      }
    });
  }

  /** With an engine that holds the recording, under an id of its own. */
  #with<T>(
    recording: Recording,
    work: (pool: EnginePool, id: number, resource: Resource) => Promise<T>,
  ): Promise<T> {
    return this.#engines.use(async (pool) => {
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

/** As the core reads it. */
function plain({ epochS, startS, stages }: Hypnogram): Record<string, unknown> {
  return { epoch_s: epochS, start_s: startS, stages };
}
