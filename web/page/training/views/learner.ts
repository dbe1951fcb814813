// The second column: the network, how it is judged, and the numbers of training.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkBox, selectBox } from '../../views/parts.js';
import type { Optimizer, Scaling, Settings, Setup, Split } from '../choices.js';
import type { Panel } from '../panel.js';
import { presets } from '../presets.js';
import type { PanelState } from '../state.js';
import { disclosure, groupedSelect, noteIdOf, numberBox } from './fields.js';
import { methodsView } from './method_comparison.js';
import { tuningView } from './tuning.js';
import { networkChoice } from './networks.js';
import { strings } from '../../strings/index.js';

const said = strings.train.settings;

const splits: { value: Split; text: string }[] = [
  {
    value: 'auto',
    get text() {
      return said.splits.auto;
    },
  },
  {
    value: 'persons',
    get text() {
      return said.splits.persons;
    },
  },
  {
    value: 'subject',
    get text() {
      return said.splits.subject;
    },
  },
  {
    value: 'run',
    get text() {
      return said.splits.run;
    },
  },
  {
    value: 'block',
    get text() {
      return said.splits.block;
    },
  },
  {
    value: 'none',
    get text() {
      return said.splits.none;
    },
  },
];

/** A second network, trained on the same. */
function comparisonField(
  { preset, comparisonPreset }: Setup['settings'],
  panel: Panel,
): TemplateResult {
  const choices = [
    { value: '', text: said.noComparison, group: said.oneNetwork },
    ...presets
      .filter(({ id }) => id !== preset)
      .map(({ id, title, group }) => ({ value: id, text: title, group })),
  ];
  return html`
    ${groupedSelect(said.compareWith, choices, comparisonPreset, (id) => panel.set({ comparisonPreset: id }))}
    <p class="note" id=${noteIdOf(said.compareWith)}>
      ${comparisonPreset ? said.comparisonNote : said.noComparisonNote}
    </p>
  `;
}

export function learnerView(setup: Setup, state: PanelState, panel: Panel): TemplateResult {
  const { settings, base } = setup;
  return html`
    ${networkChoice(setup, state, panel)}
    ${base ? tuningView(setup, state, panel) : methodsView(setup, state, panel)}
    ${base ? nothing : comparisonField(settings, panel)}
    ${selectBox(said.validateOn, splits, settings.split, (split) => panel.set({ split: split as Split }))}
    <p class="note">${said.splitSentences[settings.split]}</p>
    ${disclosure(
      said.advanced,
      state.open.advanced,
      (isOpen) => panel.unfold('advanced', isOpen),
      () => advancedFields(setup, panel),
    )}
  `;
}

function advancedFields(setup: Setup, panel: Panel): TemplateResult {
  const { settings } = setup;
  return html`
    <div class="part">
      <div class="fields">
        ${numberBox(said.epochs, settings.epochs, { min: 1, step: 1 }, (epochs) => panel.set({ epochs }))}
        ${numberBox(said.learningRate, settings.learningRate, {}, (learningRate) => panel.set({ learningRate }))}
        ${numberBox(said.batchSize, settings.batchSize, { min: 1, step: 1 }, (batchSize) => panel.set({ batchSize }))}
        ${numberBox(said.seed, settings.seed, { step: 1 }, (seed) => panel.set({ seed }))}
      </div>
      <p class="note">${said.note}</p>
      ${moreFields(setup, panel)}
    </div>
  `;
}

const optimizers: { value: Optimizer; text: string }[] = [
  {
    value: 'adamw',
    get text() {
      return said.optimizers.adamw;
    },
  },
  {
    value: 'adam',
    get text() {
      return said.optimizers.adam;
    },
  },
  {
    value: 'adam_keras',
    get text() {
      return said.optimizers.adam_keras;
    },
  },
  {
    value: 'sgd',
    get text() {
      return said.optimizers.sgd;
    },
  },
];

const tunes = (['all', 'head', 'norms'] as const).map((value) => ({
  value,
  get text() {
    return strings.tuning.parts[value];
  },
}));

const scalings: { value: Scaling; text: string }[] = [
  {
    value: 'zscore',
    get text() {
      return said.scalings.zscore;
    },
  },
  {
    value: 'zscore_trial',
    get text() {
      return said.scalings.zscore_trial;
    },
  },
  {
    value: 'none',
    get text() {
      return said.scalings.none;
    },
  },
];

function moreFields({ settings, base }: Setup, panel: Panel): TemplateResult {
  return html`
    <div class="fields wide">
      ${selectBox(said.optimizer, optimizers, settings.optimizer, (optimizer) => panel.set({ optimizer: optimizer as Optimizer }))}
      ${base ? selectBox(strings.tuning.learns, tunes, settings.tune, (tune) => panel.set({ tune: tune as Settings['tune'] })) : nothing}
      ${base ? nothing : selectBox(said.scaling, scalings, settings.scaling, (scaling) => panel.set({ scaling: scaling as Scaling }))}
      ${numberBox(said.labelSmoothing, settings.labelSmoothing, { max: 0.9, step: 0.05 }, (labelSmoothing) => panel.set({ labelSmoothing }))}
      ${numberBox(said.patience, settings.patience, { unit: said.units.epochs, step: 1 }, (patience) => panel.set({ patience }))}
      ${numberBox(said.timeJitter, settings.jitterS, { unit: said.units.seconds, step: 0.05 }, (jitterS) => panel.set({ jitterS }))}
      ${numberBox(said.silenced, settings.channelDropout, { unit: said.units.share, max: 0.9, step: 0.05 }, (channelDropout) => panel.set({ channelDropout }))}
    </div>
    ${checkBox(said.balanced, settings.isBalanced, (isBalanced) => panel.set({ isBalanced }))}
    ${checkBox(said.mirror, settings.mirror, (mirror) => panel.set({ mirror }))}
    ${base ? nothing : checkBox(said.align, settings.align, (align) => panel.set({ align }))}
    <p class="note">${said.moreNote}</p>
  `;
}
