// Ten seconds of made-up EEG for the start of a visit, around the moment when the eyes close: nothing has to be loaded for it. The
// engine's own sample, which "Try the sample recording" opens, has the same story.

export const sfreq = 160;
export const startS = 23;
export const spanS = 10;
export const closingS = 30;
const blinkS = 25.6;

/** How strong the alpha rhythm is at each electrode, and how much of a blink reaches it. */
const electrodes: { name: string; alpha: number; blink: number }[] = [
  { name: 'Fz', alpha: 0.16, blink: 1 },
  { name: 'Cz', alpha: 0.3, blink: 0.4 },
  { name: 'Pz', alpha: 0.7, blink: 0.12 },
  { name: 'O1', alpha: 0.95, blink: 0 },
  { name: 'Oz', alpha: 1, blink: 0 },
  { name: 'O2', alpha: 0.9, blink: 0 },
];

export interface SimulatedRow {
  name: string;
  /** Microvolts. */
  samples: Float32Array;
}

/**
 * P(eyes closed) that the bundled model of 64 channels gives the windows of two seconds of the sample which begin at 21 s, 22 s, ...;
 * a browser test compares them with its results.
 */
export const closedShares = [
  0.088, 0.068, 0.047, 0.033, 0.015, 0.013, 0.023, 0.068, 0.064, 0.982, 0.995,
];
export const firstWindowS = 21;
export const windowS = 2;

export function simulated(): SimulatedRow[] {
  return electrodes.map(({ name, alpha, blink }, row) => {
    const noise = noiseFrom(row + 1);
    const samples = new Float32Array(spanS * sfreq);
    let drift = 0;
    for (let i = 0; i < samples.length; i++) {
      const t = startS + i / sfreq;
      drift = 0.96 * drift + 3.2 * noise();
      const slow =
        5 * Math.sin(2 * Math.PI * 1.3 * t + row) + 3 * Math.sin(2 * Math.PI * 3.1 * t + 2 * row);
      samples[i] = drift + 3 * noise() + slow + alpha * alphaAt(t, row) + blink * blinkAt(t);
    }
    return { name, samples };
  });
}

/** 10 Hz that waxes and wanes; a tenth of it while the eyes are open. */
function alphaAt(t: number, row: number): number {
  const closed = 1 / (1 + Math.exp(-12 * (t - closingS - 0.35)));
  const waxing = 0.75 + 0.25 * Math.sin(2 * Math.PI * 0.7 * t + 1);
  return (4 + 34 * closed * waxing) * Math.sin(2 * Math.PI * 10 * t + 0.25 * row);
}

function blinkAt(t: number): number {
  return 60 * Math.exp(-(((t - blinkS) / 0.11) ** 2));
}

/** Between -1 and 1, the same with every visit. */
function noiseFrom(seed: number): () => number {
  let state = 12345 * seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 30 - 1;
}
