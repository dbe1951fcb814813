// The simulated device behind `simulatedHeadset`: frames split over packets, with lost packets and wrong bytes. In the package it is in
// eegate-glue.js, for most pages have no use for it.
import {
  encodeFrame,
  encodeHello,
  encodeSamples,
  frameKind,
  headsetCommand,
  maxPayloadBytes,
  type Frame,
  type Hello,
} from './frames.js';
import { argumentError } from '../../worker/arguments.js';
import type { ByteLink } from './headset.js';
import type { SimulatedHeadsetOptions } from './simulated_headset.js';
import { microvoltsIn, type SampleChunk, type SampleSource } from './source.js';

const maxPacketBytes = 244; // bytes, of a Bluetooth notification
const packetsPerPercent = 400;

export class SimulatedHeadset implements ByteLink {
  readonly #source: SampleSource;
  readonly #options: Required<SimulatedHeadsetOptions>;
  readonly #random: () => number;
  #onBytes: ((bytes: Uint8Array) => void) | null = null;
  #onClosed: (() => void) | null = null;
  #rest: Float32Array[] = [];
  #sequence = 0;
  #isOn = false;

  constructor(source: SampleSource, options: SimulatedHeadsetOptions) {
    this.#source = source;
    this.#options = {
      samplesPerFrame: 8,
      uvPerBit: 0.0224,
      lostShare: 0,
      disturbedShare: 0,
      battery: 87,
      seed: 1,
      ...options,
    };
    checkOptions(this.#options, source.chNames.length);
    this.#random = randomNumbers(this.#options.seed);
  }

  async open(onBytes: (bytes: Uint8Array) => void, onClosed: () => void): Promise<void> {
    this.#onBytes = onBytes;
    this.#onClosed = onClosed;
  }

  async send(bytes: Uint8Array): Promise<void> {
    if (bytes[0] === headsetCommand.hello) this.#greet();
    if (bytes[0] === headsetCommand.begin) void this.#run();
    if (bytes[0] === headsetCommand.stop) await this.#halt();
  }

  async close(): Promise<void> {
    this.#onBytes = null;
    await this.#halt();
  }

  async #run(): Promise<void> {
    this.#isOn = true;
    this.#rest = [];
    const hasFailed = await this.#source
      .start((chunk) => this.#measure(chunk))
      .then(
        () => false,
        () => true,
      );
    if (!this.#isOn) return;
    this.#isOn = false;
    if (hasFailed)
      this.#onClosed?.(); // the device switches off
    else this.#transmit({ kind: frameKind.end, sequence: 0, payload: new Uint8Array(0) });
  }

  async #halt(): Promise<void> {
    this.#isOn = false;
    await this.#source.stop();
  }

  #greet(): void {
    const { uvPerBit, samplesPerFrame } = this.#options;
    const { sfreq, chNames } = this.#source;
    const hello: Hello = { sfreq, uvPerBit, samplesPerFrame, chNames };
    this.#transmit({ kind: frameKind.hello, sequence: 0, payload: encodeHello(hello) });
  }

  async #measure({ data, nLost = 0 }: SampleChunk): Promise<void> {
    const { samplesPerFrame, uvPerBit, battery, lostShare } = this.#options;
    this.#sequence += Math.ceil(nLost / samplesPerFrame);
    const scale = microvoltsIn(this.#source.unit);
    this.#rest = data.map((row, i) =>
      joined(this.#rest[i], scale === 1 ? row : row.map((v) => v * scale)),
    );
    while ((this.#rest[0]?.length ?? 0) >= samplesPerFrame) {
      const samples = this.#rest.map((row) => row.subarray(0, samplesPerFrame));
      this.#rest = this.#rest.map((row) => row.subarray(samplesPerFrame));
      const sequence = this.#sequence++;
      if (sequence % packetsPerPercent === 0) {
        const left = Math.max(1, Math.round(battery - sequence / packetsPerPercent));
        this.#transmit({ kind: frameKind.status, sequence: 0, payload: Uint8Array.of(left) });
      }
      const payload = encodeSamples(samples, uvPerBit);
      if (this.#random() >= lostShare)
        this.#transmit({ kind: frameKind.samples, sequence, payload });
    }
  }

  #transmit(frame: Frame): void {
    const bytes = encodeFrame(frame);
    if (frame.kind === frameKind.samples && this.#random() < this.#options.disturbedShare) {
      const at = 2 + Math.floor(this.#random() * (bytes.length - 2));
      bytes[at] = bytes[at]! ^ 0x55;
    }
    for (let at = 0; at < bytes.length;) {
      const n = 1 + Math.floor(this.#random() * maxPacketBytes);
      this.#onBytes?.(bytes.slice(at, at + n));
      at += n;
    }
  }
}

function checkOptions(given: Required<SimulatedHeadsetOptions>, nChans: number): void {
  const check = (field: keyof SimulatedHeadsetOptions, isRight: boolean, expected: string) => {
    if (!isRight) throw argumentError(field, given[field], expected);
  };
  const { samplesPerFrame, uvPerBit, seed } = given;
  const most = Math.floor(maxPayloadBytes / (3 * nChans));
  const isWhole = Number.isInteger(samplesPerFrame) && samplesPerFrame >= 1;
  check(
    'samplesPerFrame',
    isWhole && samplesPerFrame <= most,
    `1 to ${most} samples of ${nChans} channels`,
  );
  check('uvPerBit', uvPerBit > 0 && uvPerBit < Infinity, 'more than 0');
  check('seed', Number.isFinite(seed), 'a number');
  const shares = [
    ['lostShare', 1] as const,
    ['disturbedShare', 1] as const,
    ['battery', 100] as const,
  ];
  for (const [field, high] of shares)
    check(field, given[field] >= 0 && given[field] <= high, `0 to ${high}`);
}

function joined(a: Float32Array | undefined, b: Float32Array): Float32Array {
  if (!a || a.length === 0) return b;
  const whole = new Float32Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
