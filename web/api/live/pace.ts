// Timing of a replay: as many samples as are due at a speed, or as fast as they are processed.
import type { SampleChunk } from './source.js';

/** Factor of real time, or as fast as samples are processed. */
export type Speed = number | 'max';

/** The next `n` samples; null after the last. */
export type NextSamples = (n: number) => Promise<SampleChunk[] | null> | SampleChunk[] | null;

const blockS = 1; // seconds per chunk at the speed "max"

export class Pace {
  readonly #sfreq: number;
  readonly #everyMs: number;
  #speed: Speed;
  /** Changes when a run begins or is stopped, which ends the one before. */
  #run = 0;
  #isPaused = false;
  #wake: (() => void) | null = null;

  constructor(sfreq: number, speed: Speed, everyMs = 40) {
    this.#sfreq = sfreq;
    this.#speed = speed;
    this.#everyMs = everyMs;
  }

  get speed(): Speed {
    return this.#speed;
  }
  set speed(speed: Speed) {
    if (speed !== 'max' && this.#speed !== 'max') this.#speed = speed;
  }
  get isPaused(): boolean {
    return this.#isPaused;
  }
  pause(): void {
    this.#isPaused = true;
  }
  resume(): void {
    this.#isPaused = false;
    this.#wake?.();
  }
  stop(): void {
    this.#run++;
    this.#wake?.();
  }

  async run(next: NextSamples, onChunk: (chunk: SampleChunk) => Promise<void>): Promise<void> {
    this.stop(); // the one before
    const run = this.#run;
    let nDue = 0; // samples, the last one in part
    let before = performance.now();
    while (run === this.#run) {
      if (this.#isPaused) {
        await this.#sleep();
        before = performance.now();
        continue;
      }
      if (this.#speed === 'max') {
        const chunks = await next(Math.ceil(blockS * this.#sfreq));
        if (!chunks) return;
        for (const chunk of chunks) if (await this.#mayGoOn(run)) await onChunk(chunk);
        continue;
      }
      await this.#sleep(this.#everyMs);
      if (this.#isPaused || run !== this.#run) continue;
      const now = performance.now();
      nDue += ((now - before) / 1000) * this.#sfreq * this.#speed;
      before = now;
      const n = Math.floor(nDue);
      if (n === 0) continue;
      nDue -= n;
      const chunks = await next(n);
      if (!chunks) return;
      for (const chunk of chunks) if (await this.#mayGoOn(run)) void onChunk(chunk);
    }
  }

  /** A pause can begin while samples are read; those wait for its end. */
  async #mayGoOn(run: number): Promise<boolean> {
    while (this.#isPaused && run === this.#run) await this.#sleep();
    return run === this.#run;
  }

  #sleep(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => this.#wake?.(), ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }
}
