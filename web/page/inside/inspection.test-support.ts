// What a model of one block, two tokens and two heads computes for a window: made up, for tests and the gallery.
import { Inspection } from '../../api/inspection.js';
import type { NamedTensor } from '../../api/index.js';

export const tensor = (name: string, dims: number[], data: ArrayLike<number>): NamedTensor => ({
  ...{ name, dims },
  data: Float32Array.from(data),
});

/** Two tokens of two features; the gate after attention is half open for the first one. `places`: first, last, step of each token. */
export function inspectionOf(
  standardized: readonly number[],
  tokenSamples: number,
  share: number,
): Inspection {
  const end = 2 * tokenSamples;
  return new Inspection({
    layers: [],
    tensors: [
      tensor('standardized', [1, standardized.length], standardized),
      tensor('tokens', [2, 2], [1, 2, -4, 3]),
      tensor(
        'blocks.0.places',
        [2, 4],
        [0, tokenSamples, 0, 1, end - tokenSamples, tokenSamples, 0, 1],
      ),
      tensor('blocks.0.attention_map', [2, 2, 2], [1, 0, 0.5, 0.5, 0, 1, 0.25, 0.75]),
      tensor('blocks.0.gate1', [2, 2], [0.4, 0.6, 1, 1]),
      tensor('blocks.0.gate2', [2, 2], [0, 0, 0.2, 0.4]),
      tensor('blocks.0.ffn_hidden', [2, 3], [0, 1, 2, 3, 4, 5]),
      tensor('blocks.0.output', [2, 2], [1, 2, 3, 4]),
      tensor('pooled', [1, 2], [2, 3]),
      tensor('logits', [2], [1, -1]),
      tensor('probabilities', [2], [share, 1 - share]),
    ],
  });
}
