import { counted, fixed, length, number, percent } from './numbers.js';

const minutes = (value: number | undefined) =>
  value === undefined ? 'none' : `${fixed(value, 1)} min`;
const share = (value: number) => `${fixed(value, 1)} %`;

/** The night: stages, scoring by keys, statistics, comparison, spectrogram. */
export const sleep = {
  purpose: 'Not a medical device: for research and teaching.',
  begin: {
    open: {
      title: 'Stages from a file',
      note: 'EDF+ annotations, BIDS events, CSV, text or XML.',
    },
    byHand: {
      title: 'Score by hand',
      note: 'With buttons, or the keys W 1 2 3 R; the statistics follow at once.',
    },
    model: {
      title: 'Stages from a model',
      note: 'Published weights, not part of eegate: RobustSleepNet (github.com/Dreem-Organization/RobustSleepNet), SeqSleepNet or Chambon2018 (github.com/guidogagl/physioex), converted as docs/SLEEP.md says; of several, the mean.',
    },
    picture: {
      title: 'The whole night in one picture',
      note: 'Power from 0 to 30 Hz in steps of 30 s; a click goes there.',
    },
  },
  open: 'Open a hypnogram',
  openOther: 'Compare with another',
  fromAnnotations: (name: string) => `annotations of ${name}`,
  stager: {
    open: 'Stage with a model',
    of: (name: string) => `Staged by ${name}. Check the stages, and correct them with the keys.`,
    beside: (name: string) => `${name} is shown for comparison; the stages are not its own.`,
    otherEpochs: (name: string) =>
      `${name} has epochs of another length than the scoring: they cannot be compared. To take its stages, close the scoring and stage again.`,
    moved:
      'Its epochs after a gap were moved by up to half an epoch, to the nearest place in the hypnogram.',
    several: (n: number) => `the mean of ${n} models`,
    progress: (share: number) => `Staging: ${percent(share)}`,
    cancel: 'Cancel staging',
    stopped: 'Staging was stopped.',
    done: (nEpochs: number, nWithout: number) =>
      `Staged ${counted(nEpochs, 'epoch')}${nWithout ? `, ${number(nWithout)} of them without usable signal` : ''}.`,
  },
  ownScoring: 'own scoring',
  corrected: (name: string, n: number) =>
    n ? `${name} (${counted(n, 'stage')} corrected by hand)` : name,
  epochs: (epochS: number) => `Epochs: ${epochS} s`,
  closeScoring: 'Close the scoring',
  closeOther: 'Close the comparison',
  ambiguous: (name: string) =>
    `The numbers in ${name} may mean different stages. Which program wrote them?`,
  codes: {
    yasa: 'YASA (4 is REM, 0 is wake)',
    nsrr: 'NSRR, Profusion (5 is REM, 0 is wake)',
    dreams: 'DREAMS (4 is REM, 5 is wake)',
  },
  scoringLabel: 'Score the epoch',
  keysHint:
    'Keys: W 1 2 3 R score the epoch and move on, ← → move alone, Delete removes a stage, Ctrl+Z undoes.',
  lights: {
    label: 'Time in bed',
    offS: 'Lights off',
    onS: 'Lights on',
    here: { offS: 'Off before this epoch', onS: 'On after this epoch' },
    changed: (light: string, time: string | null) => `${light}: ${time ?? 'not known'}`,
    noTime:
      'Enter a time of the clock, such as 23:10, or a time after the start, such as +1:02:05.',
    wrong:
      'There would be no epoch between lights off and lights on. Choose an earlier or a later time.',
    outside: (from: string, to: string) =>
      `This time is not in the recording, which goes from ${from} to ${to}.`,
    /** `isClock`: by the clock, otherwise after the start. */
    report: (off: string | null, on: string | null, isClock: boolean) =>
      `Lights off: ${off ?? 'first epoch'}; lights on: ${on ?? 'last epoch'} (${isClock ? 'times of the clock' : 'after the start'}).`,
  },
  otherEpochs: {
    message: (otherS: number, ownS: number) =>
      `This hypnogram has epochs of ${otherS} s, the open one of ${ownS} s: they cannot be compared`,
    hint: 'Choose a hypnogram with epochs of the same length, or close the scoring and open this one alone.',
  },
  tools: 'Tools and statistics',
  noStage: 'No stage',
  previous: 'Previous epoch',
  next: 'Next epoch',
  epoch: (index: number, n: number, timeS: string, stage: string) =>
    `Epoch ${number(index + 1)} of ${number(n)}, at ${timeS}: ${stage === '?' ? 'no stage' : stage}`,
  /** An epoch that the hypnogram does not have, although the recording goes on. */
  beyond: (time: string) => `The hypnogram has no epoch at ${time}: a stage extends it`,
  noEpochInView: 'No epoch can be scored here: there are none in view.',
  hypnogram: (name: string, nEpochs: number, nUnscored: number) =>
    `Hypnogram, ${name}: ${counted(nEpochs, 'epoch')}, ${number(nUnscored)} without a stage`,
  ribbon: (name: string) => `Probabilities of ${name}`,
  spectrogram: {
    channel: 'Channel',
    compute: 'Compute the spectrogram',
    computing: (done: number) => `Computing: ${percent(done)}`,
    cancel: 'Cancel computing',
    stopped: 'Computing was stopped.',
    label: (channel: string, nTapers: number) =>
      `Multitaper spectrogram of ${channel}, 0 to 30 Hz, ${nTapers} tapers, columns of 30 s`,
    scale: (low: number, high: number) =>
      `Power spectral density: ${fixed(low, 0)} dB (dark blue) to ${fixed(high, 0)} dB (yellow), 0 dB is 1 µV²/Hz.`,
  },
  save: 'Save',
  formats: { csv: 'CSV', tsv: 'BIDS events', edf: 'EDF+ annotations' },
  report: 'Report',
  /** In the palette. */
  saveStages: 'Save the stages',
  saveReport: 'Save the report of the night',
  statistics: {
    none: 'No epoch has a stage yet: statistics and report follow the first one.',
    caption: 'Statistics of the night (AASM)',
    rows: (s: {
      timeInBedMin: number;
      totalSleepMin: number;
      sleepEfficiency: number;
      sleepLatencyMin?: number;
      remLatencyMin?: number;
      wakeAfterOnsetMin: number;
      sleepPeriodMin: number;
      sleepMaintenance: number;
      unscoredMin: number;
      nAwakenings: number;
      nStageShifts: number;
    }): [string, string][] => [
      ['Time in bed (TIB)', minutes(s.timeInBedMin)],
      ['Total sleep time (TST)', minutes(s.totalSleepMin)],
      ['Sleep efficiency', share(s.sleepEfficiency)],
      ['Sleep onset latency (SOL)', minutes(s.sleepLatencyMin)],
      ['REM latency', minutes(s.remLatencyMin)],
      ['Wake after sleep onset (WASO)', minutes(s.wakeAfterOnsetMin)],
      ['Sleep period (SPT)', minutes(s.sleepPeriodMin)],
      ['Sleep maintenance', share(s.sleepMaintenance)],
      ['Without a stage', minutes(s.unscoredMin)],
      ['Awakenings', number(s.nAwakenings)],
      ['Stage shifts', number(s.nStageShifts)],
    ],
    stages: { caption: 'Stages', stage: 'Stage', minutes: 'Minutes', percent: 'Share' },
    ofStage: (stageMin: number, stagePercent: number, isWake: boolean): [string, string] => [
      fixed(stageMin, 1),
      `${fixed(stagePercent, 1)} % of ${isWake ? 'TIB' : 'TST'}`,
    ],
    transitions: 'Transitions, from row to column',
  },
  events: {
    find: 'Find spindles and slow waves',
    caption: 'Candidates in N2 and N3',
    captionOf: (channel: string, searchedMin: number) =>
      `Candidates in ${minutes(searchedMin)} of N2 and N3, channel ${channel}`,
    method:
      'Spindles: 11 to 16 Hz, root mean square 1.5 standard deviations above its mean for 0.5 to 3 s. Slow waves: 0.16 to 4 Hz, at least 75 µV from peak to peak. Sizes are from peak to peak in these bands. Detectors and experts agree only in part.',
    columns: ['Kind', 'Number', 'Per minute', 'Mean, peak to peak'],
    rows: (found: {
      searchedMin: number;
      spindles: readonly { amplitudeUv: number }[];
      slowWaves: readonly { amplitudeUv: number }[];
    }): string[][] =>
      [
        { name: 'Spindles', events: found.spindles },
        { name: 'Slow waves', events: found.slowWaves },
      ].map(({ name, events }) => [
        name,
        number(events.length),
        fixed(events.length / found.searchedMin, 1),
        `${fixed(events.reduce((sum, { amplitudeUv }) => sum + amplitudeUv, 0) / events.length, 0)} µV`,
      ]),
    found: (nSpindles: number, nSlowWaves: number) =>
      `Found ${counted(nSpindles, 'spindle')} and ${counted(nSlowWaves, 'slow wave')}`,
    again: 'Stages were corrected meanwhile: searching again',
    mark: 'Add to the annotations',
    empty: 'None found.',
    marks: { spindle: 'spindle', slowWave: 'slow wave' },
  },
  agreement: {
    title: (first: string, second: string) => `${first}, compared with ${second}`,
    sentence: (agreement: number, kappa: number | undefined, n: number, nLeftOut: number) =>
      `Same stage in ${percent(agreement)} of ${counted(n, 'epoch')} that both scored (${number(nLeftOut)} left out). ` +
      (kappa === undefined ? 'No kappa: one stage only.' : `Cohen's kappa ${fixed(kappa, 2)}.`),
    confusion: 'Epochs: rows the first scoring, columns the second',
    kappa: 'Kappa',
    stage: 'Stage',
    noKappa: '–',
    none: (name: string) => `No epoch has a stage here and in ${name} as well.`,
  },
  reportTitle: (name: string) => `Sleep report: ${name}`,
  /** `startedAt`: date and time, empty if it is not known. */
  madeOf: (scoring: string, epochS: number, durationS: number, startedAt: string) =>
    `Stages: ${scoring}, epochs of ${epochS} s. Recording: ${length(durationS)}${startedAt && `, from ${startedAt}`}.`,
  madeFrom: (channels: string, sfreq: string) => `Channels: ${channels}. Sampling rate: ${sfreq}.`,
  madeOn: (version: string, now: string) => `Written by eegate ${version}, ${now}.`,
  status: {
    closed: (name: string) => `Closed ${name}; Undo opens it again`,
    opened: (name: string, nEpochs: number) => `Opened ${name}: ${counted(nEpochs, 'epoch')}`,
    scored: (index: number, stage: string) =>
      `Epoch ${number(index + 1)}: ${stage === '?' ? 'no stage' : stage}`,
    computing: 'Computing the spectrogram of the night',
  },
};
