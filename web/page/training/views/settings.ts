// The network, how it is judged, and the numbers of training.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkBox, selectBox } from '../../views/parts.js';
import { opened, type Optimizer, type Scaling, type Setup, type Split } from '../choices.js';
import type { Panel } from '../panel.js';
import { presets } from '../presets.js';
import { groupedSelect, numberBox } from './fields.js';
import { networkNote } from './networks.js';

const splits: { value: Split; text: string }[] = [
  { value: 'auto', text: 'what the data allow' },
  { value: 'subject', text: 'new people' },
  { value: 'run', text: 'other recordings' },
  { value: 'block', text: 'the last part of each recording' },
  { value: 'none', text: 'nothing: train on everything' },
];

const splitSentences: Record<Split, string> = {
  auto: 'New people if there are enough of them, else other recordings, else the last part of each recording.',
  subject:
    'About a sixth of the people are kept apart: how well it will do on people it has never met.',
  run: 'About a sixth of the recordings are kept apart: how well it will do on another recording of the same people.',
  block:
    'The last sixth of each recording is kept apart: how well it will do a little later in the same session. Easier than it sounds.',
  none: 'There will be no figure of how good it is.',
};

/** A second network, trained on the same. */
function rivalField({ preset, rival }: Setup['settings'], panel: Panel): TemplateResult {
  const choices = [
    { value: '', text: 'nothing', group: 'One network' },
    ...presets
      .filter(({ id }) => id !== preset)
      .map(({ id, title, group }) => ({ value: id, text: title, group })),
  ];
  return html`
    ${groupedSelect('Compare with', choices, rival, (id) => panel.set({ rival: id }))}
    <p class="note" id="train-compare-with-note">
      ${
        rival
          ? 'Both learn from the same windows, one after the other, and are judged on the same.'
          : 'A second network can be trained on the same windows and judged beside the first.'
      }
    </p>
  `;
}

export function modelFields(setup: Setup, panel: Panel): TemplateResult {
  const { settings, base } = setup;
  const model = panel.openedModel;
  const choices = [
    ...presets.map(({ id, title, group }) => ({ value: id, text: title, group })),
    ...(model
      ? [{ value: opened, text: `Go on from “${model.title}”`, group: 'The opened model' }]
      : []),
  ];
  const choose = (preset: string) =>
    panel.set({ preset, learningRate: undefined, epochs: undefined, lengthS: undefined });
  return html`
    ${groupedSelect('Network', choices, settings.preset, choose)}
    <p class="note" id="train-network-note">
      ${
        base
          ? `Its weights are the start (fine-tuning). It tells apart ${base.classes.join(' / ')}; give your classes the same names.`
          : networkNote(settings.preset, setup, panel)
      }
    </p>
    ${base ? nothing : rivalField(settings, panel)}
    ${selectBox('Judge on', splits, settings.split, (split) => panel.set({ split: split as Split }))}
    <p class="note">${splitSentences[settings.split]}</p>
    <div class="fields">
      ${numberBox('Passes over the data', settings.epochs, { min: 1, step: 1 }, (epochs) => panel.set({ epochs }))}
      ${numberBox('Learning rate', settings.learningRate, {}, (learningRate) => panel.set({ learningRate }))}
      ${numberBox('Batch size', settings.batchSize, { min: 1, step: 1 }, (batchSize) => panel.set({ batchSize }))}
      ${numberBox('Seed', settings.seed, { step: 1 }, (seed) => panel.set({ seed }))}
    </div>
    <p class="note">
      A pass shows every window to the network once; a batch is what it sees between two
      corrections. The same seed gives the same model.
    </p>
  `;
}

const optimizers: { value: Optimizer; text: string }[] = [
  { value: 'adamw', text: 'AdamW' },
  { value: 'adam', text: 'Adam' },
  { value: 'adam_keras', text: 'Adam as in Keras' },
  { value: 'sgd', text: 'SGD with momentum' },
];

const scalings: { value: Scaling; text: string }[] = [
  { value: 'zscore', text: 'each channel by itself' },
  { value: 'zscore_trial', text: 'all channels together' },
  { value: 'none', text: 'not at all: microvolts' },
];

export function moreFields({ settings, base }: Setup, panel: Panel): TemplateResult {
  return html`
    <div class="fields wide">
      ${selectBox('Optimizer', optimizers, settings.optimizer, (optimizer) => panel.set({ optimizer: optimizer as Optimizer }))}
      ${base ? nothing : selectBox('Scale each window', scalings, settings.scaling, (scaling) => panel.set({ scaling: scaling as Scaling }))}
      ${numberBox('Label smoothing', settings.labelSmoothing, { max: 0.9, step: 0.05 }, (labelSmoothing) => panel.set({ labelSmoothing }))}
      ${numberBox('Patience', settings.patience, { unit: 'passes', step: 1 }, (patience) => panel.set({ patience }))}
      ${numberBox('Time jitter', settings.jitterS, { unit: 's', step: 0.05 }, (jitterS) => panel.set({ jitterS }))}
      ${numberBox('Silenced channels', settings.channelDropout, { unit: 'share', max: 0.9, step: 0.05 }, (channelDropout) => panel.set({ channelDropout }))}
    </div>
    ${checkBox('Weigh rare classes more', settings.isBalanced, (isBalanced) => panel.set({ isBalanced }))}
    ${checkBox('Mirror the hemispheres in half of the windows, and swap “left …” and “right …”', settings.mirror, (mirror) => panel.set({ mirror }))}
    ${base ? nothing : checkBox('Align people (Euclidean): needs all windows of a person at once, so never live', settings.align, (align) => panel.set({ align }))}
    <p class="note">
      Patience ends training after that many passes without a better result; 0 never does. Jitter,
      silenced channels and mirroring vary the windows that are trained on, never those that judge.
    </p>
  `;
}
