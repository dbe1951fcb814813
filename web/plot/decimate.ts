// Decimation to pixels: the smallest and the largest sample of every pixel column, so that no spike is hidden.

interface Extremes {
  /** NaN where a column holds no sample, as inside a gap. */
  min: Float32Array;
  max: Float32Array;
}

/** Column i covers samples first + i * perColumn up to first + (i + 1) * perColumn; `first` may be negative or a fraction. */
export function columnExtremes(
  samples: Float32Array,
  first: number,
  perColumn: number,
  nColumns: number,
): Extremes {
  const min = new Float32Array(nColumns).fill(NaN);
  const max = new Float32Array(nColumns).fill(NaN);
  for (let column = 0; column < nColumns; column++) {
    const begin = Math.max(0, Math.ceil(first + column * perColumn));
    const end = Math.min(samples.length, Math.ceil(first + (column + 1) * perColumn));
    for (let i = begin; i < end; i++) {
      const value = samples[i]!;
      if (!(value >= min[column]!)) min[column] = Number.isNaN(value) ? min[column]! : value;
      if (!(value <= max[column]!)) max[column] = Number.isNaN(value) ? max[column]! : value;
    }
  }
  return { min, max };
}

export interface Summary {
  min: number;
  max: number;
  mean: number;
  rms: number;
  n: number;
}

/** Of the finite samples from index begin up to end; rms is about the mean. */
export function summarize(samples: Float32Array, begin = 0, end = samples.length): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let squares = 0;
  let n = 0;
  for (let i = Math.max(0, begin); i < Math.min(end, samples.length); i++) {
    const value = samples[i]!;
    if (Number.isNaN(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    squares += value * value;
    n++;
  }
  const mean = n ? sum / n : NaN;
  return {
    min: n ? min : NaN,
    max: n ? max : NaN,
    mean,
    rms: n ? Math.sqrt(Math.max(0, squares / n - mean * mean)) : NaN,
    n,
  };
}
