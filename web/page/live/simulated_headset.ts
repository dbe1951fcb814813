// Signal of the simulated headset: a simulated recording in a loop, its end faded into its beginning.
import { Pace, type Speed } from '../../api/live/pace.js';
import type { Recording, SampleChunk, SampleSource } from '../../api/index.js';

const fadeS = 0.5;

export async function personSource(recording: Recording, speed: Speed): Promise<SampleSource> {
  const { sfreq, data } = await recording.readWindow();
  const round = closed(data, Math.round(fadeS * sfreq));
  const length = round[0]?.length ?? 0;
  const pace = new Pace(sfreq, speed);
  let at = 0;
  const next = (n: number): SampleChunk[] => {
    const chunk = round.map((row) =>
      Float32Array.from({ length: n }, (_, i) => row[(at + i) % length]!),
    );
    at = (at + n) % length;
    return [{ data: chunk }];
  };
  return {
    chNames: recording.info.mainChannels.map((channel) => recording.channels[channel]!.label),
    sfreq,
    unit: 'uV',
    start: (onChunk) => pace.run(next, onChunk),
    stop: () => pace.stop(),
  };
}

/** Shorter by `n` samples: the last of them become, little by little, the first. */
export function closed(data: Float32Array[], n: number): Float32Array[] {
  return data.map((row) => {
    const length = row.length - n;
    return Float32Array.from({ length }, (_, i) => {
      if (i >= n) return row[i]!;
      const share = (i + 1) / (n + 1);
      return share * row[i]! + (1 - share) * row[length + i]!;
    });
  });
}
