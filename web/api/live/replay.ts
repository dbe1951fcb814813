// A recording as a live source: its samples in real time, faster, or as fast as they are taken.
import { argumentError, optionsOf } from '../../worker/arguments.js';
import { channelIndices } from '../channel_indices.js';
import { checkRecording } from '../file_arguments.js';
import type { Recording } from '../recording.js';
import { Pace, type Speed } from './pace.js';
import type { SampleChunk, SampleSource } from './source.js';

/** Which part of a recording is replayed, and how fast. */
export interface ReplayOptions {
  /** Factor of real time, 0: it stands still until `speed` is changed; "max": as fast as samples are processed. Default 1. */
  speed?: Speed;
  /** Seconds from the first sample, before the end of the recording; default 0. */
  startS?: number;
  /** Seconds from the first sample, after `startS`. Default, and at most: the end of the recording. */
  endS?: number;
  /** Channels of one sampling rate, by index or name. Default: `info.mainChannels`. */
  channels?: readonly (number | string)[];
  /** Milliseconds between chunks; default 40. */
  everyMs?: number;
}

/** A recording that is replayed: in several streams one after the other, each time from `startS`. */
export interface ReplaySource extends SampleSource {
  /** Speed; it can be changed during replay, except from or to "max". */
  speed: Speed;
  /** Whether replay is paused. */
  readonly isPaused: boolean;
  /** Pauses until `resume`. */
  pause(): void;
  /** Continues where `pause` stopped. */
  resume(): void;
  /** Ends the replay. */
  stop(): void;
  /** Seconds of the recording that were replayed. */
  readonly positionS: number;
}

/**
 * Replays a recording as if it came from a device.
 *
 * @throws {EegateError} RECORDING_SOURCE: not an open recording; CHANNEL_UNKNOWN: it has no such channel; ENGINE_ARGUMENT.
 */
export function replaySource(recording: Recording, options: ReplayOptions = {}): ReplaySource {
  return new Replay(recording, options);
}

class Replay implements ReplaySource {
  readonly chNames: string[];
  readonly sfreq: number;
  readonly unit = 'uV';
  readonly canWait: boolean;
  readonly #recording: Recording;
  readonly #channels: number[];
  readonly #pace: Pace;
  readonly #begin: number; // samples
  readonly #end: number;
  #next: number;

  constructor(recording: Recording, options: ReplayOptions) {
    checkRecording(recording, 'replaySource');
    const {
      speed = 1,
      startS = 0,
      endS = recording.durationS,
      everyMs,
      ...rest
    } = optionsOf(options, {
      ...{ speed: 0, startS: 'number', endS: 'number', channels: 0, everyMs: 'number' },
    });
    const { durationS } = recording;
    if (!(startS >= 0 && startS < durationS))
      throw argumentError('startS', startS, `0 to below ${durationS}`);
    if (!(endS > startS)) throw argumentError('endS', endS, `above ${startS}`);
    if (everyMs !== undefined && !(everyMs > 0 && everyMs < Infinity))
      throw argumentError('everyMs', everyMs, 'a number above 0');
    checkSpeed(speed);
    this.#recording = recording;
    this.#channels = channelIndices(recording, rest.channels);
    this.chNames = this.#channels.map((channel) => recording.channels[channel]!.label);
    this.sfreq = recording.channels[this.#channels[0] ?? 0]?.sfreq ?? 0;
    this.canWait = speed === 'max';
    this.#pace = new Pace(this.sfreq, speed, everyMs);
    this.#begin = this.#next = Math.round(startS * this.sfreq);
    this.#end = Math.round(Math.min(endS, recording.durationS) * this.sfreq);
  }

  get speed(): Speed {
    return this.#pace.speed;
  }
  set speed(speed: Speed) {
    checkSpeed(speed);
    this.#pace.speed = speed;
  }
  get isPaused(): boolean {
    return this.#pace.isPaused;
  }
  get positionS(): number {
    return (this.#next - this.#begin) / this.sfreq;
  }

  pause(): void {
    this.#pace.pause();
  }
  resume(): void {
    this.#pace.resume();
  }
  stop(): void {
    this.#pace.stop();
  }
  start(onChunk: (chunk: SampleChunk) => Promise<void>): Promise<void> {
    this.#next = this.#begin;
    return this.#pace.run((n) => this.#read(n), onChunk);
  }

  async #read(n: number): Promise<SampleChunk[] | null> {
    const first = this.#next;
    if (first >= this.#end) return null;
    this.#next = Math.min(first + n, this.#end);
    const { data } = await this.#recording.readWindow({
      channels: this.#channels,
      startS: first / this.sfreq,
      durationS: (this.#next - first) / this.sfreq,
    });
    return withoutGaps(data);
  }
}

function checkSpeed(given: unknown): void {
  if (given !== 'max' && !(Number.isFinite(given) && (given as number) >= 0))
    throw argumentError('speed', given, 'a number from 0 up, or "max"');
}

/** Gaps of the recording, which are read as NaN, become lost samples. */
export function withoutGaps(data: Float32Array[]): SampleChunk[] {
  const chunks: SampleChunk[] = [];
  const n = data[0]?.length ?? 0;
  const isGap = (at: number) => data.every((row) => Number.isNaN(row[at]));
  for (let at = 0; at < n;) {
    const begin = at;
    while (at < n && isGap(at)) at++;
    const nLost = at - begin;
    const from = at;
    while (at < n && !isGap(at)) at++;
    chunks.push({ data: data.map((row) => row.subarray(from, at)), ...(nLost && { nLost }) });
  }
  return chunks;
}
