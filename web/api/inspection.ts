// Intermediate results of a forward pass by name, and parts of a model that can be disabled.
import { argumentError, checkArray, checkTexts } from '../worker/arguments.js';
import type {
  Floats,
  InspectionReply,
  NamedTensor,
  InspectRequestFields,
} from '../worker/protocol.js';

/** An attention head that is disabled, or a gate that is forced to a value. */
export type Ablation =
  | {
      /** Index, from 0. */
      block: number;
      /** Index, from 0. */
      head: number;
    }
  /**
   * `closed`: the residual stream passes as if the sub-layer did not exist, also in blocks without gates. `open`: the gate is 1. A number
   * from 0 to 1: the gate has that value for all features and tokens.
   */
  | {
      /** Index, from 0. */
      block: number;
      /** Sub-layer of the block. */
      gate: 'attention' | 'ffn';
      /** Value of the gate. */
      to: 'closed' | 'open' | number;
    };

/** Options of `model.inspect`. */
export interface InspectOptions {
  /** Parts that are disabled. */
  ablate?: readonly Ablation[];
  /** Index of a token whose attention to every token is returned, as `attention_row` of each block. */
  query?: number;
  /** Largest size of an attention map; longer ones are summed over segments of tokens. Default 96. */
  mapSize?: number;
  /** 1: x is one epoch, whatever its length. Without it, x of the length of several epochs of the model is refused. */
  batch?: 1;
  /** Names of tensors of the model file to return, too, such as "head.weight". */
  weights?: readonly string[];
  /** Aborting it rejects with its `reason`. */
  signal?: AbortSignal;
}

/** The samples and channels of an epoch that a token was made of. A class token has none. */
export interface TokenPlace {
  /** Index of the first sample, from 0. */
  firstTime: number;
  /** Number of samples. */
  nTimes: number;
  /** Index of the first channel, from 0. */
  firstChannel: number;
  /** Number of channels. */
  nChannels: number;
}

/** Intermediate results of a forward pass of one epoch, made by `model.inspect`. */
export class Inspection {
  /** All results, in the order of computation. */
  readonly tensors: readonly NamedTensor[];
  /** Kind of each layer, for models that are a plain sequence of layers: tensors "layers.0", ...; otherwise empty. */
  readonly layers: readonly string[];
  readonly #byName: Map<string, NamedTensor>;

  /** @internal */
  constructor({ tensors, layers }: InspectionReply) {
    this.tensors = tensors;
    this.layers = layers;
    this.#byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  }

  /** A result by its name; undefined if the model has none of that name. */
  find(name: string): NamedTensor | undefined {
    return this.#byName.get(name);
  }

  /** Logits [n_outputs]. */
  get logits(): Floats {
    return this.#values('logits');
  }
  /** Probabilities [nClasses]. */
  get probabilities(): Floats {
    return this.#values('probabilities');
  }
  /** Number of blocks of a transformer; 0 for other models. */
  get nBlocks(): number {
    return this.tensors.filter(({ name }) => /^blocks\.\d+\.output$/.test(name)).length;
  }

  /** The part of the epoch behind each token of a block. */
  places(block: number): TokenPlace[] {
    const values = this.#values(`blocks.${String(block)}.places`);
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

  #values(name: string): Floats {
    return this.#byName.get(name)?.data ?? new Float32Array(0);
  }
}

/** Disabled parts as the core reads them. */
export function partsRequest(
  parts: readonly Ablation[],
): NonNullable<InspectRequestFields['ablate']> {
  checkArray(parts, 'ablate', '{ block, head } or { block, gate, to }');
  return parts.map((part, i) => {
    if (typeof part !== 'object' || part === null)
      throw argumentError(`ablate[${i}]`, part, '{ block, head } or { block, gate, to }');
    if ('head' in part) return part;
    const { to } = part;
    const isShare = typeof to !== 'number' || (to >= 0 && to <= 1);
    if (!isShare) throw argumentError(`ablate[${i}].to`, to, '"closed", "open" or 0 to 1');
    return typeof to === 'number' ? { ...part, to: 'open', weight: to } : { ...part, to };
  });
}

/** Throws where a model has attention, but no block the token that was asked for. */
export function checkQuery({ tensors }: Inspection, query: number | undefined): void {
  const has = (what: string) => tensors.some(({ name }) => name.endsWith(what));
  if (query !== undefined && has('.attention_map') && !has('.attention_row'))
    throw argumentError('query', query, 'the index of a token');
}

/** The options as the core reads them. */
export function inspectRequest({ ablate, query, mapSize, weights }: InspectOptions) {
  if (weights !== undefined) checkTexts(weights, 'weights');
  return {
    ablate: partsRequest(ablate ?? []),
    ...(query === undefined ? {} : { query }),
    ...(mapSize === undefined ? {} : { mapSize }),
    ...(weights === undefined ? {} : { weights: [...weights] }),
  };
}
