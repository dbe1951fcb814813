import { html } from 'lit/html.js';
import { atMost, counted, fixed, percent, significant } from './numbers.js';

const seconds = (s: number) => `${fixed(s, 2)} s`;
/** Near 0 and 1 with a digit more. */
const chance = (share: number) =>
  `${fixed(100 * share, share > 0.0995 && share < 0.9005 ? 0 : 1)} %`;
const hz = (value: number) => atMost(value, 1);
const two = (value: number) => significant(value, 2);

export const explain = {
  empty: 'Classify the recording first; then every window can be explained.',
  window: (n: number, from: string, to: string, model: string) =>
    `Window ${n}, ${from} to ${to}, as “${model}” classified it.`,
  /** The share is null where the model gives a number, not a class. */
  modelSays: (label: string, share: number | null) =>
    html`<strong><bdi>${label}</bdi>${share === null ? '' : `, ${chance(share)}`}.</strong>`,
  chooseAnother: 'Choose another one in the results or in the traces.',
  lead: {
    band: (
      target: string,
      name: string,
      { lowHz, highHz, logitDrop }: { lowHz: number; highHz: number; logitDrop: number | null },
      logit: number,
    ) =>
      `The strongest evidence for ${target} is the ${name} band (${hz(lowHz)} to ${hz(highHz)} Hz): without it the score falls from ${two(logit)} to ${two(logit - (logitDrop ?? 0))}.`,
    noBand: (target: string) =>
      `No frequency band is clear evidence for ${target}: without any one of them the score hardly falls, or rises.`,
    most: (most: { name: string; value: string }[]) =>
      `Strongest electrodes: ${most.map(({ name, value }) => `${name} ${value}`).join(', ')}.`,
    noElectrode: 'No electrode stands out from the others.',
    noMoment: (target: string) => `No moment by itself is evidence for ${target}.`,
    notReliable: 'Not reliable:',
    strongest: (from: string, to: string) => `Strongest from ${from} to ${to}.`,
    routing: (from: string, to: string) => `Attention reads most from ${from} to ${to}.`,
  },
  evidenceFor: 'Evidence for',
  advanced: 'Advanced: methods, baselines, checks and tables',
  explainedBy: 'Explained by',
  methods: {
    integrated_gradients: {
      name: 'integrated gradients',
      says: 'How much each sample contributes; contributions add up to the total change of the score.',
    },
    gradient_input: {
      name: 'gradient × input',
      says: 'Fast and rough: contributions if the model were linear around this window.',
    },
    occlusion_channel: {
      name: 'remove electrodes',
      says: 'How far the score falls when an electrode is replaced; measured directly.',
    },
    occlusion_time: {
      name: 'remove moments',
      says: `How far the score falls when all electrodes are replaced for ${fixed(0.2, 1)} s; measured directly.`,
    },
    attention_rollout: {
      name: 'attention rollout (routing)',
      says: 'Which tokens attention reads from, across residuals and gates. This shows routing, not importance.',
    },
  },
  fill: 'Replace with',
  fills: {
    surrogate: {
      name: 'surrogate EEG',
      says: 'Replaced by surrogate EEG: the electrode’s average spectrum in this recording, with random phase.',
    },
    zero: {
      name: 'zeros',
      says: 'Replaced by a flat line of zeros. Electrodes never record flat lines, so the model may respond to them in unexpected ways.',
    },
    likeness: (own: string, other: string, correlation: number) => {
      const like =
        correlation > 0.7
          ? 'much the same'
          : correlation > 0.3
            ? 'partly the same'
            : 'not the same';
      const doubt =
        correlation > 0.7
          ? ''
          : ' A feature that only one of them shows may be caused by the replacement.';
      return `With ${own} and with ${other} the result is ${like}: rank correlation ${fixed(correlation, 2)}.${doubt}`;
    },
  },
  moved: (isAgainstSurrogates: boolean, by: string) =>
    `Compared with ${isAgainstSurrogates ? 'surrogate EEG' : 'an empty window'}, this window changes the score by ${by}.`,
  explaining: 'Explaining',
  windowName: (n: number) => `window ${n}`,
  working: (what: string) => `Explaining ${what}, and checking the explanation`,
  bands: {
    title: (target: string) => `Frequency bands: how far the score of ${target} falls without each`,
    label: 'Frequency bands',
    names: {
      delta: 'delta',
      theta: 'theta',
      alpha: 'alpha',
      beta: 'beta',
      gamma: 'gamma',
    } as Record<string, string | undefined>,
    range: (lowHz: number, highHz: number) => `${hz(lowHz)}–${hz(highHz)} Hz`,
    /** Where a recording holds no such frequency. */
    none: 'not recorded',
  },
  map: {
    routing: 'Where attention reads from (routing)',
    evidence: (target: string) => `Evidence for and against ${target}, over electrodes and time`,
    /** Of a method with one value for each electrode. */
    evidenceByElectrode: (target: string) =>
      `Evidence for and against ${target}, for each electrode`,
    label: (isByElectrode: boolean) =>
      `Map of ${isByElectrode ? 'electrodes' : 'moments'} by time; arrow keys move a cursor`,
    against: (value: string) => `≤ ${value} against`,
    speaksFor: (value: string) => `for ≥ ${value}`,
    /** The row that stands for all electrodes. */
    all: 'all',
    perSample: 'per sample',
    perMoment: 'per moment',
    /** The scale of routing, which has no other side. */
    none: '0: reads nothing',
    fetches: (value: string) => `reads ≥ ${value}`,
    /** Without a name: of all electrodes; without a time: of the whole window. */
    cursor: (name: string | null, s: number | null, value: string) =>
      `${[name, s === null ? null : seconds(s)].filter((part) => part !== null).join(' at ')}: ${value}`,
  },
  verdict: {
    routing: 'Routing, not importance.',
    routingNote: 'Attention shows where values come from, not which of them decide.',
    passed: '✓ Passed all reliability checks',
    warning: 'Warning',
    failed: '✕ This explanation is not reliable.',
    weakSignal:
      'Some classes are recognised because a rhythm is absent: open eyes, for example, because the alpha rhythm is absent. Windows of the other class may show more.',
    strength: (difference: string, needed: string, factor: number) =>
      `This window changes the output by ${difference}; more than ${needed} is needed, ${factor} times what untrained networks show.`,
    deletion: 'Removing the marked parts changes the output no faster than removing random parts.',
    randomWeights: 'Untrained networks give nearly the same explanation.',
    completeness: (missing: number) =>
      `The contributions do not add up: ${percent(missing)} of the change is missing.`,
  },
  scalp: {
    window: 'Electrodes, whole window',
    label: (target: string) =>
      `Head from above: what each electrode contributes for ${target}; arrow keys go from electrode to electrode`,
    mean: (nWindows: number, target: string) =>
      `Mean of ${counted(nWindows, 'window')} of ${target}`,
    meanLabel: (target: string) =>
      `Head from above: mean over the class ${target}; arrow keys go from electrode to electrode`,
    /** The average is null until it was computed. */
    atCursor: (name: string, value: string, rank: number, n: number, average: string | null) =>
      `${name}: ${value}, rank ${rank} of ${n}${average === null ? '' : `; class average ${average}`}`,
    table: 'The head, as a table',
    tableLabel: 'Relevance of each electrode',
    electrode: 'Electrode',
    thisWindow: 'This window',
    average: 'Class average',
    dotsOnly: 'Do not interpolate',
    scale: (scale: string, target: string) =>
      `Colour scale ±${scale}: green for ${target}, violet against.`,
    meaning:
      'The head shows what this model uses. A model also weighs electrodes against each other to remove noise, so the strongest need not be those where a rhythm is large: “Head map” in Signals shows where it is.',
  },
  average: {
    progress: 'Class average',
    cancel: 'Cancel',
    compute: (nWindows: number, name: string) =>
      `Compare with the average of ${counted(nWindows, 'window')} of ${name}`,
    likeness: (correlation: number, nWindows: number, name: string) => {
      const like =
        correlation > 0.5 ? 'much like' : correlation > 0.2 ? 'somewhat like' : 'not like';
      return `This window is ${like} the average of ${counted(nWindows, 'window')} of ${name}: rank correlation ${fixed(correlation, 2)}.`;
    },
  },
  checks: {
    summary: 'The checks',
    label: 'Checks of this explanation',
    head: ['Check', 'Result', 'Found'],
    passed: '✓ passed',
    failed: '✕ failed',
    saysNothing: '– does not apply',
    completeness: 'The contributions add up',
    completenessOf: (missing: number, limit: number, nSteps: number) =>
      `missing ${percent(missing)} of at most ${percent(limit)}, ${counted(nSteps, 'step')}`,
    notPromised: 'not guaranteed by this method',
    deletion: 'Removing the marked parts',
    deletionOf: (mean: string, random: string) =>
      `mean output ${mean}; random orders from ${random}`,
    tooFew: 'too few parts',
    randomWeights: 'Untrained networks explain differently',
    randomWeightsOf: (mean: number, limit: number) =>
      `rank correlation ${fixed(mean, 2)}, at most ${limit}`,
    strength: 'The window changes the output',
    strengthOf: (difference: string, limit: string, factor: number) =>
      `by ${difference}; more than ${limit} is needed, ${factor} times what untrained networks show`,
    curve:
      'The model’s output while the signal is removed part by part: the most relevant first (thick), and in random orders (thin). It falls sooner if the explanation is right.',
    curveLabel: 'Deletion curve; arrow keys move a cursor',
    atCursor: (share: number, output: string, least: string, most: string) =>
      `With ${percent(share)} of the signal removed: ${output}; in random orders ${least} to ${most}`,
    curveTable: 'The curve, as a table',
    curveTableLabel: 'Deletion curve',
    curveHead: ['Removed', 'Most relevant first', 'Random, lowest', 'Random, highest'],
    takenAway: '% of the signal removed',
  },
  table: {
    summary: 'The map, as a table',
    electrodes: 'Relevance of each electrode over time',
    electrode: 'Electrode',
    fromTime: (time: string) => `from ${time}`,
    window: 'This window',
    moments: 'Relevance of each moment',
    from: 'From',
    moment: seconds,
  },
};
