// Options and checks of explanations.

/** How relevance is computed (docs/EXPLAIN.md). */
export type ExplainMethod =
  | 'gradient_input'
  | 'integrated_gradients'
  | 'occlusion_channel'
  | 'occlusion_time'
  | 'attention_rollout';

/** The input that replaces what is removed: zeros, the mean of each channel, or noise with the mean spectrum (surrogate). */
export type ExplainBaseline = 'zero' | 'channel_mean' | 'surrogate';

/** What is explained, and how. */
export interface ExplainRequest {
  /** Index of the class, or of the output of a regression. Default: the class that most of the epochs are predicted to be; output 0. */
  target?: number;
  /** How relevance is computed; default "integrated_gradients". */
  method?: ExplainMethod;
  /** Steps of integrated gradients. Default: 32, tripled until the relevances add up within 1 %. */
  steps?: number;
  /**
   * The standardised input that replaces what is removed. A surrogate has random phases and the mean power spectrum of the electrode in
   * `x` and the `background` of the options.
   */
  baseline?: ExplainBaseline;
  /** Seconds of the windows of time occlusion and of the checks that delete signal. Default 0.2. */
  windowS?: number;
  /** Seconds from one window to the next. Default: half of `windowS`. */
  stepS?: number;
  /** Whether the checks are made; default true. */
  checks?: boolean;
  /** Seed of surrogates and of random orders and weights of the checks. */
  seed?: number;
}

/** Whether to trust an explanation, and why. If checks are off only completeness is there. */
export interface ExplainChecks {
  /** The method that was used. */
  method: ExplainMethod;
  /** Index of the class. */
  target: number;
  /** The baseline that was used. */
  baseline: ExplainBaseline;
  /** Number of background epochs. */
  nBackground: number;
  /** Number of epochs that were explained. */
  nEpochs: number;
  /** Number of epochs that were checked. */
  nChecked: number;
  /** Samples per window */
  window: number;
  /** Samples from one window to the next. */
  step: number;
  /** Whether the checks were made. */
  made: boolean;
  /** The checks were made, and none failed. */
  trustworthy: boolean;
  /** What each check found, in words, whether it passed or failed. */
  reasons: string[];
  /** Logit of the target for each epoch. */
  logits: number[];
  /** Logit of the target for the baseline of each epoch. */
  baselineLogits: number[];
  /** Whether the relevances add up to the difference that they explain. */
  completeness: {
    /** Whether the method promises it: only integrated gradients do. */
    promised: boolean;
    /** The missing share of the difference. */
    residual: number;
    /** Largest share that passes. */
    limit: number;
    /** Steps of the integral. */
    steps: number;
    /** Whether the residual is within the limit; true where nothing is promised. */
    passed: boolean;
  };
  /** Logits while the signal is removed bit by bit, the most relevant parts first. */
  deletion?: {
    /** False where the method ranks nothing that can be removed. */
    applies: boolean;
    /** Shares of the signal that are removed, 0 to 1. */
    shares: number[];
    /** Mean logit at each share. */
    curve: number[];
    /** The same curve for random orders. */
    random: number[][];
    /** Area under the curve; small where relevance is right. */
    area: number;
    /** Areas of the random orders. */
    randomAreas: number[];
    /** Whether the area is smaller than that of every random order. */
    passed: boolean;
  };
  /** Rank correlations with explanations of the same by networks with random weights. */
  randomWeights?: {
    /** False for methods that do not depend on weights alone. */
    applies: boolean;
    /** One for each network. */
    correlations: number[];
    /** Mean of the correlations. */
    mean: number;
    /** Largest mean that passes. */
    limit: number;
    /** Whether the mean is below the limit: the explanation depends on what was learnt. */
    passed: boolean;
  };
  /** How much the epoch changes the logit, compared with networks with random weights. */
  strength?: {
    /** Difference of the logit from the baseline to the epoch. */
    difference: number;
    /** The same of networks with random weights. */
    random: number[];
    /** How many times theirs it must be. */
    factor: number;
    /** Whether it is. */
    passed: boolean;
  };
}
