// Second column: network, validation, and training parameters.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkBox, choicesOf, selectBox } from '../../views/parts.js';
import type { Optimizer, Scaling, Settings, Setup, Split } from '../choices.js';
import type { Panel } from '../panel.js';
import { presets } from '../presets.js';
import type { PanelState } from '../state.js';
import { disclosure, groupedSelect, noteIdOf, numberBox } from './fields.js';
import { methodsView } from './method_comparison.js';
import { tuningView } from './tuning.js';
import { networkChoice } from './networks.js';
import { strings } from '../../strings/index.js';

const texts = strings.train.settings;

const splits: Split[] = ['auto', 'persons', 'subject', 'run', 'block', 'none'];

/** A second network, trained on the same. */
function comparisonField(
  { preset, comparisonPreset }: Setup['settings'],
  panel: Panel,
): TemplateResult {
  const choices = [
    { value: '', text: texts.noComparison, group: texts.oneNetwork },
    ...presets
      .filter(({ id }) => id !== preset)
      .map(({ id, title, group }) => ({ value: id, text: title, group })),
  ];
  return html`
    ${groupedSelect(texts.compareWith, choices, comparisonPreset, (id) => panel.set({ comparisonPreset: id }))}
    <p class="note" id=${noteIdOf(texts.compareWith)}>
      ${comparisonPreset ? texts.comparisonNote : texts.noComparisonNote}
    </p>
  `;
}

export function learnerView(setup: Setup, state: PanelState, panel: Panel): TemplateResult {
  const { settings, base } = setup;
  return html`
    ${networkChoice(setup, state, panel)}
    ${base ? tuningView(setup, state, panel) : comparisonField(settings, panel)}
    ${selectBox(
      texts.validateOn,
      choicesOf(splits, (split) => texts.splits[split]),
      settings.split,
      (split) => panel.set({ split }),
    )}
    <p class="note">${texts.splitSentences[settings.split]}</p>
    ${disclosure(
      texts.advanced,
      state.open.advanced,
      (isOpen) => panel.unfold('advanced', isOpen),
      () => advancedFields(setup, panel),
    )}
    ${base ? nothing : methodsView(setup, state, panel)}
  `;
}

function advancedFields(setup: Setup, panel: Panel): TemplateResult {
  const { settings } = setup;
  return html`
    <div class="part">
      <div class="fields">
        ${numberBox(texts.epochs, settings.epochs, { min: 1, step: 1 }, (epochs) => panel.set({ epochs }))}
        ${numberBox(texts.learningRate, settings.learningRate, {}, (learningRate) => panel.set({ learningRate }))}
        ${numberBox(texts.batchSize, settings.batchSize, { min: 1, step: 1 }, (batchSize) => panel.set({ batchSize }))}
        ${numberBox(texts.seed, settings.seed, { step: 1 }, (seed) => panel.set({ seed }))}
      </div>
      <p class="note">${texts.note}</p>
      ${moreFields(setup, panel)}
    </div>
  `;
}

const optimizers: Optimizer[] = ['adamw', 'adam', 'adam_keras', 'sgd'];

const tunes: Settings['tune'][] = ['all', 'head', 'norms'];

const scalings: Scaling[] = ['zscore', 'zscore_trial', 'none'];

function moreFields({ settings, base }: Setup, panel: Panel): TemplateResult {
  return html`
    <div class="fields wide">
      ${selectBox(
        texts.optimizer,
        choicesOf(optimizers, (optimizer) => texts.optimizers[optimizer]),
        settings.optimizer,
        (optimizer) => panel.set({ optimizer }),
      )}
      ${
        base
          ? selectBox(
              strings.tuning.learns,
              choicesOf(tunes, (tune) => strings.tuning.parts[tune]),
              settings.tune,
              (tune) => panel.set({ tune }),
            )
          : selectBox(
              texts.scaling,
              choicesOf(scalings, (scaling) => texts.scalings[scaling]),
              settings.scaling,
              (scaling) => panel.set({ scaling }),
            )
      }
      ${numberBox(texts.labelSmoothing, settings.labelSmoothing, { max: 0.9, step: 0.05 }, (labelSmoothing) => panel.set({ labelSmoothing }))}
      ${numberBox(texts.patience, settings.patience, { unit: texts.units.epochs, step: 1 }, (patience) => panel.set({ patience }))}
      ${numberBox(texts.timeJitter, settings.jitterS, { unit: texts.units.seconds, step: 0.05 }, (jitterS) => panel.set({ jitterS }))}
      ${numberBox(texts.silenced, settings.channelDropout, { unit: texts.units.share, max: 0.9, step: 0.05 }, (channelDropout) => panel.set({ channelDropout }))}
    </div>
    ${checkBox(texts.balanced, settings.isBalanced, (isBalanced) => panel.set({ isBalanced }))}
    ${checkBox(texts.mirror, settings.mirror, (mirror) => panel.set({ mirror }))}
    ${base ? nothing : checkBox(texts.align, settings.align, (align) => panel.set({ align }))}
    <p class="note">${texts.moreNote}</p>
  `;
}
