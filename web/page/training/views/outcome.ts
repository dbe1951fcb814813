// The end of a run: figures with their limits, and which class was taken for which.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Trained, TrainingEvaluation, TrainingInfo } from '../../../api/training_types.js';
import { formatPercent } from '../../text.js';
import { factList } from '../../views/parts.js';
import {
  endText,
  headline,
  isBetterThanChance,
  originOf,
  recalls,
  splitText,
  verdicts,
} from '../outcome.js';
import type { Run } from '../state.js';

export function outcomeView(run: Run, trained: Trained, info: TrainingInfo): TemplateResult {
  const { evaluation } = trained;
  return html`
    <p class=${trained.ended === 'diverged' ? 'warning' : ''}>${endText(trained)}</p>
    ${evaluation ? html`<p class="headline" data-good=${isBetterThanChance(evaluation)}>${headline(evaluation)}</p>` : nothing}
    <ul class="verdicts">
      ${verdicts(trained, info, originOf(run.plan.items)).map((text) => html`<li>${text}</li>`)}
    </ul>
    ${evaluation ? figures(evaluation, info) : nothing}
    ${
      run.bytes
        ? html`<p class="fine">
            ✓ It is the model in use now: Classify works with it at once. Save it to keep it; it is
            gone when this page is closed.
          </p>`
        : nothing
    }
  `;
}

function figures(evaluation: TrainingEvaluation, info: TrainingInfo): TemplateResult {
  const { balancedAccuracy, kappa, macroF1, ece, accuracy, chance } = evaluation;
  return html`
    <div class="halves">
      ${factList([
        ['Accuracy', `${formatPercent(accuracy)} (chance ${formatPercent(chance)})`],
        ['Balanced', `${formatPercent(balancedAccuracy)}, the mean over the classes`],
        ['Macro-F1', macroF1.toFixed(2)],
        ['Kappa', `${kappa.toFixed(2)}; 0 is chance, 1 is perfect`],
        ['ECE', `${formatPercent(ece)}: how far off its probabilities are`],
        ['Judged on', splitText(info)],
      ])}
      ${confusionView(evaluation)}
    </div>
  `;
}

function confusionView(evaluation: TrainingEvaluation): TemplateResult {
  const { classes, confusion } = evaluation;
  const recognised = recalls(evaluation);
  const depth = (row: number[], n: number) => {
    const total = row.reduce((sum, one) => sum + one, 0);
    return total ? Math.round((4 * n) / total) : 0;
  };
  return html`
    <div class="table" tabindex="0" role="group" aria-label="Confusion matrix">
      <table class="confusion">
        <caption>
          What was taken for what: a row for each true class
        </caption>
        <thead>
          <tr>
            <th scope="col">It was</th>
            ${classes.map((name) => html`<th scope="col">said ${name}</th>`)}
            <th scope="col">recognised</th>
          </tr>
        </thead>
        <tbody>
          ${confusion.map(
            (row, k) => html`
              <tr>
                <th scope="row">${classes[k]}</th>
                ${row.map((n, j) => html`<td class="number" data-depth=${depth(row, n)} data-right=${j === k}>${n}</td>`)}
                <td class="number">
                  ${recognised[k] === null ? 'none there' : formatPercent(recognised[k]!)}
                </td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}
