// A device that sends frames of samples over a link, as a live source. Web Bluetooth, Web Serial and the simulated headset differ in
// the link only.
import { argumentError, checkMethods, optionsOf } from '../../worker/arguments.js';
import type { SampleSource } from './source.js';

/** A connection for bytes in both directions, in packets of any size. */
export interface ByteLink {
  /** Connects; then calls `onBytes` for what arrives, and `onClosed` when the connection is lost. */
  open(onBytes: (bytes: Uint8Array) => void, onClosed: () => void): Promise<void>;
  /** Sends bytes to the device. */
  send(bytes: Uint8Array): Promise<void>;
  /** Disconnects. */
  close(): Promise<void>;
}

/** Counts and state of a connection. */
export interface HeadsetState {
  /** Number of packets that arrived. */
  nPackets: number;
  /** Number of packets that are missing by their sequence numbers; those with a wrong checksum are among them. */
  nLostPackets: number;
  /** Number of frames with a wrong checksum. */
  nBadFrames: number;
  /** Battery level in per cent; null until the headset has sent it. */
  battery: number | null;
}

/** A connected device, as a source of samples. */
export interface Headset extends SampleSource {
  /** State of the connection; it changes while samples arrive. */
  readonly state: HeadsetState;
  /** Disconnects. */
  close(): Promise<void>;
  /** Closes it at the end of a block that began with `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/**
 * Connects to a device and asks for its channels and rate; `timeoutMs`, default 3000, limits the wait for its answer.
 *
 * @throws {EegateError} HEADSET_SILENT: the device does not answer. HEADSET_LOST: the connection broke; it also rejects `start`.
 */
export async function openHeadset(
  link: ByteLink,
  options: { timeoutMs?: number } = {},
): Promise<Headset> {
  checkMethods(link, 'link', ['open', 'send', 'close']);
  const { timeoutMs = 3000 } = optionsOf(options, { timeoutMs: 'number' });
  // Longer times end a timer at once.
  if (!(timeoutMs >= 0 && timeoutMs < 2 ** 31))
    throw argumentError('timeoutMs', timeoutMs, '0 to 2147483647');
  return (await import('./headset_adapter.js')).connected(link, timeoutMs);
}
