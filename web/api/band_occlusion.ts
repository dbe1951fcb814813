// What a model's output owes to each frequency band of an epoch: the band is taken out, and the model is asked again.
import { throwIfAborted } from '../worker/work_chunks.js';

/** A frequency band. */
export interface Band {
  /** For people. */
  name: string;
  /** From this frequency on, to below the other one. */
  lowHz: number;
  /** Hertz. */
  highHz: number;
}

/** The bands of clinical EEG. */
export const eegBands: readonly Band[] = [
  { name: 'delta', lowHz: 0.5, highHz: 4 },
  { name: 'theta', lowHz: 4, highHz: 8 },
  { name: 'alpha', lowHz: 8, highHz: 13 },
  { name: 'beta', lowHz: 13, highHz: 30 },
  { name: 'gamma', lowHz: 30, highHz: 45 },
];

/** What each band contributes to a model's answer for one epoch. */
export interface BandOcclusion {
  /** Of the target, for the whole epoch. */
  logit: number;
  /** How far the logit falls without the band; null where the epoch holds no frequency of it. */
  bands: (Band & {
    /** In logits. */
    fall: number | null;
  })[];
}

/** Numbers of the discrete frequencies k / duration that lie in a band, below that of Nyquist. */
export function binsOf({ lowHz, highHz }: Band, nTimes: number, sfreq: number): number[] {
  const first = Math.ceil((lowHz * nTimes) / sfreq);
  const end = Math.min(Math.ceil((highHz * nTimes) / sfreq), Math.ceil(nTimes / 2));
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

interface Wave {
  cos: Float64Array;
  sin: Float64Array;
}

function waveOf(nTimes: number): Wave {
  const angle = (i: number) => (2 * Math.PI * i) / nTimes;
  return {
    cos: Float64Array.from({ length: nTimes }, (_, i) => Math.cos(angle(i))),
    sin: Float64Array.from({ length: nTimes }, (_, i) => Math.sin(angle(i))),
  };
}

/** Takes one frequency out of a signal: what remains is orthogonal to it. `out` may hold other frequencies less already. */
function takeOut(signal: Float32Array, bin: number, { cos, sin }: Wave, out: Float32Array): void {
  const n = signal.length;
  let [a, b] = [0, 0];
  for (let t = 0, i = 0; t < n; t++) {
    a += signal[t]! * cos[i]!;
    b += signal[t]! * sin[i]!;
    i += bin;
    if (i >= n) i -= n;
  }
  a *= 2 / n;
  b *= 2 / n;
  for (let t = 0, i = 0; t < n; t++) {
    out[t]! -= a * cos[i]! + b * sin[i]!;
    i += bin;
    if (i >= n) i -= n;
  }
}

const maxBlockMs = 8;

/**
 * The epoch x [nChans, nTimes] once without each of the bands, end to end. In pieces of a few milliseconds, so that a page that calls
 * it stays fluent.
 */
export async function withoutBands(
  x: Float32Array,
  nChans: number,
  sfreq: number,
  bands: readonly Band[],
  signal?: AbortSignal,
): Promise<Float32Array> {
  const nTimes = x.length / nChans;
  const wave = waveOf(nTimes);
  const out = new Float32Array(x.length * bands.length);
  bands.forEach((_, band) => out.set(x, band * x.length));
  let since = performance.now();
  for (let channel = 0; channel < nChans; channel++) {
    const own = x.subarray(channel * nTimes, (channel + 1) * nTimes);
    for (const [i, band] of bands.entries()) {
      const first = i * x.length + channel * nTimes;
      const rest = out.subarray(first, first + nTimes);
      for (const bin of binsOf(band, nTimes, sfreq)) takeOut(own, bin, wave, rest);
    }
    if (performance.now() - since < maxBlockMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    throwIfAborted(signal);
    since = performance.now();
  }
  return out;
}

/** From the logits [1 + bands, n_outputs] of the epoch and of what is left of it without each band. */
export function fallsOf(
  logits: Float32Array,
  target: number,
  bands: readonly Band[],
  hasBins: (band: Band) => boolean,
): BandOcclusion {
  const nOutputs = logits.length / (bands.length + 1);
  // One output stands for two classes: the first is its negative.
  const of = (row: number) =>
    nOutputs === 1 ? (target === 0 ? -1 : 1) * logits[row]! : logits[row * nOutputs + target]!;
  const logit = of(0);
  return {
    logit,
    bands: bands.map((band, i) => ({ ...band, fall: hasBins(band) ? logit - of(i + 1) : null })),
  };
}
