import { html } from 'lit/html.js';
import { counted, fixed, percent } from './numbers.js';

const seconds = (s: number) => `${fixed(s, 2)} s`;

export const explain = {
  empty: 'Classify the recording first; then every epoch can be explained.',
  epoch: (n: number, from: string, to: string) => `Epoch ${n}, ${from} to ${to}.`,
  /** The share is null where the model tells a number, not a class. */
  modelSays: (label: string, share: number | null) =>
    html`The model says <strong>${label}</strong>${share === null ? '' : `, ${percent(share)}`}.`,
  chooseAnother: 'Choose another one in the results or in the traces.',
  speaksFor: 'What speaks for',
  explainedBy: 'Explained by',
  methods: {
    integrated_gradients: {
      name: 'integrated gradients',
      says: 'Every sample’s part of the model’s output. The parts add up to how far this epoch moves it.',
    },
    gradient_input: {
      name: 'gradient × input',
      says: 'Quick and rough: what a straight line through this epoch would make of each sample.',
    },
    occlusion_channel: {
      name: 'switch off electrodes',
      says: 'How far the output falls when an electrode is silent. Measured, not derived.',
    },
    occlusion_time: {
      name: 'switch off moments',
      says: `How far the output falls when all electrodes are silent for ${fixed(0.2, 1)} s. Measured, not derived.`,
    },
    attention_rollout: {
      name: 'attention rollout (routing)',
      says: 'Where the model’s attention fetches its values from, through residuals and gates. This is routing, not importance.',
    },
  },
  fill: 'Put in its place',
  fills: {
    surrogate: {
      name: 'EEG without a message',
      says: 'In its place stands a surrogate: the electrode’s own average spectrum over this recording, with random phases. It looks like EEG to the model, and is about no moment.',
    },
    zero: {
      name: 'silence',
      says: 'In its place stands a flat line. No electrode ever records one, so the model may answer strangely.',
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
          : ' What only one of them shows, the choice of filling may have made.';
      return `With ${own} and with ${other} the picture is ${like}: rank correlation ${fixed(correlation, 2)}.${doubt}`;
    },
  },
  explaining: 'Explaining',
  epochName: (n: number) => `epoch ${n}`,
  working: (what: string) => `Explaining ${what}, and checking the explanation`,
  map: {
    routing: 'Where attention fetches from (routing)',
    forAndAgainst: (target: string) => `What speaks for ${target}, and against it`,
    label: (isByElectrode: boolean) =>
      `Map of ${isByElectrode ? 'electrodes' : 'moments'} by time; arrow keys move a cursor`,
    against: (value: string) => `≤ ${value} against`,
    speaksFor: (value: string) => `for ≥ ${value}`,
    /** The row that stands for all electrodes. */
    all: 'all',
    perSample: 'per sample',
    perMoment: 'per moment',
    /** The scale of routing, which has no other side. */
    none: '0: fetches nothing',
    fetches: (value: string) => `fetches ≥ ${value}`,
    cursor: (name: string | null, s: number, value: string) =>
      name === null ? `${seconds(s)}: ${value}` : `${name} at ${seconds(s)}: ${value}`,
  },
  verdict: {
    routing: 'Routing, not importance.',
    routingNote: 'What attention looks at need not be what decides.',
    fine: 'Four checks found nothing against this picture',
    warning: 'Warning',
    doNotBelieve: 'Do not believe this picture.',
    hardlyMoved:
      'A class that is known by what is missing, such as open eyes by the missing alpha rhythm, leaves little to show. Epochs of the other class may show more.',
  },
  summary: {
    moves: (isAgainstSurrogates: boolean, by: string, target: string) =>
      `Against ${isAgainstSurrogates ? 'surrogates everywhere' : 'an empty epoch'}, this one moves the model by ${by} (logit of ${target}).`,
    most: (most: { name: string; value: string }[]) =>
      `Most for it: ${most.map(({ name, value }) => `${name} ${value}`).join(', ')}.`,
    strongest: (fromS: number, toS: number) =>
      `Strongest from ${fixed(fromS, 2)} to ${seconds(toS)}.`,
  },
  scalp: {
    epoch: 'This epoch, all of it',
    label: (target: string) =>
      `Head from above: what each electrode brings for ${target}; arrow keys go from electrode to electrode`,
    mean: (nEpochs: number, target: string) => `Mean of ${counted(nEpochs, 'epoch')} of ${target}`,
    meanLabel: (target: string) =>
      `Head from above: mean over the class ${target}; arrow keys go from electrode to electrode`,
    /** The average is null until it was computed. */
    atCursor: (name: string, value: string, rank: number, n: number, average: string | null) =>
      `${name}: ${value}, place ${rank} of ${n}${average === null ? '' : `; class average ${average}`}`,
    table: 'The head, as a table',
    tableLabel: 'Relevance of each electrode',
    electrode: 'Electrode',
    thisEpoch: 'This epoch',
    average: 'Class average',
    dotsOnly: 'Electrodes only, nothing between them',
    scale: (scale: string) => `±${scale} at full colour.`,
  },
  average: {
    progress: 'Class average',
    cancel: 'Cancel',
    compute: (nEpochs: number, name: string) =>
      `Compare with the average of ${counted(nEpochs, 'epoch')} of ${name}`,
    likeness: (correlation: number, nEpochs: number, name: string) => {
      const like =
        correlation > 0.5 ? 'much like' : correlation > 0.2 ? 'somewhat like' : 'not like';
      return `This epoch is ${like} the average of ${counted(nEpochs, 'epoch')} of ${name}: rank correlation ${fixed(correlation, 2)}.`;
    },
  },
  checks: {
    summary: 'The checks',
    label: 'Checks of this explanation',
    head: ['Check', 'Found', ''],
    passed: '✓ passed',
    failed: '✕ failed',
    saysNothing: '– says nothing here',
    completeness: 'The parts add up',
    completenessOf: (missing: number, limit: number, nSteps: number) =>
      `missing ${percent(missing)} of at most ${percent(limit)}, ${counted(nSteps, 'step')}`,
    notPromised: 'this method does not promise it',
    deletion: 'Deleting what is marked',
    deletionOf: (mean: string, random: string) =>
      `mean output ${mean}; random orders from ${random}`,
    tooFew: 'too few pieces',
    randomWeights: 'Random weights explain differently',
    randomWeightsOf: (mean: number, limit: number) =>
      `rank correlation ${fixed(mean, 2)}, at most ${limit}`,
    strength: 'The model is moved at all',
    strengthOf: (difference: string, limit: string, factor: number) =>
      `by ${difference} of more than ${limit}, ${factor} times that of random weights`,
    curve:
      'The model’s output while the signal is taken away: the most relevant first (thick), and in random orders (thin). Good explanations fall sooner.',
    curveLabel: 'Deletion curve; arrow keys move a cursor',
    atCursor: (share: number, output: string, least: string, most: string) =>
      `With ${percent(share)} of the signal taken away: ${output}; in random orders ${least} to ${most}`,
    curveTable: 'The curve, as a table',
    curveTableLabel: 'Deletion curve',
    curveHead: ['Taken away', 'Most relevant first', 'Random, lowest', 'Random, highest'],
    takenAway: '% of the signal taken away',
  },
  table: {
    summary: 'The map, as a table',
    electrodes: 'Relevance of each electrode, stretch by stretch',
    electrode: 'Electrode',
    fromTime: (time: string) => `from ${time}`,
    epoch: 'This epoch',
    moments: 'Relevance of each moment',
    from: 'From',
    moment: seconds,
  },
};
