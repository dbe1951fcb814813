/** One number of Inside written out as a sum. */
export const sum = {
  logitOf: 'Logit of',
  byHead: 'By head',
  reads: 'Reading token',
  forToken: 'For token',
  isRead: 'Token that is read',
  ofFeature: 'Of feature',
  head: (n: number) => `Head ${n}`,
  token: (n: number) => `Token ${n}`,
  feature: (n: number) => `Feature ${n}`,
  impossible: 'This sum cannot be written out for this model.',
  factors: {
    score: ['Query', 'Key'],
    gate: ['Weight', 'Value'],
    logit: ['Pooled', 'Weight'],
  },
  term: 'Term',
  product: 'Product',
  soFar: 'Sum so far',
  label: 'The sum, term by term',
  sumOf: (n: number) => `Sum of ${n} products`,
  same: (engine: string) => `Matches the model: ${engine}.`,
  other: (engine: string) =>
    `The model has ${engine}. This sum leaves out disabled parts and terms for distance, windows and masks.`,
  steps: {
    score: (width: number) => `÷ √${width}: the score`,
    softmax: (nTokens: number) => `softmax over ${nTokens} tokens: the weight`,
    bias: 'with the bias',
    shareOfStream: 'σ: the share of the residual stream',
    oneMinus: '1 − σ: how open',
    open: 'σ: how open',
    logit: 'with the bias: the logit',
  },
  /** Formulas, read aloud. */
  spoken: {
    score: 'weight = softmax of query times key over the root of the key width',
    logit: 'logit = weight times pooled plus bias',
    gate: (products: string[], hasBias: boolean) =>
      `openness = sigma of ${products.join(' plus ')}${hasBias ? ' with the bias' : ''}`,
  },
};
