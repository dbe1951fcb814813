// Confusion matrix.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatPercent } from '../text.js';
import { strings } from '../strings/index.js';
import { figureButton } from './figure_button.js';

interface Confusion {
  classes: readonly string[];
  /** Counts: a row for each true class, a column for each that was said. None where there are hundreds of classes. */
  confusion: number[][];
}

export function confusionView({ classes, confusion }: Confusion): TemplateResult | typeof nothing {
  if (confusion.length === 0) return nothing;
  const named = strings.outcome.confusion;
  const recognised = recalls(confusion);
  const depth = (row: number[], n: number) => {
    const total = row.reduce((sum, one) => sum + one, 0);
    return total ? Math.round((4 * n) / total) : 0;
  };
  return html`
    <div class="confusion-place">
      ${figureButton('confusion', '.confusion', '.confusion-place')}
      <div class="table" tabindex="0" role="group" aria-label=${named.label}>
        <table class="confusion">
          <caption>
            ${named.caption}
          </caption>
          <thead>
            <tr>
              <th scope="col" rowspan="2">${named.itWas}</th>
              <th scope="colgroup" colspan=${classes.length}><span>${named.predicted}</span></th>
              <th scope="col" rowspan="2">${named.recognised}</th>
            </tr>
            <tr>
              ${classes.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${confusion.map(
              (row, k) => html`
                <tr>
                  <th scope="row">${classes[k]}</th>
                  ${row.map((n, j) => html`<td class="number" data-depth=${depth(row, n)} data-right=${j === k && recognised[k] !== null}>${strings.numbers.number(n)}</td>`)}
                  <td class="number">
                    ${recognised[k] === null ? named.noneThere : formatPercent(recognised[k]!)}
                  </td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </div>
  `;
}

/** Row by row: what share of a class was recognised. */
export function recalls(confusion: number[][]): (number | null)[] {
  return confusion.map((row, k) => {
    const total = row.reduce((sum, n) => sum + n, 0);
    return total ? row[k]! / total : null;
  });
}
