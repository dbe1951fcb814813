// The model: choose it, see what it expects, whether the recording fits, and run it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Fit, ModelInfo } from '../../api/index.js';
import type { Actions } from '../actions.js';
import {
  currentModel,
  currentRecording,
  isRefused,
  obstacle,
  type Run,
  type State,
} from '../state.js';
import { describeRecipe } from '../recipe_text.js';
import { counted, formatHz, formatNumber } from '../text.js';
import { trainingDetails, trainingFacts } from './model_card.js';
import { checkBox, factList, fileInput, scrollTable, selectBox, verdictBadge } from './parts.js';

export function modelView(state: State, actions: Actions): TemplateResult {
  const chosen = currentModel(state);
  const choices = state.models.map(({ key, title }) => ({ value: key, text: title }));
  return html`
    <section class="card" aria-label="Model and fit">
      ${selectBox('Model', choices.length ? choices : [{ value: '', text: 'loading' }], state.modelKey ?? '', (key) => void actions.chooseModel(key), choices.length === 0)}
      <div class="row">
        ${fileInput('Open model', '.safetensors', true, (files) => void actions.openModels(files))}
      </div>
      ${chosen?.model ? contract(chosen.model.info) : nothing} ${fitView(state)}
      ${classifyView(state, actions)}
    </section>
  `;
}

function contract(info: ModelInfo): TemplateResult {
  const nTimes = Number(info.config['n_times']);
  return factList([
    ['Tells apart', info.classes.join(' / ')],
    [
      'Expects',
      `${counted(info.chNames.length, 'channel')}, ${formatHz(info.sfreq)}, ${Number((nTimes / info.sfreq).toFixed(2))} s at a time`,
    ],
    ['Verified here', selfTestText(info)],
  ]);
}

function selfTestText({ selfTest }: ModelInfo): string {
  if (!selfTest) return 'the file carries no test vectors';
  const difference =
    selfTest.maxAbsDiff === 0
      ? 'to the last digit'
      : `within ${selfTest.maxAbsDiff.toExponential(0)}`;
  return `${selfTest.passed ? 'yes' : 'no'}, ${difference}`;
}

const itemNames: Record<string, string> = {
  channels: 'Channels',
  sampling_rate: 'Sampling rate',
  length: 'Length',
  unit: 'Unit',
  band: 'Frequency band',
  recipe: 'Recipe',
  events: 'Events',
  task: 'Task',
};

function fitView(state: State): TemplateResult | typeof nothing {
  if (!currentRecording(state)) return nothing;
  if (!state.fit)
    return currentModel(state)
      ? html`<p class="note">Comparing recording and model …</p>`
      : nothing;
  return fitList(state.fit);
}

/** All is well in one line; otherwise every item with its reason. */
function fitList({ verdict, items }: Fit): TemplateResult {
  return html`
    <div class="fit">
      <h3>Does the recording fit? ${verdictBadge(verdict)}</h3>
      <details ?open=${verdict !== 'ok'}>
        <summary>${counted(items.length, 'thing')} compared</summary>
        <ul>
          ${items.map(
            ({ item, verdict, message }) => html`
              <li>
                ${verdictBadge(verdict)}
                <span><strong>${itemNames[item] ?? item}</strong> ${message}</span>
              </li>
            `,
          )}
        </ul>
      </details>
    </div>
  `;
}

function classifyView(state: State, actions: Actions): TemplateResult {
  const run = currentRecording(state)?.run;
  const reason = obstacle(state);
  return html`
    <div class="classify">
      ${
        isRefused(state.fit)
          ? checkBox(
              'Go on although they do not fit. Every output will say so.',
              state.isOverridden,
              (isOverridden) => actions.set({ isOverridden }),
            )
          : nothing
      }
      <div class="row">
        <button
          type="button"
          class="primary wide"
          ?disabled=${reason !== ''}
          aria-describedby="classify-note"
          @click=${() => void actions.classify()}
        >
          Classify
        </button>
        ${run?.status === 'running' ? html`<button type="button" @click=${() => actions.cancel()}>Cancel</button>` : nothing}
      </div>
      ${run?.status === 'running' ? progressView(run) : nothing}
      <p class="note" id="classify-note">${run?.status === 'running' ? '' : reason}</p>
    </div>
  `;
}

function progressView({ plan, nDone, prepared }: Run): TemplateResult {
  const total = plan?.epochs.length ?? 0;
  const text = nDone
    ? `${formatNumber(nDone)} of ${counted(total, 'epoch')}`
    : total
      ? 'Filtering'
      : 'Planning epochs';
  return html`
    <label class="progress">
      <span>${text}</span>
      <progress max="1" .value=${nDone ? nDone / total : prepared}></progress>
    </label>
  `;
}

/** All that the file says of itself. */
export function modelDetailsView(state: State, actions: Actions): TemplateResult | typeof nothing {
  const chosen = currentModel(state);
  if (!chosen?.model) return nothing;
  const { info } = chosen.model;
  return html`
    <section class="card model" id="model" aria-label="Model card">
      <h2>Model card</h2>
      <p>${chosen.title}${chosen.isBundled ? ', bundled with this page' : ''}</p>
      ${factList([
        ['File', info.fileName],
        ['Architecture', architecture(info.config)],
        ['Parameters', formatNumber(info.parameters)],
        ['Recipe', describeRecipe(info.recipe).join('; ') || 'none: it takes the signal as it is'],
        ['Licence', info.license],
        ...trainingFacts(info.train),
      ])}
      <div class="row">
        <button type="button" @click=${() => void actions.exportOnnx()}>Export ONNX</button>
      </div>
      ${info.warnings.map(({ code, message }) => html`<p class="warning">${message} <code>${code}</code></p>`)}
      ${trainingDetails(info.train)}
      <details>
        <summary>${counted(info.chNames.length, 'channel')} in order</summary>
        <p class="names">${info.chNames.join(' ')}</p>
      </details>
      <details>
        <summary>${counted(info.tensors.length, 'tensor')}</summary>
        ${tensorTable(info)}
      </details>
      <details>
        <summary>Configuration and recipe as JSON</summary>
        <pre tabindex="0">
${JSON.stringify({ config: info.config, recipe: info.recipe }, null, 2)}</pre>
      </details>
    </section>
  `;
}

function architecture(config: Record<string, unknown>): string {
  const { architecture, block, gate, n_blocks: nBlocks, n_heads: nHeads } = config;
  if (architecture !== 'transformer') return String(architecture);
  const gated = block === 'gated' ? `${String(gate)}-gated` : String(block).replace('_', '-');
  return `${gated} transformer, ${counted(Number(nBlocks), 'block')} of ${counted(Number(nHeads), 'head')}`;
}

function tensorTable({ tensors }: ModelInfo): TemplateResult {
  return scrollTable(
    'Tensors',
    ['Tensor', 'Shape', 'Values'],
    html`
      <tbody>
        ${tensors.map(
          ({ name, shape, parameters }) => html`
            <tr>
              <th scope="row"><code>${name}</code></th>
              <td>${shape.join(' × ')}</td>
              <td class="number">${formatNumber(parameters)}</td>
            </tr>
          `,
        )}
      </tbody>
    `,
  );
}
