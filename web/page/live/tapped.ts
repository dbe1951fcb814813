// A source of samples that is listened to.
import type { SampleChunk, SampleSource } from '../../api/index.js';

/** The same source; `hear` is notified of every chunk. */
export function tapped(source: SampleSource, hear: (chunk: SampleChunk) => void): SampleSource {
  const { chNames, sfreq, unit, badChNames, canWait } = source;
  return {
    chNames,
    sfreq,
    unit,
    ...(badChNames && { badChNames }),
    ...(canWait && { canWait }),
    start: (onChunk) =>
      source.start((chunk) => {
        hear(chunk);
        return onChunk(chunk);
      }),
    stop: () => source.stop(),
  };
}
