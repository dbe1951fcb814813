// The adapter behind `openHeadset`. In the package it is in eegate-glue.js, for most pages have no use for it.
import { addAsyncDispose } from '../async_dispose.js';
import { EegateError } from '../../worker/error.js';
import {
  decodeHello,
  decodeSamples,
  FrameReader,
  frameKind,
  headsetCommand,
  type Frame,
  type Hello,
} from './frames.js';
import type { ByteLink, Headset, HeadsetState } from './headset.js';
import type { SampleChunk } from './source.js';

/** Connects and asks the device what it is. */
export async function connected(link: ByteLink, timeoutMs: number): Promise<Headset> {
  const adapter = new Adapter(link);
  await link.open(
    (bytes) => adapter.hear(bytes),
    () => adapter.lose(),
  );
  try {
    await adapter.greet(timeoutMs);
  } catch (thrown) {
    await (async () => link.close())().catch(() => undefined); // the first error is the cause
    throw thrown;
  }
  return adapter;
}

class Adapter implements Headset {
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  /** Microvolts. */
  readonly unit = 'uV';
  readonly state: HeadsetState = { nPackets: 0, nLostPackets: 0, nBadFrames: 0, battery: null };
  readonly #link: ByteLink;
  readonly #reader = new FrameReader();
  #hello: Hello | null = null;
  #greeted: { resolve(): void; reject(error: EegateError): void } | null = null;
  #onChunk: ((chunk: SampleChunk) => Promise<void>) | null = null;
  #ended: { resolve(): void; reject(error: EegateError): void } | null = null;
  #expected: number | null = null; // sequence number
  #isLost = false;

  constructor(link: ByteLink) {
    this.#link = link;
  }

  /** As the device reported. */
  get chNames(): string[] {
    return this.#hello?.chNames ?? [];
  }
  get sfreq(): number {
    return this.#hello?.sfreq ?? 0;
  }

  async greet(timeoutMs: number): Promise<void> {
    if (this.#isLost) throw lost();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answered = new Promise<void>((resolve, reject) => {
      this.#greeted = { resolve, reject };
      timer = setTimeout(() => reject(silent(timeoutMs)), timeoutMs);
    });
    await Promise.all([this.#send('hello'), answered]).finally(() => clearTimeout(timer));
  }

  async start(onChunk: (chunk: SampleChunk) => Promise<void>): Promise<void> {
    if (this.#isLost) throw lost();
    this.#onChunk = onChunk;
    this.#expected = null;
    const ended = new Promise<void>((resolve, reject) => (this.#ended = { resolve, reject }));
    const sent = this.#send('begin').catch((thrown: unknown) => {
      this.#end();
      throw thrown;
    });
    await Promise.all([sent, ended]);
  }

  async stop(): Promise<void> {
    if (!this.#onChunk) return;
    this.#end();
    await this.#send('stop');
  }

  async #send(command: keyof typeof headsetCommand): Promise<void> {
    await this.#link.send(Uint8Array.of(headsetCommand[command]));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#link.close();
  }

  hear(bytes: Uint8Array): void {
    for (const frame of this.#reader.read(bytes)) this.#take(frame);
    this.state.nBadFrames = this.#reader.nBad;
  }

  /** The device has no more samples; it can begin again. */
  #end(): void {
    this.#onChunk = null;
    this.#ended?.resolve();
  }

  lose(): void {
    this.#isLost = true;
    this.#onChunk = null;
    this.#greeted?.reject(lost());
    this.#ended?.reject(lost());
  }

  #take({ kind, sequence, payload }: Frame): void {
    if (kind === frameKind.hello) {
      this.#hello = decodeHello(payload);
      this.#greeted?.resolve();
    } else if (kind === frameKind.status) {
      this.state.battery = payload[0] ?? null;
    } else if (kind === frameKind.samples) this.#takeSamples(sequence, payload);
    else if (kind === frameKind.end) this.#end();
  }

  #takeSamples(sequence: number, payload: Uint8Array): void {
    if (!this.#hello || !this.#onChunk) return;
    const { chNames, uvPerBit, samplesPerFrame } = this.#hello;
    const nMissing = this.#expected === null ? 0 : (sequence - this.#expected) & 0xffff;
    this.#expected = (sequence + 1) & 0xffff;
    this.state.nPackets++;
    this.state.nLostPackets += nMissing;
    const data = decodeSamples(payload, chNames.length, uvPerBit);
    const nLost = nMissing * samplesPerFrame;
    void this.#onChunk({ data, ...(nLost && { nLost }) });
  }
}
addAsyncDispose(Adapter.prototype);

function silent(timeoutMs: number): EegateError {
  return new EegateError({
    code: 'HEADSET_SILENT',
    message: 'The headset does not answer',
    found: 'nothing',
    expected: `an answer within ${timeoutMs / 1000} s`,
    hint: 'Switch it on, bring it nearer and connect again.',
  });
}

function lost(): EegateError {
  return new EegateError({
    code: 'HEADSET_LOST',
    message: 'The connection to the headset broke',
    hint: 'Look at its battery, bring it nearer and start again.',
  });
}
