// Two runs on the same data side by side.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TrainingEvaluation } from '../../../api/training_types.js';
import { formatNumber, formatPercent } from '../../text.js';
import { valueTable } from '../../views/parts.js';
import { pairedOf, pairedText, rightText, type Paired } from '../comparison.js';
import type { Run } from '../state.js';
import { strings } from '../../strings/index.js';

const texts = strings.comparison;
const { fixed, number } = strings.numbers;

/** Of two runs that were judged on the same windows. */
export function comparisonView(first: Run, second: Run): TemplateResult | typeof nothing {
  const [a, b] = [first.trained?.evaluation, second.trained?.evaluation];
  if (!a || !b) return nothing;
  const names: [string, string] = [first.name, second.name];
  const paired = pairedOf(a, b);
  return html`
    <section class="comparison" aria-label=${texts.label}>
      <h4>${texts.title(...names)}</h4>
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
    [texts.figures.right, [a, b].map(rightText)],
    [texts.figures.balanced, [a, b].map(({ balancedAccuracy }) => formatPercent(balancedAccuracy))],
    [texts.figures.kappa, [a, b].map(({ kappa }) => (kappa === undefined ? '' : fixed(kappa, 2)))],
    [texts.figures.lowestLoss, runs.map(loss)],
    [texts.figures.toLearn, runs.map(({ info }) => formatNumber(info?.parameters ?? 0))],
    [texts.figures.epochs, runs.map(({ trained }) => String(trained!.epochs.length))],
    [texts.figures.time, runs.map(({ elapsedS }) => texts.figures.seconds(elapsedS))],
  ];
  return valueTable(
    texts.figures.label,
    [texts.figures.figure, first.name, second.name],
    rows.map(([name, values]) => [name, ...values]),
  );
}

function pairedTable(paired: Paired, [first, second]: [string, string]): TemplateResult {
  const rows: [string, number][] = [
    [texts.pairs.bothRight, paired.bothRight],
    [texts.pairs.onlyRight(first), paired.onlyFirst],
    [texts.pairs.onlyRight(second), paired.onlySecond],
    [texts.pairs.neither, paired.neither],
  ];
  return html`
    <div>
      ${valueTable(
        texts.pairs.label,
        texts.pairs.head,
        rows.map(([name, count]) => [name, number(count)]),
      )}
      <p class="note">${texts.pairs.test(texts.p(paired.p))}</p>
    </div>
  `;
}
