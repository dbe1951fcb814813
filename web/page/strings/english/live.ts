import { html } from 'lit/html.js';
import { counted, finePercent, fixed, number } from './numbers.js';

const ms = (value: number) =>
  Number.isNaN(value) ? '–' : `${fixed(value, value < 10 ? 1 : 0)} ms`;

export const live = {
  from: 'Samples from',
  headset: 'simulated headset',
  begin: {
    label: 'Begin at',
    unit: 'm:ss',
    from: (name: string, time: string) => `From ${name}, ${time}`,
    cursor: 'the cursor',
    epoch: (n: number) => `window ${n}`,
    view: 'the view',
    noTime: 'This is not a time. Enter seconds, or minutes and seconds such as 1:15.',
  },
  speed: 'Speed',
  speeds: {
    real: 'real time',
    times: (n: number) => `${n} times faster`,
    max: 'as fast as possible',
  },
  every: 'A decision every',
  seconds: (s: number) => `${s} s`,
  lost: 'Packets lost',
  oneIn: (n: number) => `1 in ${n}`,
  noneLost: 'none',
  nextModel: (title: string) => `“${title}” is used from the next start.`,
  model: (title: string | null) => `Model: ${title ?? 'none is chosen'}`,
  recentring: {
    title: 'Calibrate to this person during the run',
    note: 'Each window is taken relative to the mean of the windows so far; no labels are used. This is correct only if all states occur about equally often.',
    stamp: 'Calibrated to this person without labels, by recentring during the run.',
  },
  start: 'Start live',
  stop: 'Stop live',
  pause: 'Pause',
  goOn: 'Resume',
  connecting: 'Connecting',
  causal:
    'This model was trained with a zero-phase filter, which uses future samples. That is not possible live, so the same filter runs forwards only; decisions may differ from Results.',
  ofEvents:
    'This model was trained on windows at a fixed time after an event. What it decides at other times means nothing.',
  firstWindow: (lengthS: number) => `The first window is complete after ${fixed(lengthS, 1)} s.`,
  /** `nextInS`: until a window is complete again; null where nothing comes any more. */
  stalled: (label: string, agoS: number, nextInS: number | null) =>
    `No decision: samples were lost. The last one${label ? `, ${label},` : ''} is ${fixed(agoS, 1)} s old.${nextInS === null ? '' : ` If nothing more is lost, the next window is complete in ${fixed(nextInS, 1)} s.`}`,
  recordingSays: (text: string) => html`Annotated in the recording: <strong>${text}</strong>`,
  ms,
  facts: {
    model: 'Model',
    state: 'State',
    states: {
      starting: 'starting',
      running: 'running',
      paused: 'paused',
      ended: 'ended',
      failed: 'failed',
    },
    signal: 'Signal',
    signalOf: (durationS: number) => `${fixed(durationS, 1)} s`,
    inRecording: 'In the recording',
    windows: 'Windows',
    windowsOf: (n: number, lengthS: number) => `${n} classified, each of ${fixed(lengthS, 2)} s`,
    undecided: 'Without a decision, samples lost',
    dropped: 'Dropped, too slow',
    latency: 'Latency',
    latencyOf: (medianMs: number, p99Ms: number) =>
      `${ms(medianMs)} median, ${ms(p99Ms)} at the 99th percentile`,
    lookAhead: 'Look-ahead',
    packets: 'Packets',
    packetsOf: (n: number, nLost: number) => `${number(n)}, ${number(nLost)} lost`,
    battery: 'Battery',
    batteryOf: (percentage: number) => `${percentage} %`,
  },
  decisions: {
    summary: 'Latest decisions as a table',
    label: 'Latest decisions',
    save: 'Save all decisions (CSV)',
    windowEnds: 'Window ends',
    class: 'Class',
    latency: 'Latency',
  },
  signalTable: {
    summary: 'The signal as a table',
    label: (lastS: number) => `Signal of the last ${lastS} s`,
    head: ['Channel', 'At the cursor', 'Mean', 'Lowest', 'Highest'],
  },
  figures: {
    scope: 'Live signal and decisions',
    signal: (lastS: number, names: string[]) =>
      `Signal of the last ${lastS} s, as it arrives: ${names.join(', ')}`,
    decisions: (lastS: number) => `Decisions of the model in the last ${lastS} s:`,
    keys: () =>
      html`Keys on the figures: <kbd>←</kbd> <kbd>→</kbd> move the cursor by 0.1 s,
        <kbd>Page Up</kbd> <kbd>Page Down</kbd> by 1 s, <kbd>Home</kbd> to the oldest and
        <kbd>End</kbd> to the newest sample, <kbd>Esc</kbd> hides it. The cursor stays with its
        sample.`,
  },
  reading: {
    microvolts: (value: number) => `${fixed(value, 1)} µV`,
    nothingKnown: 'no decision at this time',
    at: (time: string, parts: string[]) => `At ${time}: ${parts.join('; ')}.`,
    modelSaid: (what: string) => `decision ${what}`,
    likely: (label: string, probability: number) => `${label}, ${finePercent(probability)}`,
    signal: (from: string, to: string) => `Signal from ${from} to ${to}`,
    channels: (n: number) => counted(n, 'channel'),
    decisions: (n: number, lastS: number, counts: string[]) =>
      `${counted(n, 'decision')} in the last ${lastS} s${counts.length ? `: ${counts.join(', ')}` : ''}`,
  },
  obstacles: {
    noModel: 'Choose a model first.',
    noTime: 'Correct first where to begin.',
    tooLate: (from: string, end: string) =>
      `No complete window begins after ${from}: the recording ends at ${end}. Begin earlier.`,
  },
  status: {
    subject: 'Live',
    paused: 'Live is paused',
    goesOn: 'Live is running again',
    goesOnElsewhere: 'Live goes on; “Stop live” is in Live',
    pausedElsewhere: 'Live is paused; “Resume” is in Live',
    from: (source: string) => `Live: ${source}`,
    ended: (nDecisions: number) => `Live has ended after ${number(nDecisions)} decisions`,
    now: (label: string, probability: number, time: string) =>
      `Live, at ${time}: ${label}, ${finePercent(probability)}`,
  },
};
