// Result of a finished run: figure, actions with the model, meaning of the numbers, and advice.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Trained, TrainingEvaluation, TrainingInfo } from '../../../api/training_types.js';
import { confusionView } from '../../views/confusion.js';
import { button, factList } from '../../views/parts.js';
import { endText, headline, originOf, splitText, verdicts } from '../outcome.js';
import { doubtOf } from '../doubts.js';
import type { Panel } from '../panel.js';
import type { PanelState, Run } from '../state.js';
import { isWorthUsing } from '../runs.js';
import { standingOf } from '../verdict.js';
import { disclosure } from './fields.js';
import { networkName } from './networks.js';
import { personsTable, verdictView } from './verdict.js';
import { strings } from '../../strings/index.js';

const texts = strings.outcome;
const buttons = strings.train;

export function outcomeView(
  run: Run,
  trained: Trained,
  info: TrainingInfo,
  state: PanelState,
  panel: Panel,
): TemplateResult {
  const { evaluation } = trained;
  const nLeftOut = run.plan.eachPerson.length;
  const doubt = doubtOf(run.plan, info.splitBy);
  return html`
    ${evaluation ? verdictView(evaluation, run.judged, headline(evaluation, run), doubt) : html`<p class="figure">${texts.verdict.notMeasured}</p>`}
    ${modelButtons(run, panel)} ${betterView(run, panel)}
    ${evaluation ? adviceView(run, evaluation, panel) : nothing}
    <p class=${trained.ended === 'diverged' ? 'warning' : 'note'}>${endText(trained)}</p>
    <ul class="verdicts">
      ${verdicts(trained, info, originOf(run.plan.items), nLeftOut).map((text) => html`<li>${text}</li>`)}
    </ul>
    ${
      evaluation
        ? disclosure(
            texts.figures.summary,
            state.open.figures,
            (isOpen) => panel.unfold('figures', isOpen),
            () => figures(evaluation, info, run),
          )
        : nothing
    }
  `;
}

function modelButtons(run: Run, panel: Panel): TemplateResult {
  const isInUse = panel.isInUse(run);
  return html`
    <div class="row">
      ${button(buttons.save, () => panel.save(run), { kind: 'primary', isDisabled: !run.bytes })}
      ${button(isInUse ? buttons.inUse : buttons.use, () => void panel.useModel(run), {
        isDisabled: isInUse,
      })}
      ${button(buttons.tryLive, () => void panel.tryLive(run))}
    </div>
    ${isInUse ? html`<p class="fine">✓ ${texts.inUse}</p>` : nothing}
    ${!isInUse && !isWorthUsing(run.trained) ? html`<p class="note">${texts.notInUse}</p>` : nothing}
  `;
}

/** An earlier run on the same windows that did better is not lost: here is the way to it. */
function betterView(run: Run, panel: Panel): TemplateResult | typeof nothing {
  const better = panel.betterThan(run);
  if (!better) return nothing;
  const { accuracy } = better.trained!.evaluation!;
  return html`
    <p class="hint">
      ${texts.better(better.name, accuracy)}
      ${button(texts.useBetter(better.name), () => void panel.useModel(better), {
        isDisabled: panel.isInUse(better),
      })}
    </p>
  `;
}

function adviceView(
  run: Run,
  evaluation: TrainingEvaluation,
  panel: Panel,
): TemplateResult | typeof nothing {
  if (standingOf(evaluation) === 'above') return nothing;
  const advised = panel.adviceFor(run);
  if (!advised.length)
    return panel.canTryOthers(run) ? html`<p class="hint">${texts.advice.none}</p>` : nothing;
  return html`
    <p class="hint">
      ${texts.advice.text(advised.map(networkName))}
      ${button(texts.advice.compare(advised.length), () => void panel.tryOthers(run, advised))}
    </p>
  `;
}

function figures(evaluation: TrainingEvaluation, info: TrainingInfo, run: Run): TemplateResult {
  const named = texts.figures;
  const { balancedAccuracy, kappa, macroF1, ece, accuracy, chance } = evaluation;
  return html`
    <div class="part">
      ${confusionView(evaluation)} ${run.judged.length ? personsTable(run.judged) : nothing}
      ${factList([
        [named.accuracy, named.accuracyOf(accuracy, chance)],
        [named.balanced, named.balancedOf(balancedAccuracy)],
        [named.macroF1, strings.numbers.fixed(macroF1, 2)],
        [named.kappa, named.kappaOf(kappa)],
        [named.ece, named.eceOf(ece)],
        [named.judgedOn, splitText(info, run.plan)],
      ])}
    </div>
  `;
}
