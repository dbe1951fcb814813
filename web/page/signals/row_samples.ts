// Samples of the displayed rows, from the answers of the engine by channel and rate.
import type { Recording } from '../../api/index.js';
import type { Summary } from '../../plot/decimate.js';
import { seenBy, type Row, type Seen } from './montage.js';

export interface RowSamples {
  samples: Float32Array;
  sfreq: number;
  /** Time of the first sample. */
  startS: number;
  /** Of all samples, where `samples` are but the extremes of them (bins.ts). */
  summary?: Summary;
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
  const samples = plus.samples.slice();
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (const one of others) sum += one[i] ?? NaN;
    samples[i]! -= sum / others.length;
  }
  return { ...plus, samples };
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
