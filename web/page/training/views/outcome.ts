// The end of a run: figures with their limits, and which class was taken for which.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Trained, TrainingEvaluation, TrainingInfo } from '../../../api/training_types.js';
import { confusionView } from '../../views/confusion.js';
import { factList } from '../../views/parts.js';
import {
  endText,
  headline,
  isBetterThanChance,
  originOf,
  splitText,
  verdicts,
} from '../outcome.js';
import type { Run } from '../state.js';
import { words } from '../../words/index.js';

const said = words.outcome;

export function outcomeView(
  run: Run,
  trained: Trained,
  info: TrainingInfo,
  isInUse: boolean,
): TemplateResult {
  const { evaluation } = trained;
  return html`
    <p class=${trained.ended === 'diverged' ? 'warning' : ''}>${endText(trained)}</p>
    ${evaluation ? html`<p class="headline" data-good=${isBetterThanChance(evaluation)}>${headline(evaluation)}</p>` : nothing}
    <ul class="verdicts">
      ${verdicts(trained, info, originOf(run.plan.items)).map((text) => html`<li>${text}</li>`)}
    </ul>
    ${evaluation ? figures(evaluation, info) : nothing}
    ${run.bytes && isInUse ? html`<p class="fine">✓ ${said.inUse}</p>` : nothing}
  `;
}

function figures(evaluation: TrainingEvaluation, info: TrainingInfo): TemplateResult {
  const named = said.figures;
  const { balancedAccuracy, kappa, macroF1, ece, accuracy, chance } = evaluation;
  return html`
    <div class="halves">
      ${factList([
        [named.accuracy, named.accuracyOf(accuracy, chance)],
        [named.balanced, named.balancedOf(balancedAccuracy)],
        [named.macroF1, words.numbers.fixed(macroF1, 2)],
        [named.kappa, named.kappaOf(kappa)],
        [named.ece, named.eceOf(ece)],
        [named.judgedOn, splitText(info)],
      ])}
      ${confusionView(evaluation)}
    </div>
  `;
}
