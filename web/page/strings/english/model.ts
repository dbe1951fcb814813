import { compatibilityReasons } from './compatibility.js';
import { atMost, counted, hertz, number, percent } from './numbers.js';

/** What the card of a network has of its training. */
export interface CardSettings {
  optimizer: string;
  learningRate: number;
  epochs: number;
  batchSize: number;
  seed: number;
}

export const model = {
  label: 'Model and compatibility',
  choose: 'Model',
  search: 'Search models',
  noneFound: 'No model has a matching name, class or channel.',
  loading: 'Models are loading.',
  open: 'Open model',
  /** The models that come with the page, by their files. */
  bundled: {
    eyes: 'Eyes open or closed, 64 channels',
    eyes8: 'Eyes open or closed, 8 channels',
    leftright: 'Imagined left or right fist, 21 channels',
    leftright_rhythm: 'Imagined left or right fist by rhythm, 21 channels',
    eyes_tangent: 'Eyes open or closed by covariance, 64 channels',
    leftright_csp: 'Imagined left or right fist by spatial patterns, 64 channels',
    eyes_standard: 'Eyes open or closed, 64 channels, without gates',
  },
  trainedHere: (n: number, title: string) => `Trained here${n > 1 ? ` (${n})` : ''}: ${title}`,
  /** Of a model that is trained here. */
  title: (classes: readonly string[]) =>
    classes.length > 5
      ? `${classes.slice(0, 4).join(' / ')} and ${classes.length - 4} more`
      : classes.join(' / '),
  /** In the list of models. */
  listed: {
    contract: (classes: readonly string[], nChans: number, sfreq: number, durationS: number) =>
      `${classes.join(' / ')} · ${counted(nChans, 'channel')}, ${hertz(sfreq)}, windows of ${atMost(durationS, 2)} s`,
    share: (accuracy: number) => `${percent(accuracy)} on unseen people`,
    right: (accuracy: number, calibrated: number | null) =>
      `Accuracy on unseen people: ${percent(accuracy)}${calibrated === null ? '' : `; calibrated to the person: ${percent(calibrated)}`}.`,
    tie: {
      recording: 'Trained on this recording',
      person: 'Trained on this person',
    },
  },
  verified: 'Self-test',
  selfTest: {
    none: 'the file carries no test vectors',
    exact: 'no difference',
    within: (difference: string) => `max. difference ${difference}`,
    result: (hasPassed: boolean, difference: string) =>
      `${hasPassed ? 'passed' : 'failed'}, ${difference}`,
  },
  compatibility: {
    comparing: 'Comparing recording and model …',
    uncompared: 'Recording and model could not be compared. Press Classify to try again.',
    question: 'Compatibility',
    compared: (nOk: number, n: number) =>
      `${nOk} of ${counted(n, 'check')} passed without adaptation`,
    verdicts: {
      ok: 'ok',
      adapted: 'adapted',
      missing: 'incomplete',
      incompatible: 'incompatible',
    },
    items: {
      channels: 'Channels',
      sampling_rate: 'Sampling rate',
      length: 'Length',
      unit: 'Unit',
      band: 'Frequency band',
      recipe: 'Recipe',
      events: 'Events',
      task: 'Task',
    },
    /** By the code of an item. */
    reasons: compatibilityReasons,
    goOn: 'Classify anyway (every output will be marked invalid)',
    proposal: (title: string) => `“${title}” is compatible with this recording.`,
    useProposal: 'Use it',
    taken: 'It was selected because it is compatible with this recording.',
  },
  /** For recordings that cannot test the model, because it was trained on them. */
  trainedOn: {
    recording:
      'This model was trained on this recording. Its accuracy here does not show how well it works on new recordings.',
    person:
      'This model was trained on other recordings of this person. Expect lower accuracy on other people.',
    some: (n: number, nAll: number) =>
      `The training data contain ${n} of these ${nAll} recordings, or others of the same people. Expect lower accuracy on new people.`,
  },
  classify: 'Classify',
  cancel: 'Cancel',
  progress: {
    epochs: (nDone: number, total: number) => `${number(nDone)} of ${counted(total, 'window')}`,
    recordings: (nDone: number, n: number) => `${number(nDone)} of ${counted(n, 'recording')}`,
    filtering: 'Filtering',
    planning: 'Planning windows',
  },
  /** Why nothing can be classified now. */
  obstacles: {
    engine: 'The engine is starting.',
    noRecording: 'Open a recording first.',
    noModel: 'Choose a model first.',
    running: 'Classification is running.',
    comparing: 'Recording and model are being compared.',
    refused: 'This recording is not compatible with this model.',
  },
};

/** Everything that the file of a model contains. */
export const modelCard = {
  label: 'Model card',
  title: 'Model card',
  name: (title: string, isBundled: boolean) =>
    title + (isBundled ? ', bundled with this page' : ''),
  facts: {
    file: 'File',
    architecture: 'Architecture',
    parameters: 'Parameters',
    recipe: 'Recipe',
    licence: 'Licence',
  },
  noRecipe: 'none: the model uses the signal unprocessed',
  exportOnnx: 'Export ONNX',
  channels: (n: number) => `${counted(n, 'channel')} in order`,
  tensors: (n: number) => counted(n, 'tensor'),
  json: 'Configuration and recipe as JSON',
  tensorTable: { label: 'Tensors', head: ['Tensor', 'Shape', 'Values'] },
  transformer: (block: string, gate: string | null, nBlocks: number, nHeads: number) => {
    const kind = gate === null ? block : `${gate}-gated`;
    return `${kind} transformer, ${counted(nBlocks, 'block')} of ${counted(nHeads, 'head')}`;
  },
  training: {
    reads: 'Input',
    howGood: 'Accuracy',
    limits: 'Limits',
    trainedOn: 'Trained on',
    people: 'People',
    windows: 'Windows',
    windowsOf: (nTraining: number, nValidation: number) =>
      `${number(nTraining)} for training, ${number(nValidation)} for validation`,
    settings: 'Training settings',
    closedForm: 'fitted in closed form, without steps',
    settingsOf: ({ optimizer, learningRate, epochs, batchSize, seed }: CardSettings) =>
      [
        optimizer,
        `learning rate ${atMost(learningRate, 8)}`,
        `${counted(epochs, 'epoch')} at most`,
        `batches of ${number(batchSize)}`,
        `seed ${seed}`,
      ].join(', '),
    balanced: 'classes weighted by their frequency',
    smoothing: (share: number) => `label smoothing ${atMost(share, 3)}`,
    augmented: {
      jitter: 'shifted in time',
      mirror: 'mirrored hemispheres',
      channelDropout: 'channels silenced',
    },
    date: 'Date',
    all: 'All that the file says of its training, as JSON',
    /** What a file says of itself, which is in English. */
    fromFile: (text: string) => text,
    /** Shares are percentages already, or "?". */
    judged: (accuracy: string, chance: string, lowest: string, highest: string, how: string) =>
      `${accuracy} on people who were not in training (chance ${chance}; individual people ${lowest} to ${highest}). ${how}`.trim(),
    metrics: (
      accuracy: string,
      nTrials: number | null,
      interval: [string, string] | null,
      chance: string | null,
    ) =>
      [
        accuracy,
        nTrials === null ? '' : ` of ${number(nTrials)} windows`,
        ' right on validation',
        interval ? `, 95 % interval ${interval[0]} to ${interval[1]}` : '',
        chance ? `, majority class ${chance}` : '',
      ].join(''),
    bits: 'Weights',
    /** `change` is the largest of a logit; shares of right answers before and after are percentages, or null. */
    rounded: (bits: number, change: string, accuracies: [string, string] | null) =>
      `rounded to ${bits} bits: scores change by at most ${change} on the self-test` +
      (accuracies ? `; ${accuracies[0]} right before, ${accuracies[1]} after` : ''),
  },
};

/** The steps of a recipe. Names and numbers are those of the file. */
export const recipe = {
  pick: (names: string) => `channels: ${names}`,
  averageReference: 'average reference',
  reference: (names: string) => `reference: ${names}`,
  notch: (hz: string) => `notch at ${hz} Hz`,
  lowPass: (hz: string) => `low-pass ${hz} Hz`,
  highPass: (hz: string) => `high-pass ${hz} Hz`,
  bandPass: (lowHz: string, highHz: string) => `band-pass ${lowHz} to ${highHz} Hz`,
  filter: (band: string, order: string | null, isCausal: boolean) =>
    `${band}${order === null ? '' : `, order ${order}`}, ${isCausal ? 'causal' : 'zero phase'}`,
  resampled: (hz: string) => `resampled to ${hz} Hz`,
  aligned: (kind: string) => `${kind} alignment per recording`,
  event: (text: string, label: string) => `${text} (${label})`,
  windows: (lengthS: string, stepS: string) => `windows of ${lengthS} s, every ${stepS} s`,
  windowsAlong: (windows: string, events: string) => `${windows}, sliding over ${events}`,
  around: (fromS: string, toS: string, events: string) => `${fromS} to ${toS} s around ${events}`,
};
