// Figures of docs/BENCHMARK.md next to those that MOABB published for 109 people of the same data. A test compares them with that document.
import { html, type TemplateResult } from 'lit/html.js';
import { scrollTable } from '../views/parts.js';
import { strings } from '../strings/index.js';

const texts = strings.scoreboard;

export interface Row {
  protocol: keyof typeof texts.protocols;
  method: keyof typeof texts.methods;
  /** Percent. */
  auc: number;
  accuracy: number;
  /** Area under the curve that MOABB published (Chevallier et al. 2024), of its within-session evaluation. */
  moabb?: number;
  /** Of `eegate benchmark`. */
  options: string;
}

export const rows: readonly Row[] = [
  {
    ...{ protocol: 'folds', method: 'csp', auc: 69.3, accuracy: 64.1, moabb: 65.75 },
    options: '--protocol folds --models csp',
  },
  {
    ...{ protocol: 'run', method: 'csp', auc: 70.6, accuracy: 61.3 },
    options: '--protocol run --models csp',
  },
  {
    ...{ protocol: 'run', method: 'recentred', auc: 77.4, accuracy: 73.5 },
    options: '--protocol run --models tangent_space+recentre',
  },
  {
    ...{ protocol: 'folds', method: 'mdm', auc: 55.3, accuracy: 53.2, moabb: 54.76 },
    options: '--protocol folds --models mdm',
  },
  {
    ...{ protocol: 'folds', method: 'tangent', auc: 70.2, accuracy: 67.9, moabb: 67.28 },
    options: '--protocol folds --models tangent_space',
  },
  {
    ...{ protocol: 'folds', method: 'fgmdm', auc: 73.9, accuracy: 68.9, moabb: 68.46 },
    options: '--protocol folds --models fgmdm',
  },
  {
    ...{ protocol: 'run', method: 'mdm', auc: 75.1, accuracy: 62.4 },
    options: '--protocol run --models mdm',
  },
  {
    ...{ protocol: 'run', method: 'tangent', auc: 78.4, accuracy: 67.4 },
    options: '--protocol run --models tangent_space',
  },
  {
    ...{ protocol: 'run', method: 'fgmdm', auc: 77.3, accuracy: 69.5 },
    options: '--protocol run --models fgmdm',
  },
  {
    ...{ protocol: 'folds', method: 'fbcsp', auc: 59.9, accuracy: 56.6, moabb: 58.45 },
    options: '--protocol folds --models fbcsp',
  },
  {
    ...{ protocol: 'run', method: 'fbcsp', auc: 62.5, accuracy: 59.0 },
    options: '--protocol run --models fbcsp',
  },
  {
    ...{ protocol: 'folds', method: 'fbts', auc: 55.9, accuracy: 56.1 },
    options: '--protocol folds --models fbts',
  },
  {
    ...{ protocol: 'run', method: 'fbts', auc: 61.5, accuracy: 56.4 },
    options: '--protocol run --models fbts',
  },
  {
    ...{ protocol: 'shuffledFolds', method: 'csp', auc: 39.2, accuracy: 43.9 },
    options: '--protocol folds --models csp --shuffle-labels',
  },
  {
    ...{ protocol: 'shuffledRun', method: 'csp', auc: 47.7, accuracy: 48.0 },
    options: '--protocol run --models csp --shuffle-labels',
  },
];

/** In the order in which they are run; docs/BENCHMARK.md has them too. */
export const commands = `eegate prepare S0{01..15}/S*R{04,08,12}.edf --recipe fists.json -o x.npy --labels y.npy --subjects s.npy --runs r.npy --setup setup.json
eegate benchmark setup.json --data x.npy --labels y.npy --subjects s.npy --runs r.npy`;

export function scoreboardView(): TemplateResult {
  return html`
    <details class="scoreboard">
      <summary>${texts.title}</summary>
      <p class="note">${texts.data}</p>
      ${scrollTable(
        texts.title,
        texts.head,
        html`<tbody>
          ${rows.map(
            ({ protocol, method, auc, accuracy, moabb, options }) => html`
              <tr>
                <th scope="row">${texts.protocols[protocol]}</th>
                <td>${texts.methods[method]}</td>
                <td class="number">${texts.figure(auc)}</td>
                <td class="number">${texts.figure(accuracy)}</td>
                <td class="number">${moabb === undefined ? texts.none : texts.published(moabb)}</td>
                <td><code>${options}</code></td>
              </tr>
            `,
          )}
        </tbody>`,
      )}
      ${[texts.finding, texts.alignment, texts.confound].map((text) => html`<p class="note">${text}</p>`)}
      <p class="note">${texts.repeat}</p>
      <pre><code>${commands}</code></pre>
    </details>
  `;
}
