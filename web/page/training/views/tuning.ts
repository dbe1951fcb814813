// Fine-tuning comparison: button, progress, and result.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ComparedModel, ModelComparison } from '../../../api/index.js';
import { button, scrollTable } from '../../views/parts.js';
import { strings } from '../../strings/index.js';
import type { Settings, Setup } from '../choices.js';
import { comparedOn, type Compared } from '../method_comparison.js';
import { tieOf, type Tie } from '../doubts.js';
import type { Panel } from '../panel.js';
import { planOf } from '../plan.js';
import type { PanelState } from '../state.js';
import { compareControls } from './method_comparison.js';

const texts = strings.tuning;
type Part = keyof typeof texts.parts;

export function tuningView(setup: Setup, { compared }: PanelState, panel: Panel): TemplateResult {
  return html`
    <section class="methods" aria-label=${texts.label}>
      ${compareControls(compared, panel, texts)}
      ${compared?.result?.kept ? resultView(compared, compared.result, setup, panel) : nothing}
    </section>
  `;
}

function resultView(
  { of }: Compared,
  result: ModelComparison,
  setup: Setup,
  panel: Panel,
): TemplateResult {
  const sources = setup.sources.map(({ source }) => source);
  const isOutdated = of !== comparedOn(planOf(setup), sources);
  return html`
    <p><strong>${verdictText(result, tieOf(setup))}</strong></p>
    ${isOutdated ? html`<p class="warning">${strings.methods.outdated}</p>` : nothing}
    ${scrollTable(
      texts.label,
      texts.head,
      html`<tbody>
        ${result.models.map((model) => row(model, setup, panel))}
      </tbody>`,
    )}
    <p class="note">${strings.methods.split(result.nEpochs, result.split)} ${texts.intervals}</p>
  `;
}

/** Before, after, and whether it is kept: told either way. */
export function verdictText({ models, kept }: ModelComparison, tie: Tie | null = null): string {
  if (tie?.tie === 'recording') return texts.noEvidence(tie.n, tie.nAll);
  const before = models.find(({ preset }) => preset === 'as_is')!;
  const others = models.filter((model) => model !== before);
  const best = others.reduce((a, b) => ((b.gain ?? 0) > (a.gain ?? 0) ? b : a));
  const after = others.find(({ preset }) => preset === kept) ?? best;
  const text = kept === 'as_is' ? texts.doesNotHelp : texts.helps;
  const part = texts.parts[after.preset as Part];
  return text(part, before.accuracy, after.accuracy, texts.interval(after.gain95!));
}

function row(model: ComparedModel, setup: Setup, panel: Panel): TemplateResult {
  const { preset, accuracy, accuracy95, gain, gain95, seconds } = model;
  const name = texts.parts[preset as Part];
  const isBefore = preset === 'as_is';
  const isChosen = setup.settings.tune === preset;
  return html`
    <tr>
      <th scope="row">${name}</th>
      <td class="number">
        ${strings.methods.right(accuracy)}
        <small>${strings.methods.rightInterval(accuracy95)}</small>
      </td>
      <td class="number">
        ${isBefore ? '' : html`${texts.gain(gain!)} <small>${texts.interval(gain95!)}</small>`}
      </td>
      <td class="number">${strings.methods.time(seconds)}</td>
      <td>
        ${
          isBefore
            ? nothing
            : button(
                isChosen ? texts.chosen : texts.choose,
                () => panel.set({ tune: preset as Settings['tune'] }),
                { kind: 'link', label: texts.chooseOf(name), isDisabled: isChosen },
              )
        }
      </td>
    </tr>
  `;
}
