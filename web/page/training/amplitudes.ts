// Whether the values of recordings are those of EEG in microvolts, as the core asks before it classifies: measured when it is needed.
import type { Recording } from '../../api/index.js';
import { compatibilityText } from '../compatibility_text.js';

/** As in src/session/open/compatibility_signal.cc: the spread that EEG has within a second, as median absolute deviation. */
const [lowestUv, highestUv] = [0.5, 500];
const maxPlaces = 8;

type Read = Pick<Recording, 'info' | 'channels' | 'durationS' | 'readWindow'>;

export class Amplitudes {
  /** The spread in microvolts; null if it is not known. */
  readonly #known = new WeakMap<Read, number | null>();

  constructor(private readonly onNews: () => void) {}

  /** What is wrong; empty if nothing is, or as long as it is not known. */
  problemOf(recording: Read): string {
    const known = this.#known.get(recording);
    if (known === undefined) void this.#measure(recording);
    return problemWith(known ?? null);
  }

  async #measure(recording: Read): Promise<void> {
    this.#known.set(recording, null);
    const spreadUv = await spreadOf(recording).catch(() => null); // what cannot be read is said by what needs it
    this.#known.set(recording, spreadUv);
    if (problemWith(spreadUv)) this.onNews();
  }
}

export function problemWith(spreadUv: number | null): string {
  if (spreadUv === null) return '';
  if (spreadUv >= lowestUv && spreadUv <= highestUv) return '';
  if (spreadUv === 0) return compatibilityText({ code: 'amplitude_constant', values: {} });
  const values = { spreadUv, lowestUv, highestUv, likelyUnit: likelyUnit(spreadUv) };
  return compatibilityText({ code: 'amplitude_implausible', values });
}

function likelyUnit(spread: number): string {
  const units = [
    ['mV', 1e3],
    ['V', 1e6],
    ['nV', 1e-3],
  ] as const;
  const found = units.find(([, factor]) => spread * factor >= 2 && spread * factor <= 200);
  return found?.[0] ?? '';
}

/** Of the voltage channels in a few seconds all over the recording; null without such channels. */
async function spreadOf(recording: Read): Promise<number | null> {
  const { channels, info, durationS } = recording;
  const eeg = info.mainChannels.filter((i) => channels[i]!.isVoltage && !channels[i]!.isTrigger);
  const lengthS = Math.min(1, durationS);
  if (!eeg.length || !(lengthS > 0)) return null;
  const nPlaces = Math.max(1, Math.min(maxPlaces, Math.floor(durationS)));
  const spreads: number[] = [];
  for (let i = 0; i < nPlaces; i++) {
    const startS = nPlaces === 1 ? 0 : ((durationS - lengthS) / (nPlaces - 1)) * i;
    const { data } = await recording.readWindow({ channels: eeg, startS, durationS: lengthS });
    spreads.push(...data.map((row) => deviationOf(row)).filter((spread) => spread > 0));
  }
  return median(spreads) ?? 0;
}

function deviationOf(row: ArrayLike<number>): number {
  const values = Array.from(row).filter((value) => !Number.isNaN(value));
  const centre = median(values) ?? 0;
  return median(values.map((value) => Math.abs(value - centre))) ?? 0;
}

const median = (values: number[]): number | undefined =>
  values.sort((a, b) => a - b)[values.length >> 1];
