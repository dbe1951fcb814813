// How open each gate of a transformer is, as the page writes it out (src/model/layers/gates.h). The compiler reports a gate that this
// table, or a language, does not have.
import type { TransformerConfig } from '../../worker/schema.js';

export type GateName = TransformerConfig['gate'];

interface GateForm {
  /** What the sigmoid is called in the gate's equation. */
  symbol: 's' | 'z';
  /** Matrices of the sigmoid, and what each multiplies: the residual stream x or the output y of the sub-layer. */
  products: readonly { tensor: string; matrix: 'W' | 'U'; of: 'x' | 'y' }[];
  /** Sign of the bias b_g; none: no bias. */
  bias: '+' | '−' | null;
  /** What the sigmoid is the share of. `rest` of the stream: the gate's openness is what remains. */
  shareOf: 'stream' | 'sublayer' | 'rest';
}

const wx = { tensor: 'w_g', matrix: 'W', of: 'x' } as const;
const wy = { tensor: 'w_g', matrix: 'W', of: 'y' } as const;

const gateForms: Record<GateName, GateForm> = {
  input: { symbol: 's', products: [wx], bias: null, shareOf: 'stream' },
  output: { symbol: 's', products: [wx], bias: '−', shareOf: 'sublayer' },
  highway: { symbol: 's', products: [wx], bias: '+', shareOf: 'rest' },
  sigtanh: { symbol: 's', products: [wy], bias: '−', shareOf: 'sublayer' },
  gru: {
    symbol: 'z',
    products: [
      { tensor: 'w_z', matrix: 'W', of: 'y' },
      { tensor: 'u_z', matrix: 'U', of: 'x' },
    ],
    bias: '−',
    shareOf: 'sublayer',
  },
};

/** Null for a model without gates. */
export function gateOf(config: { block?: unknown; gate?: unknown }): GateName | null {
  return config.block === 'gated' ? (config.gate as GateName) : null;
}

export const formOf = (gate: GateName): GateForm => gateForms[gate];
