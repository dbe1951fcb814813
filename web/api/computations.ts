// What an engine computes of neither a recording nor a model.
import {
  argumentError,
  checkArray,
  checkFloats,
  checkNumber,
  checkTexts,
  optionsOf,
} from '../worker/arguments.js';
import type { EnginePool } from '../worker/pool.js';
import type { Floats } from '../worker/protocol.js';
import type { Engine } from './engine.js';

type Computations = Pick<Engine, 'filterResponse' | 'electrodes' | 'spectra' | 'makeSample'>;

export const computationsOn = (pool: EnginePool): Computations => ({
  filterResponse: async (filters, sfreq, hz) => {
    const given: { recipe?: object; display?: object } = filters;
    const { recipe, display } = optionsOf(given, { recipe: 0, display: 0 }, 'filters', 'filters.');
    if (!recipe === !display) throw argumentError('filters', filters, '{ recipe } or { display }');
    checkRate(sfreq);
    checkFloats(hz, 'hz', 'frequencies');
    const args = [sfreq, recipe ?? null, display ?? null, hz] as const;
    return (await pool.call(null, 'filterResponse', [...args])) as Floats;
  },
  electrodes: async (names) => {
    checkTexts(names, 'names');
    const at = await pool.call(null, 'electrodes', [[...names]]);
    return names.map((_, i) => {
      const [x = NaN, y = NaN, z = NaN] = at.subarray(3 * i, 3 * i + 3);
      return Number.isNaN(x) ? null : { x, y, z };
    });
  },
  spectra: async (channels, sfreq, options) => {
    const { segmentS = 2 } = optionsOf(options, { segmentS: 'number' });
    checkRate(sfreq);
    const x = joined(channels);
    const reply = await pool.call(null, 'spectra', [x, channels.length, sfreq, segmentS]);
    const { binHz, nBins, density } = reply;
    const row = (_: unknown, c: number) => density.subarray(c * nBins, (c + 1) * nBins);
    return { binHz, density: channels.map(row) };
  },
  makeSample: async (options) => {
    const known = { seed: 'number', durationS: 'number' } as const;
    const { seed = 1, durationS = 60 } = optionsOf(options, known);
    return pool.call(null, 'makeSample', [seed, durationS]);
  },
});

function checkRate(sfreq: number): void {
  checkNumber(sfreq, 'sfreq');
  if (sfreq <= 0) throw argumentError('sfreq', sfreq, 'a number above 0');
}

function joined(channels: readonly Float32Array[]): Float32Array {
  checkArray(channels, 'channels', 'Float32Arrays', 1);
  const n = (channels[0] as Float32Array | null)?.length ?? 0;
  const all = new Float32Array(channels.length * n);
  channels.forEach((channel, c) => {
    checkFloats(channel, `channels[${c}]`, 'samples');
    if (channel.length !== n)
      throw argumentError(
        `channels[${c}]`,
        channel.length,
        `${n} samples, as in the first channel`,
      );
    all.set(channel, c * n);
  });
  return all;
}
