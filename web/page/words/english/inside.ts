import { html, type TemplateResult } from 'lit/html.js';
import { fixed } from './numbers.js';

const percent = (share: number) =>
  `${fixed(100 * share, share > 0.0995 && share < 0.9005 ? 0 : 1)} %`;

/** Of weights and activations: as many digits as tell them apart. */
function number(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text =
    size >= 1000 || size < 0.001 ? value.toExponential(2) : fixed(value, size >= 100 ? 1 : 3);
  return text.replace('-', '−');
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

export const inside = {
  percent,
  number,
  zoom: 'Zoom',
  zooms: { whole: 'The whole', layer: 'One layer', sum: 'One multiplication' },
  following: 'Following the epoch through the model.',
  empty: 'Classify the recording; the selected epoch is then taken apart here.',
  noEpochNear: (title: string, onsetS: number) =>
    `${title} has no epoch near ${fixed(onsetS, 1)} s of this recording`,
  head: {
    epoch: (n: number, all: number, fromS: number, toS: number, model: string) =>
      html`<strong>Epoch ${n}</strong> of ${all}, ${fixed(fromS, 1)} to ${fixed(toS, 1)} s, in
        ${model}`,
    previous: 'Previous epoch',
    next: 'Next epoch',
    beside: 'Beside it',
    nothing: 'nothing',
    twin: 'The same without gates',
  },
  whole: {
    gated: (gate: string) => `gated (${gate})`,
    standard: (block: string) => `standard (${block})`,
    which: (title: string, kind: string) => `${title} · ${kind}`,
    whichAt: (title: string, kind: string, fromS: number, toS: number) =>
      `${title} · ${kind} · ${fixed(fromS, 1)} to ${fixed(toS, 1)} s`,
    note: 'Pictures hold true values: green above zero, violet below, full colour at the largest. Time runs from left to right.',
  },
  flow: {
    label: (title: string) => `The way of the epoch through ${title}`,
    picture: (title: string, size: string, reach: number) =>
      `${title}: ${size}, values to ±${number(reach)}`,
    noGates: 'No gates: what is new is simply added.',
    gates: (first: number, second: number) =>
      `Gates open ${percent(first)} and ${percent(second)} on average.`,
    output: 'Output',
    probability: 'Probability',
    outputNote: 'What the model answers.',
    probabilityNote: 'The logits, scaled so that they sum to 1.',
  },
  stations: {
    epoch: { title: 'Epoch', words: 'The signal in µV, as the recipe prepared it.' },
    standardized: {
      title: 'Standardised',
      words: 'Mean and scale are taken out, so that size alone says nothing.',
    },
    embedded: {
      title: 'Embedding',
      words: 'Stretches of signal become tokens: short lists of features.',
    },
    tokens: { title: 'Position', words: 'A pattern is added that tells early from late.' },
    block: {
      title: (n: number) => `Block ${n}`,
      words: (nHeads: number | undefined) =>
        `${nHeads} heads exchange values between tokens, then each token is worked on alone.`,
    },
    layer: {
      title: capital,
      words: (n: number, all: number) => `Layer ${n} of ${all}.`,
    },
    pooled: { title: 'Pooled', words: 'All tokens become the one list that is judged.' },
    logits: { title: 'Logits', words: 'One sum for each class: for and against.' },
  },
  sizes: {
    samples: (nChannels: number, nTimes: number) => `${nChannels} channels × ${nTimes} samples`,
    tokens: (n: number | undefined, width: number | undefined) => `${n} tokens × ${width} features`,
    features: (n: number | undefined) => `${n} features`,
    values: (n: number | undefined) => `${n} values`,
    oneValue: '1 value',
    frames: (n: number) => `${n} frames`,
    rows: (n: number) => `${n} rows`,
    steps: (n: number) => `${n} steps`,
    maps: (n: number) => `${n} maps`,
  },
  switches: {
    legend: 'Switch off, and watch the answer',
    allOn: 'All on again',
    block: (n: number) => `Block ${n}`,
    head: (n: number) => `Head ${n}`,
    sublayers: { attention: 'attention', ffn: 'feed-forward' },
    gateAfter: (sublayer: string, block: number) => `Gate after ${sublayer}, block ${block}`,
    sublayer: (sublayer: string, block: number) => `${capital(sublayer)}, block ${block}`,
    asItIs: 'as it is',
    closed: 'closed',
    leftOut: 'left out',
    open: 'open',
    output: (was: number, is: number | null) =>
      `Output ${number(was)}${is === null ? '' : ` → ${number(is)}`}`,
    allOnOutcome: (label: string, share: number) =>
      html`<strong>${label} ${percent(share)}</strong> with everything on.`,
    outcome: (label: string, before: number, after: number, points: number, parts: string[]) => {
      const sign = points > 0 ? '+' : points < 0 ? '−' : '±';
      return html`<strong>${label} ${percent(before)} → ${percent(after)}</strong>
        (${sign}${fixed(Math.abs(points), 1)} points) with ${parts.join(', ')}.`;
    },
    /** What is switched off, in the sentence above. */
    parts: {
      attention: 'attention',
      ffn: 'feed-forward net',
      head: (head: number, block: number) => `head ${head} in block ${block} silent`,
      leftOut: (what: string, block: number) => `${what} in block ${block} left out`,
      open: (what: string, block: number) => `gate after ${what} in block ${block} open`,
    },
  },
  layer: {
    opened: 'Opened layer',
    choice: (n: number, layer: string) => `${n}: ${layer}`,
    picture: (n: number, layer: string, shape: string, reach: number) =>
      `Output of layer ${n}, ${layer}: ${shape}, values to ±${number(reach)}`,
    facts: (shape: string, reach: number, rms: number) =>
      `Frames × rows × steps × maps: ${shape}; values to ±${number(reach)}, root mean square ${number(rms)}. This model has no heads and no gates to switch off.`,
    openedBlock: 'Opened block',
    block: (n: number) => `Block ${n}`,
    classToken: 'class token',
    stretch: (fromS: number, toS: number) => `${fixed(fromS, 2)} to ${fixed(toS, 2)} s`,
  },
  heads: {
    title: 'Heads: who listens to whom',
    note: 'Each head lets every token fetch values from others. Rows listen, columns are listened to; the stronger the colour, the more. Attention is routing: it says where values were fetched, not what mattered for the answer.',
    epoch: (token: number) =>
      `The epoch with what token ${token} listens to. Arrow keys choose the token.`,
    listens: (
      token: number,
      when: string,
      head: number,
      most: { token: number; share: number }[],
    ): TemplateResult =>
      html`<strong>Token ${token}</strong> (${when}), head ${head}, listens most to
        ${most.map(({ token, share }) => `token ${token} (${percent(share)})`).join(', ')}.`,
    group: 'Head',
    head: (n: number) => `Head ${n}`,
    picture: (n: number, size: number) => `Head ${n}: ${size} by ${size} shares`,
    table: {
      summary: (token: number) => `Token ${token}'s attention as a table`,
      label: 'Attention of one token',
      token: 'Token',
      madeOf: 'Made of',
      /** Null for what is shown in full. */
      caption: (token: number, nShown: number | null, nTokens: number, nMap: number | null) =>
        [
          `What token ${token} listens to.`,
          nShown === null ? '' : ` The first ${nShown} of ${nTokens} tokens.`,
          nMap === null ? '' : ` Above, ${nTokens} tokens are summed up to ${nMap} stretches.`,
        ].join(''),
    },
  },
  gates: {
    formulas: {
      input: 'g = σ(W x) · x + y: how much of the stream is kept',
      output: 'g = x + σ(W x − b) · y: how much of the new is let in',
      highway: 'g = s · x + (1 − s) · y: how much of the new is let in',
      sigtanh: 'g = x + σ(W y − b) · tanh(U y): how much of the new is let in',
      gru: 'g = (1 − z) · x + z · h: how much of the new is let in',
    },
    none: 'No gates',
    noneNote: 'A standard block adds what is new to the stream as it is: x + y.',
    title: 'Gates: how open',
    note: (formula: string | undefined) =>
      `${formula}. Bars: mean over the features of each token, 0 to 100 %.`,
    afterAttention: 'after attention',
    afterFfn: 'after the feed-forward net',
    picture: (where: string, least: number, most: number) =>
      `Gate ${where}: open ${percent(least)} to ${percent(most)}`,
    range: (least: number, most: number, token: number, own: number) =>
      `${percent(least)} to ${percent(most)}; token ${token}: ${percent(own)}`,
    summary: 'Gates as a table',
    label: 'Gates',
    token: 'Token',
    open: (where: string) => `Open ${where}`,
  },
  stream: {
    title: 'The stream, and what is added to it',
    in: 'Stream in',
    read: 'Read by the heads',
    normed: 'Normed',
    attention: 'Attention brings',
    between: 'Stream between',
    hidden: 'Hidden layer',
    ffn: 'Feed-forward brings',
    out: 'Stream out',
    picture: (title: string, shape: string, rms: number) =>
      `${title}: ${shape}, root mean square ${number(rms)}`,
    size: (shape: string, rms: number) => `${shape} · rms ${number(rms)}`,
  },
  sum: {
    noSums:
      'For this model the layers are shown one by one under Layer; sums are written out for transformers.',
    writtenOut: 'Written out',
    kinds: {
      score: 'how much one token listens to another',
      gate: 'how open a gate is',
      logit: 'a logit',
    },
    logitOf: 'Logit of',
    inBlock: 'In block',
    byHead: 'By head',
    listens: 'Listens',
    forToken: 'For token',
    listenedTo: 'Is listened to',
    ofFeature: 'Of feature',
    block: (n: number) => `Block ${n}`,
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
    same: (engine: string) => `The engine has the same number: ${engine}.`,
    other: (engine: string) =>
      `The engine has ${engine}: what is switched off, or terms for distance, windows and masks, are not in this sum.`,
    steps: {
      score: (width: number) => `÷ √${width}: the score`,
      softmax: (nTokens: number) => `softmax over ${nTokens} tokens: the share`,
      bias: 'with the bias',
      shareOfStream: 'σ: the share of the stream',
      oneMinus: '1 − σ: how open',
      open: 'σ: how open',
      logit: 'with the bias: the logit',
    },
    /** Formulas, read aloud. */
    spoken: {
      score: 'share = softmax of query times key over the root of the key width',
      logit: 'logit = weight times pooled plus bias',
      gru: 'openness = sigma of W y plus U x minus b',
      gate: (input: string) => `openness = sigma of W ${input} with the bias`,
    },
  },
};
