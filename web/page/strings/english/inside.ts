import { html, type TemplateResult } from 'lit/html.js';
import { sum } from './inside_sum.js';
import { counted, finePercent as percent, fixed, number, weight } from './numbers.js';

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

type Sublayer = 'attention' | 'ffn';
const sublayers = { attention: 'attention', ffn: 'feed-forward' };

export const inside = {
  percent,
  number: weight,
  microvolts: 'µV',
  following: 'Computing the window in the model.',
  empty: 'Classify the recording first; the selected window is then shown inside the model.',
  noWindowNear: (title: string, onsetS: number) =>
    `${title} has no window near ${fixed(onsetS, 1)} s of this recording`,
  bar: {
    play: 'Play',
    stop: 'Stop',
    previous: 'Previous window',
    next: 'Next window',
    window: (n: number, all: number, from: string, to: string, model: string) =>
      html`<strong>Window ${number(n)}</strong> of ${number(all)}<span class="rest"
          >, ${from} to ${to}, in ${model}</span
        >`,
    reset: (n: number) => `Undo ${counted(n, 'change')}`,
    compare: 'Compare with',
    none: 'none',
    ungated: 'Same model, gates removed',
    drawn: 'Model that is drawn',
    gated: (gate: string) => `gated (${gate})`,
    standard: (block: string) => `standard (${block})`,
  },
  drawing: {
    label: (title: string) => `Path of the window through ${title}`,
    timeRunsDown: (durationS: number) => `time ↓ ${fixed(durationS, 1)} s`,
    /** Of what the colours mean, which is something else in Explain. */
    aboveZero: 'above zero',
    belowZero: 'below zero',
    token: 'Token',
    head: (head: number, block: number) => `Head ${head}, block ${block}`,
    gate: (sublayer: Sublayer, block: number) =>
      `Gate after ${sublayers[sublayer]}, block ${block}`,
    sublayer: (sublayer: Sublayer, block: number) =>
      `${capital(sublayers[sublayer])}, block ${block}`,
    opening: (open: number, isSet: boolean) =>
      isSet
        ? `${percent(open)} open, set by hand; Escape restores the value of the model`
        : `${percent(open)} open on average, set by the model`,
    setByHand: 'by hand',
    stream: 'residual',
    /** Classes that have no room of their own. */
    others: (n: number) => `${n} others`,
    /** The model to compare with has none of the changes made by hand. */
    compared: (share: string, hasChanges: boolean) =>
      `${hasChanges ? 'compared, unchanged' : 'compared'}: ${share}`,
  },
  stations: {
    signal: 'Window',
    standardized: 'Standardised',
    tokens: 'Tokens',
    attention: 'Attention',
    ffn: 'Feed-forward',
    gate: 'Gate',
    sum: 'Sum',
    pooled: 'Pooled',
    classes: 'Result',
    ofBlock: (title: string, block: number) => `${title}, block ${block}`,
    gateAfter: (sublayer: Sublayer, block: number) =>
      `Valves of the gate after ${sublayers[sublayer]}, block ${block}`,
    sumAfter: (sublayer: Sublayer, block: number) =>
      `Sum after ${sublayers[sublayer]}, block ${block}`,
    output: (block: number) => `Block ${block}`,
    layer: (n: number, name: string) => `Layer ${n}: ${name}`,
    place: (n: number, all: number) => `${n} of ${all}`,
  },
  /** One for each station of the drawing. */
  sentences: {
    signal: (durationS: number, nChannels: number, nDrawn: number) =>
      `The window: ${fixed(durationS, 1)} s of ${counted(nChannels, 'channel')}${nDrawn < nChannels ? `, ${nDrawn} of them drawn` : ''}, filtered as the model asks. Time runs from top to bottom.`,
    standardized: (isDone: boolean): string =>
      isDone
        ? 'Mean and scale are removed, so that the overall amplitude has no influence.'
        : 'This model does not standardise the signal.',
    tokens: (n: number, width: number, durationS: number) =>
      `The model cuts ${fixed(durationS, 1)} s into ${counted(n, 'token')}: each is a list of ${width} numbers for one segment of time.`,
    attention: (nHeads: number, nOff: number) =>
      nOff === nHeads
        ? `Every head is switched off: no token reads from others.`
        : `Each token reads from others: the wider a ribbon, the larger the attention weight. Mean of ${counted(nHeads - nOff, 'head')}${nOff ? `, ${nOff} switched off` : ''}.`,
    gate: (sublayer: Sublayer, open: number, isSet: boolean, keepsStream: boolean) => {
      const what = keepsStream ? 'the residual stream' : `the output of ${sublayers[sublayer]}`;
      return `The gate lets ${percent(open)} of ${what} through${isSet ? ', set by hand' : ' on average'}. Drag the valve to see how the result changes.`;
    },
    sum: (sublayer: Sublayer, isOff: boolean): string =>
      isOff
        ? `The output of ${sublayers[sublayer]} is left out.`
        : `The output of ${sublayers[sublayer]} is added to the residual stream. This model has no gates.`,
    ffn: (width: number) => `A small network of ${width} units processes each token separately.`,
    output: (block: number, all: number) =>
      `The tokens after block ${block} of ${all}: their earlier values plus the outputs of attention and feed-forward.`,
    layer: (n: number, name: string, size: string) => `Layer ${n}, ${name}: ${size}.`,
    pooled: (pool: string, width: number) => {
      const how: Record<string, string | undefined> = {
        mean: 'averaged into one list',
        max: 'reduced to one list of their largest values',
        flatten: 'joined into one list',
        cls: 'discarded except the class token, a list',
      };
      return `All tokens are ${how[pool] ?? 'combined into one list'} of ${width} numbers.`;
    },
    /** `isPooled`: the model has a pooled list; else its last layer has the scores. */
    classes: (label: string, share: number, isPooled: boolean) =>
      `${isPooled ? 'A weighted sum of the pooled list' : 'The last layer'} gives each class its score. Result: ${label}, ${percent(share)}.`,
    regression: (isPooled: boolean): string =>
      isPooled
        ? 'A weighted sum of the pooled list is the output.'
        : 'The value of the last layer is the output.',
    row: (
      first: number,
      last: number,
      when: { fromS: number; toS: number } | null,
      read: { token: number; share: number } | null,
    ) =>
      `${first === last ? `Token ${first}` : `Tokens ${first} to ${last}`} (${when ? `${fixed(when.fromS, 2)} to ${fixed(when.toS, 2)} s` : 'class token'}) ${read ? `reads most from token ${read.token}: ${percent(read.share)}` : 'reads nothing: every head is switched off'}.`,
  },
  detail: {
    close: 'Close',
    arithmetic: {
      score: 'The arithmetic: one attention weight',
      gate: 'The arithmetic: one gate value',
      logit: 'The arithmetic: one logit',
    },
    tokens: (shape: string, reach: number) => `Tokens: ${shape}, values to ±${weight(reach)}`,
    colours: (reach: number) =>
      `Green is above zero, violet below; full colour at ±${weight(reach)}. Each column is a token, time runs from left to right.`,
    layer: (n: number, layer: string, shape: string, reach: number) =>
      `Output of layer ${n}, ${layer}: ${shape}, values to ±${weight(reach)}`,
    layerFacts: (shape: string, reach: number, rms: number) =>
      `Frames × rows × steps × maps: ${shape}; values to ±${weight(reach)}, root mean square ${weight(rms)}. This model has no heads and no gates to switch off.`,
  },
  tables: {
    channels: 'Channels of this window',
    channelsHead: (unit: string) => {
      const of = (name: string) => (unit ? `${name}, ${unit}` : name);
      return ['Channel', of('Mean'), of('Standard deviation'), of('Lowest'), of('Highest')];
    },
    tokens: 'Tokens and their features',
    token: 'Token',
    feature: (n: number) => `Feature ${n}`,
    layer: 'Values of this layer',
    map: 'Map',
    step: (n: number) => `Step ${n}`,
    shown: (rows: number, ofRows: number, cols: number, ofCols: number) =>
      `${rows} of ${ofRows} rows and ${cols} of ${ofCols} columns.`,
    pooled: 'Numbers of the pooled list',
    place: 'Feature',
    value: 'Value',
    firstOf: (n: number, all: number) => `The first ${n} of ${all}.`,
    result: 'Result, class by class',
    class: 'Class',
    logit: 'Logit',
    probability: 'Probability',
    before: 'Before changes',
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
    output: (was: number, is: number | null) =>
      `Output ${weight(was)}${is === null ? '' : ` → ${weight(is)}`}`,
    original: (label: string, share: number) =>
      html`<strong>${label} ${percent(share)}</strong>, nothing changed.`,
    compared: (label: string, share: number, other: string, there: number) =>
      html`<strong>${label} ${percent(share)}</strong>; ${other}: ${percent(there)}.`,
    outcome: (label: string, before: number, after: number, points: number, parts: string[]) => {
      const sign = points > 0 ? '+' : points < 0 ? '−' : '±';
      const share = (value: number) => `${fixed(100 * value, 1)} %`; // both as the points are
      return html`<strong>${label} ${share(before)} → ${share(after)}</strong>
        (${sign}${fixed(Math.abs(points), 1)} points) with ${parts.join(', ')}.`;
    },
    /** What is changed, in the sentence above. */
    parts: {
      attention: sublayers.attention,
      ffn: sublayers.ffn,
      head: (head: number, block: number) => `head ${head} of block ${block} off`,
      heads: (heads: number[], block: number) =>
        `heads ${heads.slice(0, -1).join(', ')} and ${heads.at(-1)} of block ${block} off`,
      leftOut: (what: string, block: number) => `${what} of block ${block} left out`,
      gate: (what: string, block: number, open: number) =>
        `the gate after ${what} of block ${block} at ${percent(open)}`,
    },
  },
  layer: {
    classToken: 'class token',
    stretch: (fromS: number, toS: number) => `${fixed(fromS, 2)} to ${fixed(toS, 2)} s`,
  },
  heads: {
    title: 'Heads',
    note: 'In each head, every token reads from other tokens. Rows are the tokens that read, columns the tokens that are read; a stronger colour is a larger weight. Attention shows where values come from, not what mattered for the result.',
    window: (token: number) =>
      `The window, shaded by the attention of token ${token}. Arrow keys choose the token.`,
    reads: (
      token: number,
      when: string,
      head: number,
      most: { token: number; share: number }[],
    ): TemplateResult =>
      html`<strong>Token ${token}</strong> (${when}), head ${head}, reads most from
        ${most.map(({ token, share }) => `token ${token} (${percent(share)})`).join(', ')}.`,
    group: 'Head',
    head: (n: number) => `Head ${n}`,
    picture: (n: number, size: number) => `Head ${n}: ${size} by ${size} weights`,
    table: {
      summary: (token: number) => `Attention of token ${token} as a table`,
      label: 'Attention of one token',
      token: 'Token',
      madeOf: 'Time',
      /** Null for what is shown in full. */
      caption: (token: number, nShown: number | null, nTokens: number, nMap: number | null) =>
        [
          `What token ${token} reads.`,
          nShown === null ? '' : ` The first ${nShown} of ${nTokens} tokens.`,
          nMap === null ? '' : ` Above, ${nTokens} tokens are summed up to ${nMap} groups.`,
        ].join(''),
    },
  },
  gates: {
    formulas: {
      input: 'g = σ(W x) · x + y: the share of the residual stream that is kept',
      output: 'g = x + σ(W x − b) · y: the share of the new values that is let in',
      highway: 'g = s · x + (1 − s) · y: the share of the new values that is let in',
      sigtanh: 'g = x + σ(W y − b) · tanh(U y): the share of the new values that is let in',
      gru: 'g = (1 − z) · x + z · h: the share of the new values that is let in',
    },
    noneNote: 'A standard block adds the new values to the residual stream as they are: x + y.',
    title: 'Gate opening for each token',
    note: (formula: string) =>
      `${formula}. Bars: mean over the features of each token, 0 to 100 %.`,
    afterAttention: 'after attention',
    afterFfn: 'after feed-forward',
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
    title: 'The residual stream and what each part adds',
    in: 'Residual in',
    read: 'Input of the heads',
    normed: 'Normalised',
    attention: 'Attention output',
    between: 'Residual after attention',
    hidden: 'Hidden layer',
    ffn: 'Feed-forward output',
    out: 'Residual out',
    picture: (title: string, shape: string, rms: number) =>
      `${title}: ${shape}, root mean square ${weight(rms)}`,
    size: (shape: string, rms: number) => `${shape} · rms ${weight(rms)}`,
  },
  sum,
};
