// One trial on its way through a model: what the core answers, under names, and parts that can be switched off.
import type { InspectionReply, NamedTensor, InspectRequestFields } from '../worker/protocol.js';

/** A head that falls silent, or a gate that is forced. */
export type Ablation =
  | {
      /** Index, from 0. */
      block: number;
      /** Index, from 0. */
      head: number;
    }
  /**
   * `closed`: the stream passes as if the sub-layer were not there, in blocks without gates, too. `open`: what the gate
   * weighs has weight 1; a number from 0 to 1: that weight, for all features and tokens.
   */
  | {
      /** Index, from 0. */
      block: number;
      /** Which of the block's two. */
      gate: 'attention' | 'ffn';
      /** What it is forced to. */
      to: 'closed' | 'open' | number;
    };

/** What of a forward pass is wanted. */
export interface InspectOptions {
  /** Parts that are switched off. */
  ablate?: readonly Ablation[];
  /** A token whose attention is wanted to every single token: `attention_row` of each block with as many. */
  query?: number;
  /** Tokens of an attention map before it is summed up to stretches of tokens; default 96. */
  mapSize?: number;
  /** Tensors of the model file that are wanted beside, e.g. "head.weight". */
  weights?: readonly string[];
  /** Gives up waiting. */
  signal?: AbortSignal;
}

/** The part of the epoch that a token was made of: samples and channels. A class token has none. */
export interface TokenPlace {
  /** Sample, from 0. */
  firstTime: number;
  /** Samples. */
  nTimes: number;
  /** Index, from 0. */
  firstChannel: number;
  /** Channels. */
  nChannels: number;
}

/** One trial on its way through a model. */
export class Inspection {
  /** In the order of computation. */
  readonly tensors: readonly NamedTensor[];
  /** What each layer is, where the model is a plain chain of layers: those of tensors "layers.0", ... */
  readonly layers: readonly string[];
  readonly #byName: Map<string, NamedTensor>;

  /** @internal */
  constructor({ tensors, layers }: InspectionReply) {
    this.tensors = tensors;
    this.layers = layers;
    this.#byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  }

  /** A step by its name, or undefined if this model has none such. */
  find(name: string): NamedTensor | undefined {
    return this.#byName.get(name);
  }

  /** [outputs]. */
  get logits(): Float32Array {
    return this.#values('logits');
  }
  /** [classes]. */
  get probabilities(): Float32Array {
    return this.#values('probabilities');
  }
  /** Blocks of a transformer; 0 for other models. */
  get nBlocks(): number {
    return this.tensors.filter(({ name }) => /^blocks\.\d+\.output$/.test(name)).length;
  }

  /** Where the tokens of a block come from. */
  places(block: number): TokenPlace[] {
    const values = this.#values(`blocks.${block}.places`);
    return Array.from({ length: values.length / 4 }, (_, i) => {
      const [firstTime, nTimes, firstChannel, nChannels] = values.subarray(4 * i, 4 * i + 4);
      return {
        firstTime: firstTime!,
        nTimes: nTimes!,
        firstChannel: firstChannel!,
        nChannels: nChannels!,
      };
    });
  }

  #values(name: string): Float32Array {
    return this.#byName.get(name)?.data ?? new Float32Array(0);
  }
}

/** Parts as the core reads them. */
export function partsRequest(
  parts: readonly Ablation[],
): NonNullable<InspectRequestFields['ablate']> {
  return parts.map((part) => {
    if ('head' in part) return part;
    const { to } = part;
    return typeof to === 'number' ? { ...part, to: 'open', weight: to } : { ...part, to };
  });
}

/** The options as the core reads them. */
export function inspectRequest({ ablate, query, mapSize, weights }: InspectOptions) {
  return {
    ablate: partsRequest(ablate ?? []),
    ...(query === undefined ? {} : { query }),
    ...(mapSize === undefined ? {} : { map_size: mapSize }),
    ...(weights === undefined ? {} : { weights: [...weights] }),
  };
}
