import { counted, number, percent, percents } from './numbers.js';

export const start = {
  label: 'Start',
  title: 'See what a neural network reads in brain waves',
  lead: 'Open an EEG recording: a small transformer classifies it second by second, in your browser, and shows why. Your data stays on this device.',
  /** In their place where a workspace waits for a recording. */
  waiting: {
    explain: {
      title: 'See why the model decided',
      lead: 'Open an EEG recording: for every window you see which frequencies, electrodes and moments were evidence, and whether the explanation is reliable.',
    },
    sleep: {
      title: 'Score a night of sleep',
      lead: 'Open the recording of a night: set the stages by keys, from a hypnogram or with a published model, and compare scorings. Your data stays on this device.',
      sample: 'Try a simulated night',
      example:
        'A night as an example: cycles of about 90 minutes, deep sleep (N3) early, REM sleep (R) late.',
    },
  },
  open: 'Open recording',
  openFolder: 'Open a folder',
  openOwn: 'Open your EDF',
  sample: 'Try the sample recording',
  /** Of an address with a view, while no recording is open. */
  awaited: (from: string, to: string, isOfSample: boolean) =>
    `This address shows ${from} to ${to} of ${isOfSample ? 'the sample' : 'a'} recording: open it to see that place.`,
  orDrop:
    'or drop recordings (EDF, BDF, BrainVision, EEGLAB, FIF ...), or their folder, anywhere on this page',
  running: {
    open: 'eyes open',
    closed: 'eyes closed',
    /** 99.5 % is not yet 100 %. */
    share: (share: number) => percent(Math.floor(100 * share) / 100),
    caption:
      'Simulated EEG. At 0:30 the eyes close: the alpha rhythm (10 Hz) appears at the back of the head (O1, Oz, O2), and the output of the model changes.',
    again: 'Play again',
  },
  doors: {
    lessons: {
      who: 'Students',
      title: 'Learn to read EEG',
      text: 'Four lessons: look, predict, and see whether you were right.',
    },
    train: {
      who: 'Researchers',
      title: 'Train on your recordings',
      text: 'From annotations to a model that is tested on people it was not trained on.',
    },
    playground: {
      who: 'Teachers',
      title: 'Hide a rhythm, and find it',
      text: 'Synthetic data with known ground truth, a network that learns it, and lessons of your own.',
    },
  },
  models: {
    title: 'Models that come with this page',
    share: (accuracy: number) => percent(accuracy),
    /** Null where the file does not say it. */
    right: (lowest: number | null, highest: number | null, calibrated: number | null) =>
      `right on people it was not trained on${lowest === null || highest === null ? '' : ` (${percent(lowest)} to ${percent(highest)} for individual people)`}${calibrated === null ? '' : `; ${percent(calibrated)} when calibrated to the person, without labels`}`,
    sentences: {
      'eyes.safetensors':
        'Distinguishes open from closed eyes by the alpha rhythm at the back of the head.',
      'eyes8.safetensors':
        'Distinguishes open from closed eyes with eight electrodes of the 10-20 system.',
      'leftright.safetensors':
        'Distinguishes imagined movement of the left and right fist, mostly by slow potentials after the cue.',
      'leftright_rhythm.safetensors':
        'Distinguishes imagined movement of the left and right fist by the rhythms of the motor cortex.',
      'eyes_tangent.safetensors':
        'Distinguishes open from closed eyes by the covariance of the channels; calibrate it to the person.',
      'leftright_csp.safetensors':
        'Distinguishes imagined movement of the left and right fist by six spatial filters, 8 to 32 Hz.',
    },
  },
  limits:
    'EDF, EDF+, BDF, BDF+, BrainVision, EEGLAB, FIF, GDF, XDF, Neuroscan, OpenBCI and Muse; folders of BIDS. For research and teaching; not a medical device.',
  recordings: 'Recordings',
  search: 'Search recordings',
  noneFound: 'No recording matches.',
  table: {
    name: 'Recording',
    length: 'Length',
    right: 'Right',
  },
  person: (name: string, nRecordings: number) =>
    `Person ${name}, ${counted(nRecordings, 'recording')}`,
  /** As a share, for a cell. */
  share: (nRight: number, n: number) => percent(nRight / n),
  shareOf: (nRight: number, n: number) => `${number(nRight)} of ${counted(n, 'window')}`,
  allRight: (nRight: number, n: number, interval: [number, number]) =>
    `All together: right in ${number(nRight)} of ${counted(n, 'window')}, ${percent(nRight / n)} (95 % interval ${percents(interval).join(' to ')}).`,
  /** In place of a figure for all recordings. */
  mixed:
    'The recordings were classified by different models or with different calibrations, so there is no figure for all of them. Classify all of them with one model to get it.',
  classifyAll: (n: number) => `Classify all ${n}`,
  model: (title: string) => `Model: ${title}`,
  allResults: 'All recordings',
  saveAllResults: 'Save this table as CSV',
  openTwice: 'open twice',
  copiesOnce: 'A recording that is open twice counts once.',
  warnings: (n: number) => counted(n, 'warning'),
  classified: (n: number) => counted(n, 'window'),
  close: (name: string) => `Close ${name}`,
};
