import { windows, recordings, people, epochs } from './counts.js';
import { atMost, counted, fixed, number, percent } from './numbers.js';

export const run = {
  headings: {
    preparing: 'Preparing the recordings',
    running: 'Training',
    paused: 'Paused',
    stopping: 'Stopping after this step',
    ended: 'Done',
    failed: 'Training failed',
  },
  ended: {
    'epochs done': 'Done',
    'no improvement': 'Done',
    stopped: 'Stopped',
    diverged: 'Diverged',
  },
  heading: (state: string, title: string, network: string | null) =>
    `${state}: ${title}${network === null ? '' : ` · ${network}`}`,
  reading: (nRecordings: number) => `Reading and filtering ${recordings(nRecordings)}`,
  waiting: 'waiting',
  progress: (epoch: number, nEpochs: number, left: string) =>
    `Epoch ${number(epoch)} of ${number(nEpochs)}, ${left}`,
  withoutPerson: (person: string, k: number, n: number) =>
    `Without person ${person} (${k} of ${n})`,
  onEverybody: 'Final model, on all people',
  personsSoFar: 'Accuracy on each person who was left out',
  remaining: (remainingS: number | null) => {
    if (remainingS === null || !Number.isFinite(remainingS)) return 'time left not known yet';
    if (remainingS < 1) return 'less than a second left';
    if (remainingS < 90) return `about ${Math.round(remainingS)} s left`;
    if (remainingS < 5400) return `about ${Math.round(remainingS / 60)} min left`;
    return `about ${fixed(remainingS / 3600, 1)} hours left`;
  },
  charts: {
    loss: 'Loss:',
    training: 'training',
    validation: 'validation',
    validationOf: (network: string) => `validation, ${network}`,
    accuracy: 'Validation accuracy',
    epochs: 'epochs',
    chance: 'majority class',
  },
  firstEpoch: 'The first epoch is running.',
  notANumber: 'not a number',
  /** Text alternative of the curves; null for what is not known. */
  curves: (
    nEpochs: number,
    training: { last: string; first: string },
    validation: string | null,
    right: { accuracy: number; chance: number } | null,
    best: { accuracy: number; epoch: number } | null,
  ) => {
    const parts = [
      `After ${epochs(nEpochs)}: training loss ${training.last} (${training.first} after the first)`,
    ];
    if (validation !== null) parts.push(`validation loss ${validation}`);
    if (right)
      parts.push(`accuracy ${percent(right.accuracy)} (majority class ${percent(right.chance)})`);
    if (best) parts.push(`best ${percent(best.accuracy)} in epoch ${best.epoch}`);
    return `${parts.join(' · ')}.`;
  },
  epochs: {
    summary: 'The curves as a table',
    label: 'Epochs',
    head: ['Epoch', 'Training loss', 'Validation loss', 'Accuracy', 'Balanced', 'Kappa', 'Best'],
  },
  about: {
    summary: 'Training details',
    trainedOn: 'Trained on',
    setAside: 'Set aside',
    how: 'How',
    from: 'From',
    leftOut: 'Skipped',
    window: 'Window',
    model: 'Model',
    settings: 'Settings',
    steps: 'Steps',
    ofClasses: (n: number, perClass: string) => `${windows(n)}: ${perClass}`,
    nothing: 'nothing',
    origin: (nPersons: number, nRecordings: number) =>
      `${people(nPersons)}, ${recordings(nRecordings)}`,
    leftOutItem: (count: number, reason: string) => `${count} (${reason})`,
    windowOf: (durationS: number, nChannels: number) =>
      `${atMost(durationS, 3)} s, ${counted(nChannels, 'channel')}`,
    modelOf: (network: string, parameters: number) =>
      `${network}, ${number(parameters)} parameters`,
    settingsOf: (
      optimizer: string,
      learningRate: number,
      batchSize: number,
      patience: number,
      seed: number,
    ) =>
      `${optimizer}, learning rate ${learningRate}, batches of ${batchSize}, patience ${patience}, seed ${seed}`,
    stepsOf: (perEpoch: number, all: number) =>
      `${number(perEpoch)} in each epoch, ${number(all)} in all`,
  },
};

/** The table of the runs of this visit. */
export const runs = {
  label: 'Runs of this visit',
  title: (n: number) => `Runs of this visit (${n})`,
  head: {
    order: 'No.',
    name: 'Network',
    data: 'Classes and data',
    seed: 'Seed',
    accuracy: 'Accuracy (95 % interval)',
    judged: 'Validated on',
    time: 'Time',
    actions: '',
  },
  compare: (name: string) => `Compare ${name}`,
  compareHead: 'Pair',
  nameOf: (name: string) => `Name of ${name}`,
  data: (title: string, nPersons: number, nRecordings: number) =>
    `${title}: ${people(nPersons)}, ${recordings(nRecordings)}`,
  accuracy: (accuracy: number, [low, high]: [number, number]) =>
    `${percent(accuracy)} (${fixed(100 * low, 0)} to ${fixed(100 * high, 0)})`,
  notJudged: 'not measured',
  judged: {
    persons: (n: number) => `each of ${people(n)}`,
    subject: (some: number, all: number) => `${some} of ${people(all)}`,
    run: (some: number, all: number) => `${some} of ${recordings(all)}`,
    block: 'end of each recording',
    none: 'nothing',
  },
  best: 'best on these windows',
  show: 'Show',
  showOf: (name: string) => `Show ${name}`,
  save: 'Save',
  saveOf: (name: string) => `Save ${name}`,
  use: 'Use',
  useOf: (name: string) => `Use ${name}`,
  inUseOf: (name: string) => `In use: ${name}`,
  pickTwo: 'Tick two runs to compare them window by window.',
  pickOne: 'Tick one more run to compare the two.',
  cannot: (why: string) => `These two cannot be compared window by window: ${why}.`,
  why: {
    unjudged: 'one of them was not validated',
    classes: 'their classes differ',
    data: 'they were trained on other data or other windows',
    judged: 'they were validated in different ways',
    seed: 'their seeds differ, so other windows were set aside',
    windows: 'they were validated on different windows',
  },
};
