// What a caller asks of an explanation, and what he is told about it.

/** How relevance is computed (docs/EXPLAIN.md). */
export type ExplainMethod =
  | 'gradient_input'
  | 'integrated_gradients'
  | 'occlusion_channel'
  | 'occlusion_time'
  | 'attention_rollout';

/** What stands for "nothing": zeros, each channel's mean, or noise with the mean spectrum. */
export type ExplainBaseline = 'zero' | 'channel_mean' | 'surrogate';

/** What the core is asked. */
export interface ExplainRequest {
  /** Number of the class, or of the output of a regression. */
  target: number;
  /** How relevance is computed. */
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
  /** Seconds from one window to the next. */
  stepS?: number;
  /** Default true. */
  checks?: boolean;
  /** Of surrogates, and of random orders and weights of the checks. */
  seed?: number;
}

/** Whether an explanation may be believed, and why. Without checks only completeness is there. */
export interface ExplainChecks {
  /** That was used. */
  method: ExplainMethod;
  /** The number of the class. */
  target: number;
  /** That was used. */
  baseline: ExplainBaseline;
  /** Epochs of the background. */
  nBackground: number;
  /** Epochs that were explained. */
  nEpochs: number;
  /** Epochs that were checked. */
  nChecked: number;
  /** Samples. */
  window: number;
  /** Samples. */
  step: number;
  /** Whether anything was checked. */
  made: boolean;
  /** No check speaks against it. */
  trustworthy: boolean;
  /** In plain words. */
  reasons: string[];
  /** Of the target, for each epoch, and for the empty epoch that it is compared with. */
  logits: number[];
  /** Of the target, for the baseline of each epoch. */
  baselineLogits: number[];
  /** Whether the relevances add up to the difference that they explain. */
  completeness: {
    /** Only integrated gradients promise it. */
    promised: boolean;
    /** The share that is missing. */
    residual: number;
    /** That it may reach. */
    limit: number;
    /** Of the integral. */
    steps: number;
    /** Within the limit. */
    passed: boolean;
  };
  /** Logits while the signal is taken away piece by piece, the most relevant first. */
  deletion?: {
    /** False where the method ranks nothing that can be taken away. */
    applies: boolean;
    /** Of the signal that is gone. */
    shares: number[];
    /** Mean logit at each share. */
    curve: number[];
    /** In random orders. */
    random: number[][];
    /** Below the curve; small where relevance is right. */
    area: number;
    /** Those of random orders. */
    randomAreas: number[];
    /** Smaller than those of random orders. */
    passed: boolean;
  };
  /** Rank correlations with how networks with random weights explain the same. */
  randomWeights?: {
    /** False for methods that do not depend on weights alone. */
    applies: boolean;
    /** One for each network. */
    correlations: number[];
    /** Of these. */
    mean: number;
    /** That the mean may reach. */
    limit: number;
    /** Below the limit: the explanation depends on what was learnt. */
    passed: boolean;
  };
  /** How far the epoch moves the logit, against networks with random weights. */
  strength?: {
    /** In logits, from the baseline to the epoch. */
    difference: number;
    /** The same of networks with random weights. */
    random: number[];
    /** By how much it must exceed theirs. */
    factor: number;
    /** It does. */
    passed: boolean;
  };
}
