// What is computed of a night: statistics, agreement of two scorings, spectrogram, spindles and slow waves.
import type { Warning } from '../worker/protocol.js';
import type { sleepStages } from './sleep.js';

/** A number for each stage. */
type OfStage = Record<(typeof sleepStages)[number], number>;

/** A night in numbers, by the definitions of the AASM; times in minutes. */
export interface SleepStatistics {
  /** Minutes from lights off to lights on. */
  timeInBedMin: number;
  /** Minutes of N1, N2, N3 and REM. */
  totalSleepMin: number;
  /** Minutes from the first to the last epoch of sleep. */
  sleepPeriodMin: number;
  /** Total sleep in per cent of the time in bed. */
  sleepEfficiency: number;
  /** Total sleep in per cent of the sleep period. */
  sleepMaintenance: number;
  /** Minutes from lights off to the first sleep; missing without sleep. */
  sleepLatencyMin?: number;
  /** Minutes from the first sleep to the first REM; missing without REM. */
  remLatencyMin?: number;
  /** Minutes awake between the first sleep and lights on. */
  wakeAfterOnsetMin: number;
  /** Minutes awake within the sleep period. */
  wakeInPeriodMin: number;
  /** Minutes without a stage. */
  unscoredMin: number;
  /** Number of epochs in the time in bed. */
  nEpochs: number;
  /** Number of awakenings within the sleep period. */
  nAwakenings: number;
  /** Number of changes from one stage to another. */
  nStageShifts: number;
  /** Minutes of each stage. */
  stageMin: OfStage;
  /** Per cent of total sleep; W: per cent of the time in bed. */
  stagePercent: OfStage;
  /** Number of transitions [from][to] of consecutive epochs, in the order of `sleepStages`. */
  transitions: number[][];
}

/** Agreement of two scorings of a night. */
export interface StageAgreement {
  /** Number of epochs that both scored. */
  nCompared: number;
  /** Number of epochs that one of them did not score. */
  nLeftOut: number;
  /** Share of the compared epochs with the same stage, 0 to 1. */
  agreement: number;
  /** Cohen's kappa; missing where both used one stage only. */
  kappa?: number;
  /** Cohen's kappa of each stage against all others. */
  stageKappa: Partial<OfStage>;
  /** Number of epochs [first][second], in the order of `sleepStages`. */
  confusion: number[][];
  /** Warnings of the comparison. */
  warnings: Warning[];
}

/** The multitaper spectrogram of a night. */
export interface Spectrogram {
  /** Number of columns, in time. */
  nColumns: number;
  /** Number of frequency bins. */
  nBins: number;
  /** Seconds of a column. */
  columnS: number;
  /** Hertz between two bins: bin k is at k * binHz. */
  binHz: number;
  /** Number of tapers that were averaged. */
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
  /** Peak-to-peak amplitude in the band of the detector, in microvolts. */
  amplitudeUv: number;
  /** Frequency of its waves in hertz. */
  frequencyHz: number;
}

/** Spindles and slow waves of one channel. */
export interface SleepEvents {
  /** Minutes of N2 and N3 that were searched. */
  searchedMin: number;
  /** Threshold of the spindle detector, in microvolts. */
  spindleThresholdUv: number;
  /** Spindles, in order of time. */
  spindles: SleepEvent[];
  /** Slow waves, in order of time. */
  slowWaves: SleepEvent[];
}
