// A recording as a live source: its samples in real time, faster, or as fast as they are taken.
import type { Recording } from '../recording.js';
import { Pace, type Speed } from './pace.js';
import type { SampleChunk, SampleSource } from './source.js';

/** Which part of a recording is played, and how fast. */
export interface ReplayOptions {
  /** Times real time; "max" waits for nothing but whoever takes the samples. Default 1. */
  speed?: Speed;
  /** Seconds from the first sample; default 0. */
  startS?: number;
  /** Default: the end of the recording. */
  endS?: number;
  /** Channels of one rate, by index or name. Default: those with the most common rate. */
  channels?: (number | string)[];
  /** How often samples are handed over. Default 40 ms. */
  everyMs?: number;
}

/** A recording that is played. */
export interface ReplaySource extends SampleSource {
  /** May be changed while it plays, but for "max". */
  speed: Speed;
  /** Nothing is handed over until `resume`. */
  readonly isPaused: boolean;
  /** Hands over nothing more, until `resume`. */
  pause(): void;
  /** Goes on where `pause` stopped. */
  resume(): void;
  stop(): void;
  /** Seconds of the recording that were handed over. */
  readonly positionS: number;
}

/** Plays a recording as if it came from a device. */
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
    const { speed = 1, startS = 0, endS = recording.durationS } = options;
    const channels = options.channels ?? recording.info.mainChannels;
    this.#recording = recording;
    this.#channels = channels.map((channel) => recording.channelIndex(channel));
    this.chNames = this.#channels.map((channel) => recording.channels[channel]!.label);
    this.sfreq = recording.channels[this.#channels[0] ?? 0]?.sfreq ?? 0;
    this.canWait = speed === 'max';
    this.#pace = new Pace(this.sfreq, speed, options.everyMs);
    this.#begin = this.#next = Math.round(startS * this.sfreq);
    this.#end = Math.round(Math.min(endS, recording.durationS) * this.sfreq);
  }

  get speed(): Speed {
    return this.#pace.speed;
  }
  set speed(speed: Speed) {
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

/** A gap of the recording, which is read as NaN, becomes samples that were lost. */
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
