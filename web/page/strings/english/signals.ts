import { html } from 'lit/html.js';
import { atMost, counted, fixed, number, percent, significant } from './numbers.js';

const listed = (names: string[], nMore: number) =>
  `${names.join(', ')}${nMore > 0 ? `, and ${nMore} more` : ''}`;

export const signals = {
  label: 'Signals',
  title: 'Signals',
  simulated: 'This recording is simulated: no person was measured.',
  traces: 'Traces',
  keys: () =>
    html`Keys on the traces: <kbd>←</kbd> <kbd>→</kbd> move by a tenth of the screen,
      <kbd>Page Up</kbd> <kbd>Page Down</kbd> by a screen, <kbd>Home</kbd> <kbd>End</kbd> to the
      beginning or the end, <kbd>↑</kbd> <kbd>↓</kbd> scroll the channels, <kbd>+</kbd>
      <kbd>−</kbd> change the sensitivity, <kbd>Shift</kbd> with <kbd>←</kbd> <kbd>→</kbd> moves the
      cursor, <kbd>M</kbd> measures from it, <kbd>A</kbd> adds an annotation there,
      <kbd>Esc</kbd> hides it. Drag to move, drag with <kbd>Shift</kbd> to measure; click a
      channel’s name to show it alone, press <kbd>C</kbd> or the right button for its menu,
      <kbd>G</kbd> to go to a time.`,
  undoKeys: 'Ctrl+Z',
  redoKeys: 'Ctrl+Shift+Z',
  time: 'Time',
  gain: 'Sensitivity',
  channels: 'Channels',
  reference: 'Montage',
  filter: 'Filter',
  filters: { none: 'none', model: 'as for the model', own: 'own edges' },
  references: {
    recorded: 'as recorded',
    average: 'average',
    ears: (names: string[]) => `linked ${names.join(' + ')}`,
    derived: {
      bipolar: 'longitudinal bipolar',
      transverse: 'transverse bipolar',
      laplacian: 'Laplacian',
    } as Record<string, string>,
    own: 'own pairs',
    pairs: 'Pairs of channels, such as F3-A2, C3-A2',
    unknownPairs: (unknown: string[]) =>
      `Not channels of this recording, or not of its common rate: ${unknown.join(', ')}`,
    against: (name: string) => `against ${name}`,
  },
  span: (spanS: number, mmPerS: number) => `${atMost(spanS, 1)} s · ${mmPerS} mm/s`,
  speed: (mmPerS: number) => `${mmPerS} mm/s`,
  uvPerMm: (gain: number) => `${gain} µV/mm`,
  allChannels: (n: number) => `all ${n}`,
  channelsUp: 'Channels up',
  channelsDown: 'Channels down',
  channelMenu: {
    label: 'Channel menu',
    channel: 'Channel',
    only: 'Show it alone',
    hide: 'Hide it',
    bad: 'Bad channel',
    reference: 'Use as reference',
    reset: 'Show all, as recorded',
    note: 'Display only: references and derivations leave bad channels out. The model still receives every channel that it needs.',
  },
  epochsDone: (nDone: number, total: number | null) =>
    `${number(nDone)} of ${total === null ? '…' : number(total)} windows`,
  legend: 'share of each column = probability',
  timeline: 'Time in the recording',
  /** Edges of the frame on the overview of the recording. */
  edges: { start: 'Beginning of what is shown', end: 'End of what is shown' },
  timeOf: (time: string, duration: string) => `${time} of ${duration}`,
  /** Labels inside the figures. */
  pictures: {
    gap: 'gap',
    constant: (uv: number) => `constant: ${fixed(uv, Math.abs(uv) < 100 ? 1 : 0)} µV`,
    model: 'model',
    second: 'second',
    file: 'annotation',
    missing: 'missing: the file ends here',
  },
  noSignals:
    'This file contains annotations but no signals. If it is a hypnogram, open the recording of the same night, then open this file in Sleep.',
  truncated: (heldS: string, announcedS: string, missingS: string) =>
    `This file is truncated: it contains ${heldS} of the ${announcedS} stated in its header. The last ${missingS} are missing in the traces and in every result.`,
  /** Values at the cursor. */
  cursor: {
    value: (name: string, value: number, unit: string) => `${name} ${fixed(value, 1)} ${unit}`,
    /** No values: in a gap, or where a pixel is many samples. */
    at: (time: string, values: string[], nMore: number) =>
      values.length
        ? `At ${time}: ${values.join(', ')}${nMore > 0 ? `, and ${nMore} more` : ''}`
        : `At ${time}`,
    /** A caliper: how long, how often in a second that would be, how high. */
    measured: (durationS: number, height: { height: number; unit: string } | null) =>
      [
        `${fixed(durationS, 2)} s${durationS >= 0.005 ? ` (${fixed(1 / durationS, 1)} Hz)` : ''}`,
        ...(height === null
          ? []
          : [`${atMost(height.height, height.height < 10 ? 2 : 0)} ${height.unit}`.trim()]),
      ].join(', '),
  },
  goTo: {
    label: 'From',
    hint: 'Type a time to go to (G)',
    noTime: (from: string, to: string) => `Enter a time from ${from} to ${to}.`,
    clock: 'Clock',
    clockHint: 'Times of the clock instead of times from the beginning',
  },
  /** Time of day, after a time from the start of the recording. */
  clock: (time: string) => `${time} by the clock`,
  /** Text alternative of the traces. */
  summary: {
    time: (from: string, to: string, duration: string) => `${from} to ${to} of ${duration}`,
    rows: (first: string, last: string, n: number) =>
      `${n === 1 ? first : `${first} to ${last}`} (${counted(n, 'channel')})`,
    seen: (uvPerMm: number, isNegativeUp: boolean, how: string) =>
      `${uvPerMm} µV/mm, ${isNegativeUp ? 'negative' : 'positive'} up, ${how}`,
    mark: (text: string, time: string) => `${text} at ${time}`,
    marks: (marks: string[], nMore: number) => `annotations: ${listed(marks, nMore)}`,
    marksSoFar: (marks: string[], nMore: number) =>
      `annotations read so far: ${listed(marks, nMore)}`,
    noMarks: 'no annotations in view',
    marksNotRead: 'annotations have not all been read yet',
    epochs: (counts: string[]) => `windows in view: ${counts.join(', ')}`,
    highPass: (hz: number) => `high-pass ${hz} Hz`,
    lowPass: (hz: number) => `low-pass ${hz} Hz`,
    notch: (hz: number) => `notch ${hz} Hz`,
    reference: (name: string) => `reference: ${name}`,
    asRecorded: 'as recorded, each trace centred on its mean',
    hidden: (names: string[]) => `hidden: ${listed(names.slice(0, 4), names.length - 4)}`,
    bad: (names: string[]) => `bad: ${listed(names.slice(0, 4), names.length - 4)}`,
  },
  values: {
    summary: 'What is in view, as a table',
    label: 'Values in view',
    gap: 'gap',
    head: ['Channel', 'Unit', 'Lowest', 'Highest', 'Mean', 'RMS about the mean'],
    caption: (how: string, from: string, to: string) => `${from} to ${to}, ${how || 'as recorded'}`,
  },
};

export const tools = {
  group: 'Analysis tools',
  head: 'Head map',
  filter: 'Filter edges',
  spectrum: 'Spectrum',
  marks: 'Annotations',
  ruler: 'Ruler',
  headMap: {
    power: {
      band: 'Power of',
      none: 'no band',
      scale: (low: number, high: number) =>
        `From ${significant(low, 2)} µV² (dark blue) to ${significant(high, 2)} µV² (yellow), logarithmic.`,
      of: (band: string, from: string, to: string, how: string) =>
        `Power of ${band}, ${from} to ${to}, ${how}.`,
      extremes: (strongest: string, weakest: string) =>
        `Strongest: ${strongest}. Weakest: ${weakest}.`,
      at: (name: string, power: number) => `${name} ${significant(power, 3)} µV²`,
    },
    picked: (n: number) => `${counted(n, 'channel')} selected`,
    shown: (n: number, all: number) =>
      `${n < all ? `${n} of ${counted(all, 'channel')} are in view; scroll to see the others.` : 'All channels are in view.'} Select channels to show only those.`,
    unknownPlaces:
      'There is no map: the file contains no electrode positions, and the names of the channels are not those of the 10-10 system.',
    showAll: 'Show all',
    left: 'Left',
    middle: 'Middle',
    right: 'Right',
    asList: 'The same as a list',
    list: 'Channels to show',
  },
  filterEdges: {
    off: 'off',
    hz: (hz: number) => `${hz} Hz`,
    edges: { highpassHz: 'High-pass', lowpassHz: 'Low-pass', notchHz: 'Notch' },
    other: 'Other …',
    typed: (edge: string) => `${edge} in Hz`,
    /** Up to `belowHz`, without it. */
    range: (leastHz: number, belowHz: number) =>
      `Enter a number from ${atMost(leastHz, 3)} to below ${atMost(belowHz, 3)} Hz, half the sampling rate.`,
    aboveLowPass: (hz: number) =>
      `The high-pass must be below the low-pass of ${atMost(hz, 3)} Hz.`,
    belowHighPass: (hz: number) =>
      `The low-pass must be above the high-pass of ${atMost(hz, 3)} Hz.`,
    byModel: 'The traces are filtered as for the model. A choice here replaces this filter.',
    none: 'No filter: the traces are as they were recorded.',
    onlyLooking: 'Display only. A model always receives the signal filtered by its own recipe.',
    kind: 'Butterworth, order 2, applied forwards and backwards (zero phase); each filter alone has −6 dB at its cut-off frequency.',
    picture: (response: string) => `Frequency response in decibels: ${response}`,
    /** Less than half at every frequency. */
    littlePasses: (share: number, hz: number) =>
      `At most ${percent(share)} of the amplitude passes, at ${significant(hz, 2)} Hz`,
    /** Null where the curve does not fall before its end. */
    passes: (fromHz: number | null, toHz: number | null) => {
      const from = fromHz === null ? '0 Hz' : `${significant(fromHz, 2)} Hz`;
      const to =
        toHz === null ? 'the highest frequency of the recording' : `${significant(toHz, 2)} Hz`;
      return `Passes ${from} to ${to} (at least half the amplitude)`;
    },
    asTable: 'The response as a table',
    table: 'Frequency response',
    tableHead: ['Frequency', 'Amplitude that passes'],
    tableHz: (hz: number) => `${significant(hz, 2)} Hz`,
  },
  spectra: {
    nothing:
      'No channel in view is a voltage with samples here, so there is nothing to compute a spectrum of.',
    /** `how`: montage and filter; `windowS`: the length of what is averaged; the axis ends at `upToHz`. */
    of: (from: string, to: string, n: number, how: string[], windowS: number, upToHz: number) =>
      `${from} to ${to}, ${counted(n, 'channel')}, ${how.join(', ') || 'as recorded'}; Welch’s method, Hann windows of ${significant(windowS, 3)} s that overlap by half; µV²/Hz, logarithmic, up to ${atMost(upToHz, 1)} Hz.`,
    changed: 'The power is that after montage and filter, not that of the recording.',
    thickLine: 'The thick line is their mean.',
    scope: 'Spectrum. Left and right move the cursor.',
    noSamples: 'No samples here.',
    atCursor: (hz: number, mean: number, name: string, strongest: number) =>
      `At ${atMost(hz, 2)} Hz: mean ${significant(mean, 3)} µV²/Hz, strongest in ${name} with ${significant(strongest, 3)} µV²/Hz`,
    asTable: 'Power in the bands, as a table',
    table: 'Power in the bands',
    channel: 'Channel',
    band: (name: string, lowHz: number, highHz: number) => `${name} ${lowHz}–${highHz} Hz`,
    bands: { delta: 'delta', theta: 'theta', alpha: 'alpha', beta: 'beta', gamma: 'gamma' },
  },
  scale: {
    measure:
      'The screen scale is estimated. For exact µV/mm and mm/s, measure this bar and enter its length.',
    length: 'Length of the bar in millimetres',
    negativeUp: 'Negative voltages upwards',
    ears: (names: string[]) => `Ear electrodes in this recording: ${names.join(', ')}.`,
  },
};
