// Samples of the displayed rows, from the answers of the engine by channel and rate.
import type { Recording } from '../../api/index.js';
import { seenBy, type Row, type Seen } from './montage.js';

export interface RowSamples {
  samples: Float32Array;
  sfreq: number;
  /** Time of the first sample. */
  startS: number;
}

/** By the rows' names. Triggers and what is not measured in volts are shown as they were recorded. */
export async function readRows(
  recording: Recording,
  rows: readonly Row[],
  seen: Seen,
  startS: number,
  durationS: number,
): Promise<Map<string, RowSamples>> {
  const byIndex = new Map<number, RowSamples>();
  await Promise.all(
    groupsOf(recording, rows).map(async ({ channels, seen: isSeen }) => {
      const { sfreq } = recording.channels[channels[0]!]!;
      const through = isSeen ? seenBy(seen, sfreq, sfreq === mainRate(recording)) : {};
      const reply = await recording.readWindow({ channels, startS, durationS, ...through });
      channels.forEach((index, i) =>
        byIndex.set(index, { samples: reply.data[i]!, sfreq: reply.sfreq, startS: reply.startS }),
      );
    }),
  );
  return new Map(rows.map((row) => [row.name, samplesOf(row, byIndex)]));
}

function samplesOf({ index, minus }: Row, byIndex: Map<number, RowSamples>): RowSamples {
  const plus = byIndex.get(index)!;
  if (!minus.length) return plus;
  const others = minus.map((one) => byIndex.get(one)!.samples);
  const mean = (i: number) => others.reduce((sum, one) => sum + (one[i] ?? NaN), 0) / others.length;
  return { ...plus, samples: plus.samples.map((value, i) => value - mean(i)) };
}

function mainRate(recording: Recording): number {
  return recording.channels[recording.info.mainChannels[0] ?? 0]?.sfreq ?? 0;
}

interface Group {
  channels: number[];
  /** Through reference and filter. */
  seen: boolean;
}

function groupsOf(recording: Recording, rows: readonly Row[]): Group[] {
  const groups = new Map<string, Group>();
  const indices = new Set(rows.flatMap(({ index, minus }) => [index, ...minus]));
  for (const index of indices) {
    const { sfreq, isVoltage, isTrigger } = recording.channels[index]!;
    const seen = isVoltage && !isTrigger;
    const key = `${sfreq} ${seen}`;
    const group = groups.get(key) ?? { channels: [], seen };
    group.channels.push(index);
    groups.set(key, group);
  }
  return [...groups.values()];
}
