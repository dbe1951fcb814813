import { html, type TemplateResult } from 'lit/html.js';
import { atMost, counted, fixed, hertz, number, percent, significant } from './numbers.js';

const windows = (n: number) => counted(n, 'window');
const recordings = (n: number) => counted(n, 'recording');
const people = (n: number) => counted(n, 'person', 'people');

/** The panel before and during a run. What a run is worth stands in outcome.ts. */
export const train = {
  title: 'Train a model',
  train: 'Train',
  save: 'Save model',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  elsewhere:
    'Another tab of this browser is training. Both slow each other down, and only the other one is kept against a reload.',
  empty:
    'A small network can learn from your own recordings, on this computer. Open recordings first: one with annotations of two kinds, or several of different states, for example eyes open and eyes closed.',
  promise: (
    classes: { className: string; count: number }[],
    data: { nRecordings: number; nPersons: number; nChannels: number; sfreq: number },
    isJudged: boolean,
  ): TemplateResult => {
    const total = classes.reduce((sum, { count }) => sum + count, 0);
    const joint = (k: number) => (k === 0 ? '' : k === classes.length - 1 ? ' and ' : ', ');
    return html`Train teaches a network to tell apart
    ${classes.map(({ className, count }, k) => html`${joint(k)}<strong>${className}</strong> (${count})`)}:
    about ${windows(total)} from ${recordings(data.nRecordings)} of ${people(data.nPersons)},
    ${counted(data.nChannels, 'channel')} at ${hertz(data.sfreq)}.
    ${isJudged ? 'About a sixth is kept apart to judge it.' : 'Nothing is kept apart to judge it.'}`;
  },

  keep: 'Keep a copy in this browser while it runs: the whole recordings, with the names that stand in them',
  keepNote:
    'Without it a reload or a crash loses the run. The copy is encrypted. When the run ends or is discarded, or this box is cleared, its key is deleted first and then the copy.',

  setup: {
    summary: 'Data and settings',
    data: 'What to learn from',
    learner: 'What learns, and how',
    more: 'More settings',
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
      head: ['Annotation', 'Class', 'How many', 'Each lasts'],
      count: (n: number, nRecordings: number) =>
        `${n}${nRecordings > 1 ? ` in ${nRecordings} recordings` : ''}`,
      lasts: (durationS: number) => `${atMost(durationS, 1)} s`,
      moment: 'a moment',
    },
    cuts: {
      legend: 'Windows are cut',
      after: 'one after each annotation begins',
      along: 'all along each annotation',
    },
    windowFrom: 'Window from',
    windowTo: 'Window to',
    windowLength: 'Window length',
    windowEvery: 'A window every',
    bandFrom: 'Band from',
    bandTo: 'Band to',
    ofOpenedModel: 'Filters, channels and rate are those of the opened model.',
  },

  settings: {
    network: 'Network',
    judgeOn: 'Judge on',
    splits: {
      auto: 'what the data allow',
      subject: 'new people',
      run: 'other recordings',
      block: 'the last part of each recording',
      none: 'nothing: train on everything',
    },
    splitSentences: {
      auto: 'New people if there are enough of them, else other recordings, else the last part of each recording.',
      subject:
        'About a sixth of the people are kept apart: how well it will do on people it has never met.',
      run: 'About a sixth of the recordings are kept apart: how well it will do on another recording of the same people.',
      block:
        'The last sixth of each recording is kept apart: how well it will do a little later in the same session. Easier than it sounds.',
      none: 'There will be no figure of how good it is.',
    },
    compareWith: 'Compare with',
    noRival: 'nothing',
    oneNetwork: 'One network',
    rivalNote: 'Both learn from the same windows, one after the other, and are judged on the same.',
    noRivalNote: 'A second network can be trained on the same windows and judged beside the first.',
    openedModel: 'The opened model',
    goOnFrom: (title: string) => `Go on from “${title}”`,
    fineTuning: (classes: string[]) =>
      `Its weights are the start (fine-tuning). It tells apart ${classes.join(' / ')}; give your classes the same names.`,
    passes: 'Passes over the data',
    learningRate: 'Learning rate',
    batchSize: 'Batch size',
    seed: 'Seed',
    note: 'A pass shows every window to the network once; a batch is what it sees between two corrections. The same seed gives the same model.',
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
    units: { seconds: 's', hertz: 'Hz', passes: 'passes', share: 'share' },
    balanced: 'Weigh rare classes more',
    mirror: 'Mirror the hemispheres in half of the windows, and swap “left …” and “right …”',
    align: 'Align people (Euclidean): needs all windows of a person at once, so never live',
    moreNote:
      'Patience ends training after that many passes without a better result; 0 never does. Jitter, silenced channels and mirroring vary the windows that are trained on, never those that judge.',
  },

  /** What a network is and costs. */
  facts: {
    unfit: (message: string, found: string, expected: string, hint: string) => {
      const numbers = [found && `found ${found}`, expected && `needed ${expected}`].filter(Boolean);
      return `It does not fit these windows: ${message}${numbers.length ? ` (${numbers.join(', ')})` : ''}. ${hint}`;
    },
    unfitShort: (message: string) => `Does not fit: ${message}.`,
    tooMany: (parameters: number) =>
      `${number(parameters)} numbers to learn: too many to try in passing, and to train in a page.`,
    cost: (parameters: number, window: string, pass: string) =>
      `${number(parameters)} numbers to learn; tried here, a window takes ${window}, and a pass of training over all of them about ${pass} on one core.`,
    milliseconds: (ms: number) =>
      ms < 0.1 ? `less than ${atMost(0.1, 1)} ms` : `${significant(ms, 2)} ms`,
    seconds: (s: number) => {
      if (s < 0.1) return `${atMost(0.1, 1)} s`;
      return s < 100 ? `${significant(s, 2)} s` : `${Math.round(s / 60)} min`;
    },
    all: 'All networks side by side',
    label: 'Networks',
    head: ['Network', 'To learn', 'A window', 'A pass', 'What it does'],
  },

  interrupted: {
    label: 'Interrupted training',
    title: 'A training run was interrupted',
    story: (title: string, nRecordings: number, begun: string, reached: string) =>
      html`<strong>${title}</strong>, on ${recordings(nRecordings)}, begun ${begun}: ${reached}. The
        recordings and the last checkpoint are stored in this browser, encrypted.`,
    passesDone: (n: number, all: number) => `${n} of ${counted(all, 'pass', 'passes')} were done`,
    firstUnderWay: 'the first pass was under way',
    justBegun: 'it had only just begun',
    finished: (network: string) =>
      `${network}, with which it is compared, had finished. Its model is stored too and comes back first.`,
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
    progress: (pass: number, nPasses: number, step: number, nSteps: number, left: string) =>
      `Pass ${number(pass)} of ${number(nPasses)}, step ${number(step)} of ${number(nSteps)}, ${left}`,
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
      keptApart: 'kept apart',
      keptApartOf: (network: string) => `kept apart, ${network}`,
      right: 'Right answers:',
      passes: 'passes over the data',
      chance: 'chance',
    },
    firstPass: 'The first pass is under way.',
    notANumber: 'not a number',
    /** The curves in words; null for what is not known. */
    curves: (
      nPasses: number,
      training: { last: string; first: string },
      keptApart: string | null,
      right: { accuracy: number; chance: number } | null,
      best: { accuracy: number; pass: number } | null,
    ) => {
      const parts = [
        `After ${counted(nPasses, 'pass', 'passes')}: training loss ${training.last} (${training.first} after the first)`,
      ];
      if (keptApart !== null) parts.push(`kept apart ${keptApart}`);
      if (right) parts.push(`${percent(right.accuracy)} right (chance ${percent(right.chance)})`);
      if (best) parts.push(`best ${percent(best.accuracy)} in pass ${best.pass}`);
      return `${parts.join(' · ')}.`;
    },
    passes: {
      summary: 'The curves as a table',
      label: 'Passes',
      head: ['Pass', 'Training loss', 'Kept apart', 'Right', 'Balanced', 'Kappa', 'Best'],
    },
    about: {
      summary: 'What it is trained on',
      trainedOn: 'Trained on',
      keptApart: 'Kept apart',
      how: 'How',
      from: 'From',
      leftOut: 'Left out',
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
        `${network}, ${number(parameters)} numbers to learn`,
      settingsOf: (
        optimizer: string,
        learningRate: number,
        batchSize: number,
        patience: number,
        seed: number,
      ) =>
        `${optimizer}, learning rate ${learningRate}, batches of ${batchSize}, patience ${patience}, seed ${seed}`,
      stepsOf: (perPass: number, all: number) =>
        `${number(perPass)} in each pass, ${number(all)} in all`,
    },
  },

  /** What the line at the bottom says, and who is told to have failed. */
  status: {
    subject: 'Training',
    interruptedSubject: 'The interrupted training',
    of: (text: string, title: string) => `${text} · ${title}`,
    preparing: 'Preparing',
    trainingOn: (nWindows: number) => `Training on ${windows(nWindows)}`,
    atPass: (pass: number, nPasses: number, left: string) =>
      `Training: pass ${pass} of ${nPasses}, ${left}`,
    paused: 'Training is paused',
    goesOn: 'Training goes on',
    stoppedBefore: 'Stopped before training began',
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

const underSettings = 'Change it under “Data and settings”.';

/** Why training cannot begin, or failed: a message that goes on with a full stop, and what to do. */
export const trainErrors = {
  noRecording: {
    message: 'No recording is chosen to learn from',
    hint: 'Tick at least one recording under “Data and settings”.',
  },
  channels: {
    message: 'The chosen recordings have no EEG channel in common',
    hint: 'Train on recordings of one montage, or untick those that differ.',
  },
  tooFew: {
    message: (name: string, n: number, fewest: number) =>
      `There are too few windows of “${name}”: ${n}, at least ${fewest} are needed`,
    annotationsHint: 'Open more recordings with this annotation, or untick it.',
    recordingsHint: 'Open a longer recording, or choose shorter windows.',
  },
  regression: {
    message: 'The opened model predicts numbers, not classes: windows with labels cannot teach it',
    hint: 'Choose another network; the command line (eegate train) goes on with such a model.',
  },
  foreignClass: {
    message: (name: string, classes: string[]) =>
      `“${name}” is no class of the opened model, which tells apart ${classes.join(' / ')}`,
    hint: 'Give your classes the names of the model, or choose another network.',
  },
  oneClass: {
    one: (name: string) =>
      `There is one class only, “${name}”: training needs at least two to tell apart`,
    none: 'There is no class to learn: training needs at least two to tell apart',
    annotationsHint: 'Tick a second annotation text, or let whole recordings be the classes.',
    recordingsHint:
      'Open a recording of another state as well (for example eyes open and eyes closed), or give the recordings different class names.',
  },
  option: {
    hint: underSettings,
    range: (name: string, low: number, high: number) => `${name} must be from ${low} to ${high}`,
    step: 'Step of the windows',
    length: 'Length of the windows',
    band: 'Band',
    bandMessage: (highestHz: number) => `The band must rise from above 0 to below ${highestHz} Hz`,
    window: 'Window',
    windowMessage: 'The window must end after it begins',
  },
  diverged: {
    message: 'Training diverged at once, and what is left of the weights is of no use',
    hint: 'Train again with a much smaller learning rate.',
  },
  elsewhere: {
    message: 'Another tab has taken this training run over, or ended it',
    hint: 'Look for it in your other tabs.',
  },
};
