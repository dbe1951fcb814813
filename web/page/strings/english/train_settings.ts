import { atMost, hertz, number, significant } from './numbers.js';

export const setup = {
  modes: {
    legend: 'The classes are',
    annotations: 'annotations in the recordings',
    recordings: 'whole recordings',
  },
  ignoredCorrections: (names: string[]) =>
    `Annotations were changed by hand in ${names.join(', ')}. They are not used: each whole recording is of one class. To use them, choose annotations as the classes.`,
  notEeg: {
    note: (names: readonly string[]) =>
      `Not only EEG: the model also learns from ${names.join(', ')}, and may tell the classes apart by eyes, heart or muscles.`,
    leaveOut: (names: readonly string[]) => `Learn without ${names.join(', ')}`,
  },
  sources: {
    label: 'Training recordings',
    recording: 'Recording',
    class: 'Class',
    person: 'Person',
    length: 'Length',
    channels: 'Channels',
    channelsAt: (n: number, sfreq: number) => `${n}, ${hertz(sfreq)}`,
  },
  classOf: (name: string) => `Class of ${name}`,
  personOf: (name: string) => `Person of ${name}`,
  labels: {
    label: 'Annotations as classes',
    head: ['Annotation', 'Class', 'Count', 'Length'],
    count: (n: number, nRecordings: number) =>
      `${n}${nRecordings > 1 ? ` in ${nRecordings} recordings` : ''}`,
    lasts: (durationS: number) => `${atMost(durationS, 1)} s`,
    moment: 'a point in time',
  },
  cuts: {
    legend: 'Windows',
    after: 'one after each annotation starts',
    along: 'sliding over each annotation',
    tooShort: (shortestS: number) =>
      `Sliding needs annotations of every class that last ${atMost(shortestS, 1)} s or longer.`,
  },
  windowFrom: 'Window from',
  windowTo: 'Window to',
  windowLength: 'Window length',
  windowEvery: 'A window every',
  bandFrom: 'Band from',
  bandTo: 'Band to',
  ofOpenedModel: 'Filters, channels and sampling rate are those of the opened model.',
};

export const settings = {
  network: 'Network',
  advanced: 'Advanced',
  validateOn: 'Validate on',
  splits: {
    auto: 'automatic: what the data allow',
    persons: 'each person in turn',
    subject: 'a sixth of the people, at least one',
    run: 'a sixth of the recordings, at least one',
    block: 'the last part of each recording',
    none: 'nothing: train on everything',
  },
  splitSentences: {
    auto: 'Each person in turn if there are three or more and it takes less than a minute; else new people, other recordings, or the last part of each recording.',
    persons:
      'Leave-one-person-out: measures the accuracy on people who were not in training, with a result for each of them.',
    subject:
      'About a sixth of the people, at least one, are set aside: measures the accuracy on people who were not in training.',
    run: 'About a sixth of the recordings, at least one, are set aside: measures the accuracy on other recordings of the same people.',
    block:
      'The last sixth of each recording is set aside: measures the accuracy a little later in the same session. This is an easy test.',
    none: 'The accuracy will not be measured.',
  },
  compareWith: 'Compare with',
  noComparison: 'no other network',
  oneNetwork: 'One network',
  comparisonNote: 'Both are trained and validated on the same windows, one after the other.',
  noComparisonNote: 'A second network can be trained and validated on the same windows.',
  openedModel: 'The opened model',
  goOnFrom: (title: string) => `Continue from “${title}”`,
  fineTuning: (classes: readonly string[]) =>
    `Training starts from its weights (fine-tuning). Its classes are ${classes.join(' / ')}; give yours the same names.`,
  epochs: 'Epochs',
  learningRate: 'Learning rate',
  batchSize: 'Batch size',
  seed: 'Seed',
  note: 'In an epoch the network sees every window once; after each batch its weights are updated. The same seed gives the same model.',
  optimizer: 'Optimizer',
  optimizers: {
    adamw: 'AdamW',
    adam: 'Adam',
    adam_keras: 'Adam as in Keras',
    sgd: 'SGD with momentum',
  },
  scaling: 'Scale each window',
  scalings: {
    zscore: 'each channel by itself',
    zscore_trial: 'all channels together',
    none: 'not at all: microvolts',
  },
  labelSmoothing: 'Label smoothing',
  patience: 'Patience',
  timeJitter: 'Time jitter',
  silenced: 'Silenced channels',
  units: { seconds: 's', hertz: 'Hz', epochs: 'epochs', share: 'share' },
  balanced: 'Give rare classes more weight',
  mirror: 'Mirror the hemispheres in half of the windows, and swap “left …” and “right …”',
  align:
    'Euclidean alignment of people: needs all windows of a person at once, so it cannot run live',
  moreNote:
    'Patience ends training after that many epochs without a better validation result; 0 never does. Time jitter, silenced channels and mirroring change training windows only, never validation windows.',
};

/** Size and cost of a network. */
export const facts = {
  unfit: (message: string, found: string, expected: string, hint: string) => {
    const numbers = [found && `found ${found}`, expected && `needed ${expected}`].filter(Boolean);
    return `This network cannot be used with these windows: ${message}${numbers.length ? ` (${numbers.join(', ')})` : ''}. ${hint}`;
  },
  unfitShort: (message: string) => `Not usable: ${message}.`,
  tooMany: (parameters: number) =>
    `${number(parameters)} parameters: too many to be measured or trained in a page.`,
  cost: (parameters: number, window: string, epoch: string) =>
    `${number(parameters)} parameters; measured here on one core: ${window} for a window, ${epoch} for an epoch of training.`,
  short: (parameters: number, epoch: string | null) =>
    `${number(parameters)} parameters${epoch === null ? '' : `, ${epoch} an epoch`}`,
  milliseconds: (ms: number) =>
    ms < 0.1 ? `less than ${atMost(0.1, 1)} ms` : `${significant(ms, 2)} ms`,
  seconds: (s: number) => {
    if (s < 0.1) return `< ${atMost(0.1, 1)} s`;
    return s < 100 ? `${significant(s, 2)} s` : `${Math.round(s / 60)} min`;
  },
  all: (n: number) => `All ${n} networks`,
};
