// Windows of 20 samples, one every 10, over the first channel that is wanted: the probabilities are its first value.
import type { StreamDecision, StreamProgress } from '../../worker/protocol.js';
import type { StreamInfo, StreamRequest } from './stream_types.js';

const nTimes = 20;
const step = 10;

export class FakeStream {
  readonly info: StreamInfo;
  #values: number[] = [];
  #nInput = 0;
  #nextIndex = 0;
  #waiting: StreamDecision[] = [];
  #nDropped = 0;

  constructor(readonly request: StreamRequest) {
    const channels = [request.chNames.length - 1, 0]; // not all, and in another order
    const { sfreq, causalForm = false, recentre: recentred = false } = request;
    const stepS = step / sfreq;
    const recipe = {};
    this.info = { recipe, causalForm, channels, sfreq, nTimes, stepS, lookAheadS: 0, recentred };
  }

  push(x: Float32Array, nLost: number): StreamProgress {
    if (nLost > 0) this.#values = [];
    this.#nInput += nLost;
    const n = x.length / this.info.channels.length;
    let nTaken = 0;
    for (; nTaken < n && !this.#isFull; nTaken++) this.#take(x[nTaken]!);
    return { nTaken, nWaiting: this.#waiting.length, nDropped: this.#nDropped };
  }

  classify(): StreamDecision | null {
    return this.#waiting.shift() ?? null;
  }

  get #isFull(): boolean {
    const { dropsOldest = true, maxWaiting = 1 } = this.request;
    return !dropsOldest && this.#waiting.length >= maxWaiting;
  }

  #take(value: number): void {
    this.#values.push(value);
    this.#nInput++;
    if (this.#values.length < nTimes) return;
    const probabilities = Float32Array.of(this.#values[0]!, 0);
    const onsetS = (this.#nInput - nTimes) / this.info.sfreq;
    this.#waiting.push({ index: this.#nextIndex++, onsetS, nInput: this.#nInput, probabilities });
    this.#values.splice(0, step);
    if (this.#waiting.length <= (this.request.maxWaiting ?? 1)) return;
    this.#waiting.shift();
    this.#nDropped++;
  }
}
