// Two runs on the same data side by side.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TrainingEvaluation } from '../../../api/training_types.js';
import { formatNumber, formatPercent } from '../../text.js';
import { scrollTable } from '../../views/parts.js';
import { pairedOf, pairedText, rightText, type Paired } from '../comparison.js';
import type { Run } from '../state.js';
import { strings } from '../../strings/index.js';

const said = strings.comparison;
const { fixed } = strings.numbers;

/** Of two runs that were judged on the same windows. */
export function comparisonView(first: Run, second: Run): TemplateResult | typeof nothing {
  const [a, b] = [first.trained?.evaluation, second.trained?.evaluation];
  if (!a || !b) return nothing;
  const names: [string, string] = [first.name, second.name];
  const paired = pairedOf(a, b);
  return html`
    <section class="comparison" aria-label=${said.label}>
      <h4>${said.title(...names)}</h4>
      ${paired ? html`<p class="headline">${pairedText(paired, ...names)}</p>` : nothing}
      <div class="halves">
        ${figuresTable(first, second, a, b)} ${paired ? pairedTable(paired, names) : nothing}
      </div>
    </section>
  `;
}

function figuresTable(
  first: Run,
  second: Run,
  a: TrainingEvaluation,
  b: TrainingEvaluation,
): TemplateResult {
  const runs = [first, second];
  const loss = ({ trained }: Run) => {
    const losses = trained!.epochs.flatMap(({ validationLoss }) => validationLoss ?? []);
    return losses.length ? fixed(Math.min(...losses), 3) : '';
  };
  const rows: [string, string[]][] = [
    [said.figures.right, [a, b].map(rightText)],
    [said.figures.balanced, [a, b].map(({ balancedAccuracy }) => formatPercent(balancedAccuracy))],
    [said.figures.kappa, [a, b].map(({ kappa }) => fixed(kappa, 2))],
    [said.figures.lowestLoss, runs.map(loss)],
    [said.figures.toLearn, runs.map(({ info }) => formatNumber(info?.parameters ?? 0))],
    [said.figures.epochs, runs.map(({ trained }) => String(trained!.epochs.length))],
    [said.figures.time, runs.map(({ elapsedS }) => said.figures.seconds(elapsedS))],
  ];
  return scrollTable(
    said.figures.label,
    [said.figures.figure, first.name, second.name],
    html`<tbody>
      ${rows.map(
        ([name, values]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${values.map((value) => html`<td class="number">${value}</td>`)}
          </tr>`,
      )}
    </tbody>`,
  );
}

function pairedTable(paired: Paired, [first, second]: [string, string]): TemplateResult {
  const rows: [string, number][] = [
    [said.pairs.bothRight, paired.bothRight],
    [said.pairs.onlyRight(first), paired.onlyFirst],
    [said.pairs.onlyRight(second), paired.onlySecond],
    [said.pairs.neither, paired.neither],
  ];
  return html`
    <div>
      ${scrollTable(
        said.pairs.label,
        said.pairs.head,
        html`<tbody>
          ${rows.map(
            ([name, count]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td class="number">${count}</td>
              </tr>`,
          )}
        </tbody>`,
      )}
      <p class="note">${said.pairs.test(said.p(paired.p))}</p>
    </div>
  `;
}
