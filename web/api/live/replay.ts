// A recording as a live source: its samples in real time, faster, or as fast as they are taken.
import type { Recording } from '../recording.js';
import type { SampleChunk, SampleSource } from './source.js';

export interface ReplayOptions {
  /** Times real time; "max" waits for nothing but whoever takes the samples. Default 1. */
  speed?: number | 'max';
  startS?: number;
  /** Default: the end of the recording. */
  endS?: number;
  /** Channels of one rate, by index or name. Default: those with the most common rate. */
  channels?: (number | string)[];
  /** How often samples are handed over. Default 40 ms. */
  everyMs?: number;
}

export interface ReplaySource extends SampleSource {
  /** May be changed while it plays, but for "max". */
  speed: number | 'max';
  readonly isPaused: boolean;
  pause(): void;
  resume(): void;
  /** Seconds of the recording that were handed over. */
  readonly positionS: number;
}

const blockS = 1; // of the recording, read at once

export function replaySource(recording: Recording, options: ReplayOptions = {}): ReplaySource {
  return new Replay(recording, options);
}

class Replay implements ReplaySource {
  readonly chNames: string[];
  readonly sfreq: number;
  readonly unit = 'uV';
  readonly canWait: boolean;
  isPaused = false;
  readonly #recording: Recording;
  readonly #channels: number[];
  readonly #everyMs: number;
  readonly #startS: number;
  readonly #end: number;
  #speed: number | 'max';
  #next: number; // sample
  #isStopped = false;
  #wake: (() => void) | null = null;

  constructor(recording: Recording, options: ReplayOptions) {
    const { speed = 1, startS = 0, endS = recording.durationS, everyMs = 40 } = options;
    const channels = options.channels ?? recording.info.mainChannels;
    this.#recording = recording;
    this.#channels = channels.map((channel) => recording.channelIndex(channel));
    this.#everyMs = everyMs;
    this.#speed = speed;
    this.canWait = speed === 'max';
    this.chNames = this.#channels.map((channel) => recording.channels[channel]!.label);
    this.sfreq = recording.channels[this.#channels[0] ?? 0]?.sfreq ?? 0;
    this.#startS = startS;
    this.#next = Math.round(startS * this.sfreq);
    this.#end = Math.round(Math.min(endS, recording.durationS) * this.sfreq);
  }

  get speed(): number | 'max' {
    return this.#speed;
  }
  set speed(speed: number | 'max') {
    if (speed !== 'max' && !this.canWait) this.#speed = speed;
  }
  get positionS(): number {
    return this.#next / this.sfreq - this.#startS;
  }

  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
    this.#wake?.();
  }
  stop(): void {
    this.#isStopped = true;
    this.#wake?.();
  }

  async start(onChunk: (chunk: SampleChunk) => Promise<void>): Promise<void> {
    this.#isStopped = false;
    let nDue = 0; // samples, the last one in part
    let before = performance.now();
    while (!this.#isStopped && this.#next < this.#end) {
      if (this.isPaused) {
        await this.#sleep();
        before = performance.now();
        continue;
      }
      if (this.#speed === 'max') {
        for (const chunk of await this.#read(Math.ceil(blockS * this.sfreq))) await onChunk(chunk);
        continue;
      }
      await this.#sleep(this.#everyMs);
      const now = performance.now();
      nDue += ((now - before) / 1000) * this.sfreq * this.#speed;
      before = now;
      const n = Math.floor(nDue);
      nDue -= n;
      if (n > 0 && !this.isPaused && !this.#isStopped)
        for (const chunk of await this.#read(n)) void onChunk(chunk);
    }
  }

  async #read(n: number): Promise<SampleChunk[]> {
    const first = this.#next;
    const end = Math.min(first + n, this.#end);
    this.#next = end;
    const { data } = await this.#recording.readWindow({
      channels: this.#channels,
      startS: first / this.sfreq,
      durationS: (end - first) / this.sfreq,
    });
    return this.#isStopped ? [] : withoutGaps(data);
  }

  #sleep(ms?: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = ms === undefined ? 0 : setTimeout(() => this.#wake?.(), ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
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
