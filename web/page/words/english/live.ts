import { html } from 'lit/html.js';
import { counted, fixed, percent } from './numbers.js';

const ms = (value: number) =>
  Number.isNaN(value) ? '–' : `${fixed(value, value < 10 ? 1 : 0)} ms`;

export const live = {
  intro:
    "As a brain-computer interface would run: samples go through the model's recipe as they come, and a window that slides along is classified again and again.",
  from: 'Samples from',
  openRecording: 'the open recording',
  headset: 'simulated headset',
  begin: {
    label: 'Begin at',
    unit: 'm:ss',
    from: (name: string, time: string) => `From ${name}, ${time}`,
    cursor: 'the cursor',
    epoch: (n: number) => `window ${n}`,
    view: 'the view',
    noTime: 'That is no time. Write seconds, or minutes and seconds as 1:15',
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
  model: (title: string | null) => `Model: ${title ?? 'none is chosen'}`,
  recentring: {
    title: 'Calibrate to this person while it goes on',
    note: 'Each window counts relative to the mean of the windows so far, without labels. It is right only if all states come about equally often.',
    notThisModel: 'This model cannot be calibrated live: it was not trained on recentred trials.',
    stamp: 'Calibrated to this person without labels, by recentring while windows come.',
  },
  start: 'Start live',
  stop: 'Stop live',
  pause: 'Pause',
  goOn: 'Go on',
  connecting: 'Connecting',
  causal:
    'This model was made with a filter that looks ahead (zero phase). Live that is impossible: one pass of the same filter stands in for it, so what is said here may differ from Results.',
  firstWindow: (lengthS: number) => `The first window is complete after ${fixed(lengthS, 1)} s.`,
  recordingSays: (text: string) => html`The recording says: <strong>${text}</strong>`,
  ms,
  facts: {
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
    dropped: 'Dropped',
    latency: 'Latency',
    latencyOf: (medianMs: number, p99Ms: number) =>
      `${ms(medianMs)} median, ${ms(p99Ms)} at the 99th percentile`,
    lookAhead: 'Look-ahead',
    packets: 'Packets',
    packetsOf: (n: number, nLost: number) => `${n}, ${nLost} lost`,
    battery: 'Battery',
    batteryOf: (percentage: number) => `${percentage} %`,
  },
  decisions: {
    summary: 'Latest decisions as a table',
    label: 'Latest decisions',
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
    scope: 'Running signal and decisions',
    signal: (lastS: number, names: string[]) =>
      `Signal of the last ${lastS} s, as it arrives: ${names.join(', ')}`,
    decisions: (lastS: number) => `What the model said in the last ${lastS} s:`,
    keys: () =>
      html`Keys on the pictures: <kbd>←</kbd> <kbd>→</kbd> a cursor by 0.1 s, <kbd>Page Up</kbd>
        <kbd>Page Down</kbd> by 1 s, <kbd>Home</kbd> the oldest, <kbd>End</kbd> the newest,
        <kbd>Esc</kbd> without. The cursor stays with its sample.`,
  },
  reading: {
    microvolts: (value: number) => `${fixed(value, 1).replace('-', '−')} µV`,
    nothingKnown: 'no decision became known here',
    at: (time: string, parts: string[]) => `At ${time}: ${parts.join('; ')}.`,
    modelSaid: (what: string) => `the model said ${what}`,
    likely: (label: string, probability: number) => `${label}, ${percent(probability)}`,
    signal: (from: string, to: string) => `Signal from ${from} to ${to}`,
    channels: (n: number) => counted(n, 'channel'),
    decisions: (n: number, lastS: number, counts: string[]) =>
      `${counted(n, 'decision')} in the last ${lastS} s${counts.length ? `: ${counts.join(', ')}` : ''}`,
  },
  obstacles: {
    noModel: 'Choose a model first.',
    noRecording: 'Open a recording first, or take the simulated headset.',
    tooLate: (from: string, end: string) =>
      `From ${from} on no window is left: the recording ends at ${end}.`,
  },
  status: {
    subject: 'Live',
    paused: 'Live is paused',
    goesOn: 'Live goes on',
    from: (source: string) => `Live: ${source}`,
    ended: (nDecisions: number) => `Live has ended after ${nDecisions} decisions`,
    now: (label: string, probability: number) => `Live: ${label}, ${percent(probability)}`,
  },
};
