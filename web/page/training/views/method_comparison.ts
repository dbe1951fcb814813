// Comparison of methods: button, progress, and table of results.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { ComparedModel } from '../../../api/index.js';
import { button, checkBox, progressBar, scrollTable } from '../../views/parts.js';
import { strings } from '../../strings/index.js';
import type { Setup } from '../choices.js';
import { comparedOn, type Compared } from '../method_comparison.js';
import type { Panel } from '../panel.js';
import { planOf } from '../plan.js';
import { presetOf } from '../presets.js';
import type { PanelState } from '../state.js';

const texts = strings.methods;

export function methodsView(
  setup: Setup,
  { compared, comparesNetworks }: PanelState,
  panel: Panel,
): TemplateResult {
  return html`
    <section class="methods" aria-label=${texts.label}>
      ${compareControls(
        compared,
        panel,
        texts,
        checkBox(
          texts.networks,
          comparesNetworks,
          (on) => panel.methods.wantNetworks(on),
          compared?.isRunning ?? false,
        ),
      )}
      ${compared?.result && !compared.result.kept ? resultView(compared, compared.result, setup, panel) : nothing}
    </section>
  `;
}

export const cancelButton = (panel: Panel) => button(texts.cancel, () => panel.methods.cancel());

export const progressView = ({ isPreparing, share }: Compared) =>
  progressBar(texts.progress(isPreparing, share), share);

/** Compare, or stop it, and how far it is. */
export function compareControls(
  compared: Compared | null,
  panel: Panel,
  said: { compare: string; note: string },
  choice: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const noteId = 'methods-note';
  const compare = () =>
    button(said.compare, () => void panel.compareMethods(), {
      isDisabled: panel.isRunning,
      describedBy: noteId,
    });
  return html`
    <div class="row">${compared?.isRunning ? cancelButton(panel) : compare()}</div>
    ${choice}
    ${compared?.isRunning ? progressView(compared) : html`<p class="note" id=${noteId}>${said.note}</p>`}
  `;
}

function resultView(
  { of }: Compared,
  { models, nEpochs, split, warnings = [] }: NonNullable<Compared['result']>,
  setup: Setup,
  panel: Panel,
): TemplateResult {
  const sources = setup.sources.map(({ source }) => source);
  const isOutdated = of !== comparedOn(planOf(setup), sources);
  return html`
    <p><strong>${adviceText(models)}</strong></p>
    ${isOutdated ? html`<p class="warning">${texts.outdated}</p>` : nothing}
    ${warnings.some(({ code }) => code === 'FOLDS_RECENTRED') ? html`<p class="warning">${texts.recentred}</p>` : nothing}
    ${scrollTable(
      texts.label,
      texts.head,
      html`<tbody>
        ${models.map((model, i) => row(model, i === 0, setup, panel))}
      </tbody>`,
    )}
    ${keyed(
      models.length,
      html`<p class="note" ${ref(bringIntoView)}>
        ${texts.split(nEpochs, split)} ${texts.intervals}
        ${models.some(({ bandHz }) => bandHz) ? texts.ownBand : nothing}
      </p>`,
    )}
  `;
}

/** The result begins below the button and may be hidden: its end is shown when a method is added, unless the button was scrolled away. */
function bringIntoView(end?: Element): void {
  requestAnimationFrame(() => {
    const button = end?.closest('.methods')?.querySelector('button')?.getBoundingClientRect();
    if (button && button.top >= 0 && button.bottom <= innerHeight)
      end?.scrollIntoView({ block: 'nearest' });
  });
}

/** In one sentence, as `advice` of the library says it with the names of presets. */
function adviceText(models: readonly ComparedModel[]): string {
  const [best, ...others] = models as [ComparedModel, ...ComparedModel[]];
  if (best.accuracy95[0] <= best.chance) return texts.atChance(best.chance);
  const equals = others.filter(({ behind95 }) => behind95[0] <= 0);
  const names = equals.map(({ preset }) => presetOf(preset).name);
  return texts.advice(presetOf(best.preset).name, best.accuracy, best.chance, names);
}

function row(model: ComparedModel, isBest: boolean, setup: Setup, panel: Panel): TemplateResult {
  const { preset, bandHz, accuracy, accuracy95, behind, behind95, seconds } = model;
  const { name } = presetOf(preset);
  const { lowHz, highHz } = setup.settings;
  const isInBand = !bandHz || (bandHz[0] === lowHz && bandHz[1] === highHz);
  const isChosen = setup.settings.preset === preset && isInBand;
  return html`
    <tr>
      <th scope="row">${name}</th>
      <td>${bandHz ? texts.band(bandHz) : texts.chosenBand}</td>
      <td class="number">
        ${texts.right(accuracy)} <small>${texts.rightInterval(accuracy95)}</small>
      </td>
      <td class="number">
        ${isBest ? texts.best : html`${texts.behind(behind)} <small>${texts.behindInterval(behind95)}</small>`}
      </td>
      <td class="number">${texts.time(seconds)}</td>
      <td>
        ${button(isChosen ? texts.chosen : texts.choose, () => panel.chooseMethod(model), {
          kind: 'link',
          label: texts.chooseOf(name),
          isDisabled: isChosen,
        })}
      </td>
    </tr>
  `;
}
