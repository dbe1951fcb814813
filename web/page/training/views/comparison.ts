// Two runs on the same data side by side.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TrainingEvaluation } from '../../../api/training_types.js';
import { formatNumber, formatPercent } from '../../text.js';
import { scrollTable } from '../../views/parts.js';
import { pairedOf, pairedText, pText, rightText, type Paired } from '../comparison.js';
import type { Run } from '../state.js';

export function comparisonView(first: Run, second: Run): TemplateResult | typeof nothing {
  const [a, b] = [first.trained?.evaluation, second.trained?.evaluation];
  if (!a || !b) return nothing;
  const names: [string, string] = [first.plan.network, second.plan.network];
  const paired = pairedOf(a, b);
  return html`
    <section class="comparison" aria-label="Comparison">
      <h4>Compared with the run before</h4>
      ${paired ? html`<p class="headline">${pairedText(paired, ...names)}</p>` : html`<p class="note">They were judged on different windows, so only the figures stand side by side.</p>`}
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
    const losses = trained!.epochs.map(({ validationLoss }) => validationLoss ?? Infinity);
    return Math.min(...losses).toFixed(3);
  };
  const rows: [string, string[]][] = [
    ['Right', [a, b].map(rightText)],
    ['Balanced', [a, b].map(({ balancedAccuracy }) => formatPercent(balancedAccuracy))],
    ['Kappa', [a, b].map(({ kappa }) => kappa.toFixed(2))],
    ['Lowest loss', runs.map(loss)],
    ['Numbers to learn', runs.map(({ info }) => formatNumber(info?.parameters ?? 0))],
    ['Passes', runs.map(({ trained }) => String(trained!.epochs.length))],
    ['Time', runs.map(({ last }) => `${(last?.elapsedS ?? 0).toFixed(1)} s`)],
  ];
  return scrollTable(
    'Figures of both networks',
    ['Figure', first.plan.network, second.plan.network],
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
    ['Both right', paired.bothRight],
    [`Only ${first} right`, paired.onlyFirst],
    [`Only ${second} right`, paired.onlySecond],
    ['Neither', paired.neither],
  ];
  return html`
    <div>
      ${scrollTable(
        'Window by window',
        ['Windows', 'How many'],
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
      <p class="note">
        Exact McNemar test: ${pText(paired.p)}. It takes windows as independent, which neighbours
        are not.
      </p>
    </div>
  `;
}
