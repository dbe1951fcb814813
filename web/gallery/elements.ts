// Elements of other people's pages with a made-up recording: no engine runs here, so what it would answer is given to them.
import type { Compatibility, Prediction, Recording } from '../api/index.js';
import { EegClassifier } from '../elements/classifier.js';
import type { EegElement } from '../elements/element.js';
import { EegViewer } from '../elements/viewer.js';

const sfreq = 160;
const names = ['Fz', 'Cz', 'Pz', 'O1', 'O2'];

/** From the middle on an alpha rhythm is at the back of the head. */
function samplesOf(row: number, startS: number, durationS: number): Float32Array {
  return Float32Array.from({ length: durationS * sfreq }, (_, i) => {
    const s = startS + i / sfreq;
    const alpha = s > 5 ? 4 * row * Math.sin(2 * Math.PI * 10 * s) : 0;
    return alpha + 8 * Math.sin(7.3 * s + row) + 5 * Math.sin(31.7 * s + 2 * row);
  });
}

interface Wanted {
  channels: number[];
  startS: number;
  durationS: number;
}

const recording = {
  ...{
    name: 'made-up.edf',
    durationS: 20,
    annotations: [{ onsetS: 5, durationS: 5, text: 'closed' }],
  },
  channels: names.map((name) => ({ name })),
  info: { mainChannels: names.map((_, i) => i) },
  readWindow: ({ channels, startS, durationS }: Wanted) =>
    Promise.resolve({
      data: channels.map((row) => samplesOf(row, startS, durationS)),
      ...{ sfreq, startS },
    }),
  close: () => Promise.resolve(),
} as unknown as Recording;

type Opening = EegElement & { opened(recording: Recording): void };

/** An element with the recording open; `also` is what an engine would have told it. */
function shown<E extends EegElement>(tag: string, type: CustomElementConstructor, also: object): E {
  if (!customElements.get(tag)) customElements.define(tag, type);
  const element = document.createElement(tag) as unknown as Opening;
  Object.assign(element, { fixed: true, recording, ...also });
  return element as unknown as E;
}

export function viewerElement(): EegViewer {
  const viewer = shown<EegViewer>('eeg-viewer', EegViewer, {});
  (viewer as unknown as Opening).opened(recording);
  return viewer;
}

const compatibility = (verdict: Compatibility['verdict'], message: string): Compatibility =>
  ({ verdict, items: [{ verdict, message }] }) as unknown as Compatibility;

const predictions = Array.from({ length: 10 }, (_, index): Prediction => {
  const closed = index < 3 ? 0.1 : 0.6 + 0.03 * index;
  const label = closed > 0.5 ? 'closed' : 'open';
  return {
    ...{ index, label, onsetS: 2 * index, durationS: 2 },
    probabilities: Float32Array.of(1 - closed, closed),
  } as unknown as Prediction;
});

export const classifierElement = (): EegClassifier =>
  shown('eeg-classifier', EegClassifier, {
    ...{ compatibility: compatibility('ok', ''), predictions, classes: ['open', 'closed'] },
  });

export const classifierRefusing = (): EegClassifier =>
  shown('eeg-classifier', EegClassifier, {
    compatibility: compatibility('incompatible', 'C3 and C4 are missing.'),
  });
