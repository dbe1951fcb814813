import { html, type TemplateResult } from 'lit/html.js';
import { atMost, counted, fixed, hertz, number, percent, significant } from './numbers.js';

export { trainErrors } from './train_errors.js';

const windows = (n: number) => counted(n, 'window');
const recordings = (n: number) => counted(n, 'recording');
const people = (n: number) => counted(n, 'person', 'people');
const epochs = (n: number) => counted(n, 'epoch');
/** How long something may take. */
const about = (s: number) =>
  s < 1.5
    ? 'about a second'
    : s < 90
      ? `about ${Math.round(s)} s`
      : `about ${Math.round(s / 60)} min`;

/** The panel before and during a run. What a run is worth stands in outcome.ts. */
export const train = {
  title: 'Train a model',
  columns: { data: 'Data', model: 'Model', result: 'Result' },
  /** The same where they stand by themselves, as landmarks. */
  landmarks: { data: 'Training data', model: 'What is trained', result: 'Training result' },
  train: 'Train',
  save: 'Save model',
  use: 'Use',
  inUse: 'In use',
  tryLive: 'Try live',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  elsewhere:
    'Another tab of this browser is training. Both slow each other down, and only the other one is kept against a reload.',
  /** Of the three columns, as long as no recording is open. */
  empty: {
    data: 'A model learns from your own recordings, on this computer: from one with annotations of two kinds, or from several of different states, for example eyes open and eyes closed.',
    sample: 'Use the simulated sample',
    open: 'Choose recordings…',
    orDrop: 'Or drop files on the page.',
    model:
      'A small gated network is recommended for minutes of EEG. Beside it stand linear models, networks of the literature, and any model that is open, to go on from.',
    result:
      'How often it is right on data it has not seen, beside chance and with its interval. A model that you keep classifies at once, also live, and is saved as one file.',
  },
  /** What the recordings give, above the choices. */
  amount: (
    total: number,
    data: { nRecordings: number; nPersons: number; nChannels: number; sfreq: number },
  ) =>
    `About ${windows(total)} from ${recordings(data.nRecordings)} of ${people(data.nPersons)}, ${counted(data.nChannels, 'channel')} at ${hertz(data.sfreq)}.`,
  promise: (network: string, classes: { className: string; count: number }[]): TemplateResult => {
    const joint = (k: number) => (k === 0 ? '' : k === classes.length - 1 ? ' and ' : ', ');
    return html`${network} learns to distinguish
    ${classes.map(({ className, count }, k) => html`${joint(k)}<strong>${className}</strong> (${count})`)}.`;
  },
  /** How it will be judged. */
  judged: {
    persons: (n: number, estimateS: number | null) =>
      `Each of the ${people(n)} is left out in turn: ${n} models are trained without one person and judged on that person, then the final model on everybody. ${n + 1} runs${estimateS === null ? '' : `, ${about(estimateS)}`}.`,
    setAside: 'About a sixth of the data is set aside to judge it.',
    nothing: 'Nothing is set aside, so its accuracy will not be known.',
    tooLong: (n: number, estimateS: number) =>
      `Leaving out each of the ${people(n)} in turn would take ${about(estimateS)}; choose it under “Judge on”.`,
    few: 'With three persons or more, each of them can be left out in turn.',
  },
  /** The model that would go on knows who would judge it. */
  tie: {
    recording:
      'The opened model was trained on one of these recordings, so what it scores on it is not a test.',
    person:
      'The opened model was trained on a person of these recordings, so what it scores on that person is not a test.',
  },

  keep: 'Keep a copy in this browser while it runs: the whole recordings, with the names that stand in them',
  keepNote:
    'Without it a reload or a crash loses the run. The copy is encrypted. When the run ends or is discarded, or this box is cleared, its key is deleted first and then the copy.',

  setup: {
    modes: {
      legend: 'The classes are',
      annotations: 'annotations in the recordings',
      recordings: 'whole recordings',
    },
    sources: {
      label: 'Recordings to learn from',
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
      moment: 'a moment',
    },
    cuts: {
      legend: 'Windows',
      after: 'one after each annotation starts',
      along: 'sliding over each annotation',
    },
    windowFrom: 'Window from',
    windowTo: 'Window to',
    windowLength: 'Window length',
    windowEvery: 'A window every',
    bandFrom: 'Band from',
    bandTo: 'Band to',
    ofOpenedModel: 'Filters, channels and sampling rate are those of the opened model.',
  },

  settings: {
    network: 'Network',
    advanced: 'Advanced',
    judgeOn: 'Judge on',
    splits: {
      auto: 'automatic: what the data allow',
      persons: 'each person in turn',
      subject: 'a sixth of the people',
      run: 'a sixth of the recordings',
      block: 'the last part of each recording',
      none: 'nothing: train on everything',
    },
    splitSentences: {
      auto: 'Each person in turn if there are three or more and it takes less than a minute; else new people, other recordings, or the last part of each recording.',
      persons:
        'Leave-one-person-out: how well it will do on people it has never met, with a result for each of them.',
      subject:
        'About a sixth of the people are set aside: how well it will do on people it has never met.',
      run: 'About a sixth of the recordings are set aside: how well it will do on another recording of the same people.',
      block:
        'The last sixth of each recording is set aside: how well it will do a little later in the same session. This is an easy test.',
      none: 'Its accuracy will not be measured.',
    },
    compareWith: 'Compare with',
    noRival: 'no other network',
    oneNetwork: 'One network',
    rivalNote: 'Both are trained and judged on the same windows, one after the other.',
    noRivalNote: 'A second network can be trained and judged on the same windows.',
    openedModel: 'The opened model',
    goOnFrom: (title: string) => `Go on from “${title}”`,
    fineTuning: (classes: string[]) =>
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
      'Patience ends training after that many epochs without a better validation result; 0 never does. Time jitter, silenced channels and mirroring change training windows only, never those that judge.',
  },

  /** What a network is and costs. */
  facts: {
    unfit: (message: string, found: string, expected: string, hint: string) => {
      const numbers = [found && `found ${found}`, expected && `needed ${expected}`].filter(Boolean);
      return `It does not fit these windows: ${message}${numbers.length ? ` (${numbers.join(', ')})` : ''}. ${hint}`;
    },
    unfitShort: (message: string) => `Does not fit: ${message}.`,
    tooMany: (parameters: number) =>
      `${number(parameters)} parameters: too many to be measured here, and to be trained in a page.`,
    cost: (parameters: number, window: string, epoch: string) =>
      `${number(parameters)} parameters; measured here on one core: ${window} for a window, ${epoch} for an epoch of training.`,
    short: (parameters: number, epoch: string | null) =>
      `${number(parameters)} parameters${epoch === null ? '' : `, ${epoch} an epoch`}`,
    milliseconds: (ms: number) =>
      ms < 0.1 ? `less than ${atMost(0.1, 1)} ms` : `${significant(ms, 2)} ms`,
    seconds: (s: number) => {
      if (s < 0.1) return `${atMost(0.1, 1)} s`;
      return s < 100 ? `${significant(s, 2)} s` : `${Math.round(s / 60)} min`;
    },
    all: (n: number) => `All ${n} networks`,
  },

  interrupted: {
    label: 'Interrupted training',
    title: 'A training run was interrupted',
    story: (title: string, nRecordings: number, begun: string, reached: string) =>
      html`<strong>${title}</strong>, on ${recordings(nRecordings)}, begun ${begun}: ${reached}. The
        recordings and the last checkpoint are stored in this browser, encrypted.`,
    epochsDone: (n: number, all: number) => `${n} of ${epochs(all)} were done`,
    personsDone: (n: number, all: number) => `${n} of ${people(all)} were judged`,
    firstUnderWay: 'the first epoch was under way',
    justBegun: 'it had just begun',
    finished: (network: string) =>
      `${network}, with which it is compared, had finished. Its model is stored too and is restored first.`,
    continue: 'Continue training',
    discard: 'Discard',
  },

  run: {
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
    onEverybody: 'Final model, on everybody',
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
    firstEpoch: 'The first epoch is under way.',
    notANumber: 'not a number',
    /** The curves in words; null for what is not known. */
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
  },

  /** The table of the runs of this visit. */
  runs: {
    label: 'Runs of this visit',
    title: (n: number) => `Runs of this visit (${n})`,
    head: {
      order: 'No.',
      name: 'Network',
      data: 'Classes and data',
      seed: 'Seed',
      accuracy: 'Accuracy (95 % interval)',
      judged: 'Judged on',
      time: 'Time',
      actions: '',
    },
    sortBy: (column: string) => `Sort by ${column}`,
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
      unjudged: 'one of them was not judged',
      classes: 'their classes differ',
      data: 'they were trained on other data or other windows',
      judged: 'they were judged in different ways',
      seed: 'another seed has set other windows aside',
      windows: 'they were judged on different windows',
    },
  },

  /** What the line at the bottom says, and who is told to have failed. */
  status: {
    subject: 'Training',
    interruptedSubject: 'The interrupted training',
    of: (text: string, title: string) => `${text} · ${title}`,
    preparing: 'Preparing',
    trainingOn: (nWindows: number, without: string | null) =>
      `Training on ${windows(nWindows)}${without === null ? '' : ` without person ${without}`}`,
    atEpoch: (epoch: number, nEpochs: number, left: string) =>
      `Training: epoch ${epoch} of ${nEpochs}, ${left}`,
    paused: 'Training is paused',
    goesOn: 'Training goes on',
    stoppedBefore: 'Stopped before there was a model',
    discarded: 'The interrupted training was discarded, and its copy erased',
    newEngine: (message: string) => `${message}. A new engine goes on from the last checkpoint.`,
  },

  kept: {
    elsewhere: 'Another tab keeps its training run, so this one would not survive a reload.',
    withdrawn: 'The copy in this browser was erased. A reload loses this run.',
    notErased: (why: string) =>
      `The copy in this browser could not be erased (${why}). Use “Erase all of it” under Privacy.`,
    insecure: 'a page that came without https cannot encrypt it',
    here: 'An encrypted copy is kept in this browser: a reload loses a few seconds at most.',
    not: (why: string) =>
      `The browser does not keep a copy (${why}). Training goes on, but a reload would lose it.`,
    full: 'its storage is full',
    denied: 'its storage is denied to this page',
    fails: (why: string) => `its storage fails: ${why}`,
    blocked: 'another tab blocks it',
  },
};
