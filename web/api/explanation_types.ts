// What a caller asks of an explanation, and what he is told about it.

export type ExplainMethod =
  | 'gradient_input'
  | 'integrated_gradients'
  | 'occlusion_channel'
  | 'occlusion_time'
  | 'attention_rollout';

export type ExplainBaseline = 'zero' | 'channel_mean' | 'surrogate';

export interface ExplainRequest {
  /** Number of the class, or of the output of a regression. */
  target: number;
  method: ExplainMethod;
  /** Of integrated gradients; without it 32, and more until the parts add up within 1 %. */
  steps?: number;
  /**
   * What stands in place of what is taken away, at the standardised input. A surrogate has the electrode's mean power
   * spectrum, of `x` and of the `background` of the options, and random phases.
   */
  baseline?: ExplainBaseline;
  /** Of time occlusion, and of the pieces that the checks delete; default 0.2 s, and half of it. */
  windowS?: number;
  stepS?: number;
  /** Default true. */
  checks?: boolean;
  /** Of surrogates, and of random orders and weights of the checks. */
  seed?: number;
}

/** Whether an explanation may be believed, and why. Without checks only completeness is there. */
export interface ExplainChecks {
  method: ExplainMethod;
  target: number;
  baseline: ExplainBaseline;
  /** Epochs of the background. */
  nBackground: number;
  nEpochs: number;
  /** Epochs that were checked. */
  nChecked: number;
  /** Samples. */
  window: number;
  step: number;
  made: boolean;
  trustworthy: boolean;
  /** In plain words. */
  reasons: string[];
  /** Of the target, for each epoch, and for the empty epoch that it is compared with. */
  logits: number[];
  baselineLogits: number[];
  completeness: {
    /** Only integrated gradients promise it. */
    promised: boolean;
    residual: number;
    limit: number;
    steps: number;
    passed: boolean;
  };
  /** Logits while the signal is taken away piece by piece, the most relevant first. */
  deletion?: {
    applies: boolean;
    /** Of the signal that is gone. */
    shares: number[];
    curve: number[];
    /** In random orders. */
    random: number[][];
    area: number;
    randomAreas: number[];
    passed: boolean;
  };
  /** Rank correlations with how networks with random weights explain the same. */
  randomWeights?: {
    applies: boolean;
    correlations: number[];
    mean: number;
    limit: number;
    passed: boolean;
  };
  /** How far the epoch moves the logit, against networks with random weights. */
  strength?: { difference: number; random: number[]; factor: number; passed: boolean };
}
