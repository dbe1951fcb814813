// The samples around what is in view. Only the newest request may answer; what is already here is drawn meanwhile.
import type { Recipe, Recording, SamplesReply } from '../api/index.js';
import type { ChannelSamples } from './canvases.js';
import type { View } from './state.js';

const marginBytes = 8 * 2 ** 20;

interface Held {
  key: string;
  recording: Recording;
  fromS: number;
  toS: number;
  channels: Map<number, ChannelSamples>;
}

export class TraceWindow {
  readonly #onData: () => void;
  readonly #onError: (thrown: unknown, name: string) => void;
  #held: Held | null = null;
  #wanted = '';

  constructor(onData: () => void, onError: (thrown: unknown, name: string) => void) {
    this.#onData = onData;
    this.#onError = onError;
  }

  /** Samples by channel index, as far as they are here; the rest is asked for. */
  samples(
    recording: Recording,
    view: View,
    indices: number[],
    preview: Recipe | null,
  ): Map<number, ChannelSamples> | null {
    const key = JSON.stringify([indices, preview]);
    const held = this.#held?.recording === recording ? this.#held : null;
    const endS = Math.min(recording.durationS, view.startS + view.spanS);
    const isCovered = held?.key === key && held.fromS <= view.startS && held.toS >= endS;
    if (!isCovered) void this.#fetch(recording, view, indices, preview, key, held !== null);
    return held?.channels ?? null;
  }

  async #fetch(
    recording: Recording,
    view: View,
    indices: number[],
    preview: Recipe | null,
    key: string,
    hasMoved: boolean,
  ): Promise<void> {
    const bytesPerS = recording.info.sizeBytes / Math.max(1, recording.durationS);
    const marginS = hasMoved && 3 * view.spanS * bytesPerS < marginBytes ? view.spanS : 0;
    const fromS = Math.max(0, view.startS - marginS);
    const toS = Math.min(recording.durationS, view.startS + view.spanS + marginS);
    const wanted = `${key} ${recording.info.id} ${fromS} ${toS}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    try {
      const groups = [...byRate(recording, indices).values()].map((channels) =>
        recording
          .readWindow({
            channels,
            startS: fromS,
            durationS: toS - fromS,
            ...(preview && { preview }),
          })
          .then((reply) => pairs(channels, reply)),
      );
      const channels = new Map((await Promise.all(groups)).flat());
      if (wanted !== this.#wanted) return;
      this.#held = { key, recording, fromS, toS, channels };
      this.#onData();
    } catch (thrown) {
      if (wanted === this.#wanted) this.#onError(thrown, recording.name);
    }
  }
}

function pairs(channels: number[], reply: SamplesReply): [number, ChannelSamples][] {
  return channels.map((index, i) => [index, { samples: reply.data[i]!, reply }]);
}

function byRate(recording: Recording, indices: number[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const index of indices) {
    const { sfreq } = recording.channels[index]!;
    groups.set(sfreq, [...(groups.get(sfreq) ?? []), index]);
  }
  return groups;
}
