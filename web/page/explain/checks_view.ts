// Reliability checks of an explanation, and the curve of the output while the signal is removed (deletion curve).
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { ExplainChecks } from '../../api/index.js';
import { figureButton } from '../views/figure_button.js';
import { valueTable } from '../views/parts.js';
import { strings } from '../strings/index.js';
import type { ExplainState, Picture } from './state.js';

const texts = strings.explain.checks;
const three = (value: number) => strings.numbers.significant(value, 3);

export function checksView(state: ExplainState, { checks }: Picture): TemplateResult {
  return html`
    <details class="explain-checks">
      <summary>${texts.summary}</summary>
      ${guard([checks, strings.language], () => checksTable(checks))}
      ${checks.deletion?.applies ? deletionView(checks.deletion, state.deletionPoint) : nothing}
    </details>
  `;
}

function sign(passed: boolean, applies = true): string {
  if (!applies) return texts.saysNothing;
  return passed ? texts.passed : texts.failed;
}

function checksTable({
  completeness,
  deletion,
  randomWeights,
  strength,
}: ExplainChecks): TemplateResult {
  const factor = strength?.factor ?? 2;
  const rows: [string, string, string][] = [
    [
      texts.completeness,
      completeness.promised
        ? texts.completenessOf(completeness.residual, completeness.limit, completeness.steps)
        : texts.notPromised,
      sign(completeness.passed, completeness.promised),
    ],
    [
      texts.deletion,
      deletion?.applies
        ? texts.deletionOf(three(deletion.area), three(Math.min(...deletion.randomAreas)))
        : texts.tooFew,
      sign(deletion?.passed ?? false, deletion?.applies),
    ],
    [
      texts.randomWeights,
      texts.randomWeightsOf(randomWeights?.mean ?? 0, randomWeights?.limit ?? 0.5),
      sign(randomWeights?.passed ?? false, randomWeights?.applies),
    ],
    [
      texts.strength,
      texts.strengthOf(
        strings.numbers.significant(strength?.difference ?? 0, 2),
        strings.numbers.significant(factor * Math.max(0, ...(strength?.random ?? [])), 2),
        factor,
      ),
      sign(strength?.passed ?? false),
    ],
  ];
  return valueTable(
    texts.label,
    texts.head,
    rows.map(([name, found, outcome]) => [name, outcome, found]),
    { words: [1, 2] },
  );
}

type Deletion = NonNullable<ExplainChecks['deletion']>;

/** Of the random orders at one point of the curve. */
function randomAt({ random }: Deletion, point: number): { least: string; most: string } {
  const values = random.map((curve) => curve[point] ?? NaN);
  return { least: three(Math.min(...values)), most: three(Math.max(...values)) };
}

function deletionView(deletion: Deletion, point: number): TemplateResult {
  const { shares, curve } = deletion;
  const { least, most } = randomAt(deletion, point);
  return html`
    <figure class="explain-figure">
      <figcaption>${texts.curve}</figcaption>
      ${figureButton('deletion', 'figcaption,canvas', 'figure')}
      <canvas
        id="explain-deletion"
        class="explain-deletion"
        tabindex="0"
        role="img"
        aria-label=${texts.curveLabel}
        aria-describedby="explain-deletion-cursor"
      ></canvas>
      <p class="note" id="explain-deletion-cursor" aria-live="polite">
        ${texts.atCursor(shares[point] ?? 0, three(curve[point] ?? NaN), least, most)}
      </p>
    </figure>
    <details>
      <summary>${texts.curveTable}</summary>
      ${guard([deletion, strings.language], () => deletionTable(deletion))}
    </details>
  `;
}

function deletionTable(deletion: Deletion): TemplateResult {
  return valueTable(
    texts.curveTableLabel,
    texts.curveHead,
    deletion.shares.map((share, point) => {
      const { least, most } = randomAt(deletion, point);
      return [strings.numbers.percent(share), three(deletion.curve[point]!), least, most];
    }),
  );
}
