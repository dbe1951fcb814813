// A simulated headset: it sends the samples of another source as a real device would.
import { optionsOf } from '../../worker/arguments.js';
import type { ByteLink } from './headset.js';
import { checkSource, type SampleSource } from './source.js';

/** How the simulated device sends, and its transmission errors. */
export interface SimulatedHeadsetOptions {
  /** Samples of each channel in a frame; default 8. */
  samplesPerFrame?: number;
  /** Microvolts of the least significant bit; default 0.0224. */
  uvPerBit?: number;
  /** Share of the packets that do not arrive, 0 to 1; default 0. */
  lostShare?: number;
  /** Share of the packets that arrive with a wrong byte, 0 to 1; default 0. */
  disturbedShare?: number;
  /** Battery level at the start in per cent; default 87. */
  battery?: number;
  /** Seed of the transmission errors; default 1. */
  seed?: number;
}

/**
 * A link to a simulated device that sends the samples of a source; pass it to `openHeadset`.
 *
 * @throws {EegateError} ENGINE_ARGUMENT: not a source of samples. `openHeadset` rejects with it for an option that is out of range.
 */
export function simulatedHeadset(
  source: SampleSource,
  options: SimulatedHeadsetOptions = {},
): ByteLink {
  checkSource(source);
  const own = {
    ...optionsOf(options, {
      ...{ samplesPerFrame: 0, uvPerBit: 0, lostShare: 0, disturbedShare: 0, battery: 0, seed: 0 },
    }),
  };
  let device: Promise<ByteLink> | undefined;
  const made = () =>
    (device ??= import('./simulated_device.js').then((it) => new it.SimulatedHeadset(source, own)));
  return {
    open: async (onBytes, onClosed) => (await made()).open(onBytes, onClosed),
    send: async (bytes) => (await made()).send(bytes),
    close: async () => (await made()).close(),
  };
}
