import { html } from 'lit/html.js';
import { counted } from './numbers.js';

export const start = {
  label: 'Start',
  title: 'EEG transformers that run in this page',
  lead: 'Open a recording and let a small transformer classify it, second by second. Reading, filtering and classifying all happen on this computer.',
  open: 'Open recording',
  openOwn: 'Open your EDF',
  sample: 'Try the sample recording',
  orDrop: 'or drop EDF and BDF files anywhere on this page',
  promises: () => [
    html`<strong>No file at hand?</strong> The sample is a minute of simulated EEG: eyes open, then
      closed.`,
    html`<strong>EDF, EDF+, BDF and BDF+.</strong> Imperfect files open with warnings; unusable ones
      are refused with the reason.`,
    html`<strong>Nothing leaves this page.</strong> A policy of the page forbids it, and the Privacy
      panel counts.`,
    html`<strong>For research and teaching.</strong> It is not a medical device.`,
  ],
  recordings: 'Recordings',
  warnings: (n: number) => counted(n, 'warning'),
  classified: (n: number) => counted(n, 'window'),
  close: (name: string) => `Close ${name}`,
};
