// The model popover: choose a model, see its requirements and compatibility, and its file.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Compatibility, ModelInfo } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { isRefused, obstacle, proposed } from '../classify_obstacle.js';
import { currentModel, currentRecording, type State } from '../state.js';
import { compatibilityText } from '../compatibility_text.js';
import { describeArchitecture, describeRecipe } from '../recipe_text.js';
import { formatNumber } from '../text.js';
import { strings } from '../strings/index.js';
import { trainingDetails, trainingFacts } from './model_card.js';
import { modelList, onModelsToggled } from './model_list.js';
import { closeButton, popover } from './overlays.js';
import {
  button,
  checkBox,
  factList,
  fileInput,
  opener,
  verdictBadge,
  valueTable,
} from './parts.js';
import { trainedOnNote } from './trained_on.js';
import { warningView } from './warning.js';

const texts = strings.model;
const card = strings.modelCard;

/** Below its button in the top bar: choose a model, see whether the recording suits it. */
export function modelPopover(state: State, actions: Actions): TemplateResult {
  const chosen = currentModel(state);
  return popover(
    'fit',
    texts.label,
    html`
      ${modelList(state, actions)}
      <div class="row">
        ${fileInput(texts.open, '.safetensors', true, (files) => void actions.models.openFiles(files))}
        ${chosen?.model ? opener(card.title, 'model') : nothing}
      </div>
      ${chosen?.model ? contract(chosen.model.info) : nothing} ${compatibilityView(state)}
      ${proposalView(state, actions)}
      ${trainedOnNote(chosen?.model?.info.train, currentRecording(state))}
      ${refusalView(state, actions)}
    `,
    (isOpen, place) => onModelsToggled(isOpen, place, actions),
  );
}

function contract(info: ModelInfo): TemplateResult {
  return factList([[texts.verified, selfTestText(info)]]);
}

function selfTestText({ selfTest }: ModelInfo): string {
  if (!selfTest) return texts.selfTest.none;
  const difference =
    selfTest.maxAbsDiff === 0
      ? texts.selfTest.exact
      : texts.selfTest.within(selfTest.maxAbsDiff.toExponential(0));
  return texts.selfTest.result(selfTest.passed, difference);
}

const itemNames: Record<string, string> = texts.compatibility.items;

function compatibilityView(state: State): TemplateResult | typeof nothing {
  if (!currentRecording(state)) return nothing;
  if (state.compatibility) return compatibilityList(state.compatibility);
  if (!currentModel(state)) return nothing;
  const { comparing, uncompared } = texts.compatibility;
  return html`<p class="note">${state.isUncompared ? uncompared : comparing}</p>`;
}

function proposalView(state: State, actions: Actions): TemplateResult | typeof nothing {
  const proposal = proposed(state);
  if (!proposal) return nothing;
  const { entry, isTaken } = proposal;
  if (isTaken) return html`<p class="note">${texts.compatibility.taken}</p>`;
  return html`
    <p class="note proposal">
      ${texts.compatibility.proposal(entry.title)}
      ${button(texts.compatibility.useProposal, () => void actions.models.choose(entry.key))}
    </p>
  `;
}

/** All is well in one line; otherwise every item with its reason. */
function compatibilityList({ verdict, items }: Compatibility): TemplateResult {
  return html`
    <div class="fit">
      <h3>${texts.compatibility.question} ${verdictBadge(verdict)}</h3>
      <details ?open=${verdict !== 'ok'}>
        <summary>
          ${texts.compatibility.compared(items.filter(({ verdict }) => verdict === 'ok').length, items.length)}
        </summary>
        <ul>
          ${items.map(
            (item) => html`
              <li>
                ${verdictBadge(item.verdict)}
                <span
                  ><strong>${itemNames[item.item] ?? item.item}</strong>
                  ${compatibilityText(item)}</span
                >
              </li>
            `,
          )}
        </ul>
      </details>
    </div>
  `;
}

/** Why nothing can be classified, and the way to do it all the same. */
function refusalView(state: State, actions: Actions): TemplateResult {
  const isRunning = state.batch !== null || currentRecording(state)?.run?.status === 'running';
  return html`
    ${
      isRefused(state.compatibility)
        ? checkBox(texts.compatibility.goOn, state.isOverridden, (isOverridden) =>
            actions.set({ isOverridden }),
          )
        : nothing
    }
    <p class="note" id="classify-note">${isRunning ? '' : obstacle(state)}</p>
  `;
}

/** All that the file says of itself. */
export function modelSheet(state: State, actions: Actions): TemplateResult | typeof nothing {
  const chosen = currentModel(state);
  if (!chosen?.model) return nothing;
  const { info } = chosen.model;
  return html`
    <section popover class="sheet model" id="model" aria-label=${card.label}>
      <h2>${card.title} ${closeButton('model')}</h2>
      <p>${card.name(chosen.title, chosen.isBundled)}</p>
      ${factList([
        [card.facts.file, info.fileName],
        [card.facts.architecture, describeArchitecture(info.config)],
        [card.facts.parameters, formatNumber(info.parameters)],
        [card.facts.recipe, describeRecipe(info.recipe).join('; ') || card.noRecipe],
        [card.facts.licence, info.license],
        ...trainingFacts(info.train),
      ])}
      <div class="row">${button(card.exportOnnx, () => void actions.exports.onnx())}</div>
      ${info.warnings.map((warning) => warningView(warning))} ${trainingDetails(info.train)}
      <details>
        <summary>${card.channels(info.chNames.length)}</summary>
        <p class="names">${info.chNames.join(' ')}</p>
      </details>
      <details>
        <summary>${card.tensors(info.tensors.length)}</summary>
        ${tensorTable(info)}
      </details>
      <details>
        <summary>${card.json}</summary>
        <pre tabindex="0">
${JSON.stringify({ config: info.config, recipe: info.recipe }, null, 2)}</pre>
      </details>
    </section>
  `;
}

function tensorTable({ tensors }: ModelInfo): TemplateResult {
  return valueTable(
    card.tensorTable.label,
    card.tensorTable.head,
    tensors.map(({ name, shape, parameters }) => [
      html`<code>${name}</code>`,
      shape.join(' × '),
      formatNumber(parameters),
    ]),
    { words: [1] },
  );
}
