// How much a model's output depends on each frequency band of an epoch: the band is removed, and the model predicts again.
import { argumentError, checkArray } from '../worker/arguments.js';
import { throwIfAborted } from '../worker/work_chunks.js';

/** A frequency band. */
export interface Band {
  /** Name of the band. */
  name: string;
  /** Lower edge in hertz, inclusive. */
  lowHz: number;
  /** Upper edge in hertz, exclusive. */
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

/** Contribution of each frequency band to a model's output for one epoch. */
export interface BandOcclusion {
  /** Logit of the target for the whole epoch. */
  logit: number;
  /** The bands, with the drop of the logit when each is removed. */
  bands: (Band & {
    /** Logit minus the logit without the band; null where the epoch has no frequency of the band. */
    logitDrop: number | null;
  })[];
}

/** Throws unless these are bands from 0 Hz up. */
export function checkBands(given: readonly Band[]): void {
  checkArray(given, 'bands', '{ name, lowHz, highHz }');
  for (const [i, band] of given.entries()) {
    const { lowHz, highHz } = (band ?? {}) as Band;
    const areNumbers = typeof lowHz === 'number' && typeof highHz === 'number';
    if (!(areNumbers && lowHz >= 0 && highHz >= lowHz))
      throw argumentError(`bands[${i}]`, band, '{ name, lowHz, highHz } with 0 <= lowHz <= highHz');
  }
}

/** Indices k of the discrete frequencies k / duration in a band, below the Nyquist frequency. */
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

/** Removes one frequency from a signal by projection. From `out` other frequencies may be removed already. */
function takeOut(signal: Float32Array, bin: number, { cos, sin }: Wave, out: Float32Array): void {
  const n = signal.length;
  let [a, b] = [0, 0];
  for (let t = 0, i = 0; t < n; t++) {
    a += signal[t]! * cos[i]!;
    b += signal[t]! * sin[i]!;
    i += bin;
    if (i >= n) i -= n;
  }
  const scale = bin === 0 ? 1 / n : 2 / n;
  a *= scale;
  b *= scale;
  for (let t = 0, i = 0; t < n; t++) {
    out[t]! -= a * cos[i]! + b * sin[i]!;
    i += bin;
    if (i >= n) i -= n;
  }
}

const maxBlockMs = 8;

/**
 * The epoch x [nChans, nTimes] without each of the bands, concatenated. Yields to the event loop every few milliseconds, so that a page
 * stays responsive.
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

/** By the logits [1 + bands, n_outputs] of the epoch and of the epoch without each band. */
export function fallsOf(
  logits: Float32Array,
  target: number,
  bands: readonly Band[],
  hasBins: (band: Band) => boolean,
  isRegression = false,
): BandOcclusion {
  const nOutputs = logits.length / (bands.length + 1);
  // A single output is the logit of the second of two classes; the first has its negative. That of a regression is the target.
  const isOfSecond = nOutputs === 1 && !isRegression;
  const of = (row: number) =>
    isOfSecond ? (target === 0 ? -1 : 1) * logits[row]! : logits[row * nOutputs + target]!;
  const logit = of(0);
  return {
    logit,
    bands: bands.map((band, i) => ({
      ...band,
      logitDrop: hasBins(band) ? logit - of(i + 1) : null,
    })),
  };
}
