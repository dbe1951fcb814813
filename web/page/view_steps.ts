// Moving through a recording: pure functions from view to view, and their keys.
import type { Recording } from '../api/index.js';
import { rowOrder } from './signals/montage.js';
import type { View } from './state.js';

export const spanChoices = [1, 2, 5, 10, 20, 30, 60, 120, 300];
/** Of a screen, unless all of the recording is shorter. */
export const shortestSpanS = 0.5;
/** Of recordings of less than a second. */
const shortSpans = [0.02, 0.05, 0.1, 0.2, 0.5, 1];
const usualGains = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500];
/** From nanovolts to volts that a header calls microvolts; of each decade beyond the usual ones, three. */
const decades = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => [1, 2, 5].map((n) => Number(`${n}e${from + i}`)));
const gainChoices = [...decades(-3, 0).flat(), ...usualGains, ...decades(3, 7).flat()];
const furtherGains = 3;

/** The usual ones, and beyond them what is a few steps from the given one. */
export function gainsAround(gain: number): number[] {
  const [least, most] = [usualGains[0]!, usualGains.at(-1)!];
  const lowest = gainChoices.filter((one) => one < Math.min(least, gain)).at(-furtherGains);
  const highest = gainChoices.filter((one) => one > Math.max(most, gain))[furtherGains - 1];
  const isShown = (one: number) => one >= (lowest ?? 0) && one <= (highest ?? Infinity);
  return [...new Set([...gainChoices.filter(isShown), gain])].sort((a, b) => a - b);
}
export const rowChoices = [4, 8, 16, 32, 64, 128];

export interface Limits {
  durationS: number;
  nRows: number;
}

/** Until the first samples tell what suits them. */
export const firstUvPerMm = 20;
const firstScreenBytes = 2 * 2 ** 20;
/** In the sample. */
const eyesCloseS = 30;

/**
 * The first look: ten seconds, fewer on a narrow screen, in a shorter recording, or where a second is many bytes. The sample shows the back of the head around
 * the moment when the eyes close and the alpha rhythm appears.
 */
export function firstView(recording: Recording, isNarrow: boolean, isSample: boolean): View {
  const bytesPerS = recording.info.sizeBytes / Math.max(1, recording.durationS);
  const { durationS } = recording;
  const usual = [...spanChoices]
    .reverse()
    .find((span) => span <= (isNarrow ? 5 : 10) && span * bytesPerS <= firstScreenBytes);
  const whole = [...shortSpans, ...spanChoices].find((span) => durationS > 0 && span >= durationS);
  const spanS = Math.min(usual ?? spanChoices[0]!, whole ?? Infinity);
  const limits = { durationS, nRows: rowOrder(recording).length };
  return clamped(
    {
      startS: isSample ? eyesCloseS - spanS / 2 : 0,
      spanS,
      uvPerMm: firstUvPerMm,
      isNegativeUp: false,
      firstRow: isSample ? limits.nRows : 0,
      nRows: isNarrow ? 4 : isSample ? 8 : 16, // fewer rows are higher, so that rhythms can be seen on a phone
      picked: null,
      hidden: [],
      bad: badByFile(recording),
      reference: 'recorded',
      filtering: 'none',
      highpassHz: 0.5,
      lowpassHz: 35,
      notchHz: null,
    },
    limits,
  );
}

/** What the file or its data set marks as bad. */
export const badByFile = ({ channels }: Pick<Recording, 'channels'>): string[] =>
  channels.filter(({ isBad }) => isBad).map(({ name }) => name);

export function clamped(view: View, { durationS, nRows }: Limits): View {
  const latest = Math.max(0, durationS - view.spanS);
  const shown = Math.min(view.nRows, nRows);
  return {
    ...view,
    startS: Math.min(Math.max(0, view.startS), latest),
    firstRow: Math.min(Math.max(0, view.firstRow), nRows - shown),
  };
}

/** Shows `onsetS` a third from the left, unless all of the span is in view already. */
export function revealed(view: View, onsetS: number, durationS: number): View {
  const isInView = onsetS >= view.startS && onsetS + durationS <= view.startS + view.spanS;
  return isInView ? view : { ...view, startS: onsetS - view.spanS / 3 };
}

/** The next larger (+1) or smaller (-1) of the choices. */
export function stepped(choices: number[], value: number, direction: number): number {
  if (direction > 0) return choices.find((choice) => choice > value) ?? value;
  return [...choices].reverse().find((choice) => choice < value) ?? value;
}

const keySteps: Record<string, (view: View, limits: Limits) => View> = {
  ArrowLeft: (view) => ({ ...view, startS: view.startS - view.spanS / 10 }),
  ArrowRight: (view) => ({ ...view, startS: view.startS + view.spanS / 10 }),
  PageUp: (view) => ({ ...view, startS: view.startS - view.spanS }),
  PageDown: (view) => ({ ...view, startS: view.startS + view.spanS }),
  Home: (view) => ({ ...view, startS: 0 }),
  End: (view, { durationS }) => ({ ...view, startS: durationS }),
  ArrowUp: (view) => ({ ...view, firstRow: view.firstRow - 1 }),
  ArrowDown: (view) => ({ ...view, firstRow: view.firstRow + 1 }),
  // A larger trace is fewer microvolts per millimetre.
  '+': (view) => ({ ...view, uvPerMm: stepped(gainChoices, view.uvPerMm, -1) }),
  '=': (view) => ({ ...view, uvPerMm: stepped(gainChoices, view.uvPerMm, -1) }),
  '-': (view) => ({ ...view, uvPerMm: stepped(gainChoices, view.uvPerMm, 1) }),
};

/** The view after a key, or null when the key means nothing here. */
export function afterKey(key: string, view: View, limits: Limits): View | null {
  const step = keySteps[key];
  return step ? clamped(step(view, limits), limits) : null;
}

/** The sensitivity (µV/mm) at which three standard deviations of a typical trace to either side fill its row, so that neighbours hardly overlap. `typicalUv` is a standard deviation. */
export function suitableGain(typicalUv: number, rowPx: number, pxPerMm = 96 / 25.4): number {
  const wanted = (6 * typicalUv * pxPerMm) / Math.max(8, rowPx);
  return gainChoices.find((choice) => choice >= wanted) ?? gainChoices[gainChoices.length - 1]!;
}

/** As much of a number as its reader needs: 20.4 is 20, 1.94 is 1.9. */
export function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
