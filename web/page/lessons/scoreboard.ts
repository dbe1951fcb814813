// Figures of docs/BENCHMARK.md next to those that MOABB published for 109 people of the same data. A test compares them with that document.
import { html, type TemplateResult } from 'lit/html.js';
import { valueTable } from '../views/parts.js';
import { strings } from '../strings/index.js';

const texts = strings.scoreboard;

type Protocol = keyof typeof texts.protocols;
type Method = keyof typeof texts.methods;

interface Row {
  protocol: Protocol;
  method: Method;
  /** Percent. */
  auc: number;
  accuracy: number;
  /** Area under the curve that MOABB published (Chevallier et al. 2024), of its within-session evaluation. */
  moabb?: number;
  /** Of `eegate benchmark`. */
  options: string;
}

const protocolOptions: Record<Protocol, string> = {
  folds: '--protocol folds',
  run: '--protocol run',
  shuffledFolds: '--protocol folds',
  shuffledRun: '--protocol run',
};
const modelIds: Record<Method, string> = {
  csp: 'csp',
  recentred: 'tangent_space+recentre',
  mdm: 'mdm',
  tangent: 'tangent_space',
  fgmdm: 'fgmdm',
  fbcsp: 'fbcsp',
  fbts: 'fbts',
};

const figures: readonly [Protocol, Method, auc: number, accuracy: number, moabb?: number][] = [
  ['folds', 'csp', 69.3, 64.1, 65.75],
  ['run', 'csp', 70.6, 61.3],
  ['run', 'recentred', 77.4, 73.5],
  ['folds', 'mdm', 55.3, 53.2, 54.76],
  ['folds', 'tangent', 70.2, 67.9, 67.28],
  ['folds', 'fgmdm', 73.9, 68.9, 68.46],
  ['run', 'mdm', 75.1, 62.4],
  ['run', 'tangent', 78.4, 67.4],
  ['run', 'fgmdm', 77.3, 69.5],
  ['folds', 'fbcsp', 59.9, 56.6, 58.45],
  ['run', 'fbcsp', 62.5, 59.0],
  ['folds', 'fbts', 55.9, 56.1],
  ['run', 'fbts', 61.5, 56.4],
  ['shuffledFolds', 'csp', 39.2, 43.9],
  ['shuffledRun', 'csp', 47.7, 48.0],
];

export const rows: readonly Row[] = figures.map(([protocol, method, auc, accuracy, moabb]) => ({
  ...{ protocol, method, auc, accuracy },
  ...(moabb !== undefined && { moabb }),
  options: `${protocolOptions[protocol]} --models ${modelIds[method]}${protocol.startsWith('shuffled') ? ' --shuffle-labels' : ''}`,
}));

/** In the order in which they are run; docs/BENCHMARK.md has them too. */
export const commands = `eegate prepare S0{01..15}/S*R{04,08,12}.edf --recipe fists.json -o x.npy --labels y.npy --subjects s.npy --runs r.npy --setup setup.json
eegate benchmark setup.json --data x.npy --labels y.npy --subjects s.npy --runs r.npy`;

export function scoreboardView(): TemplateResult {
  return html`
    <details class="scoreboard">
      <summary>${texts.title}</summary>
      <p class="note">${texts.data}</p>
      ${valueTable(
        texts.title,
        texts.head,
        rows.map(({ protocol, method, auc, accuracy, moabb, options }) => [
          texts.protocols[protocol],
          texts.methods[method],
          texts.figure(auc),
          texts.figure(accuracy),
          moabb === undefined ? texts.none : texts.published(moabb),
          html`<code>${options}</code>`,
        ]),
        { words: [1, 5] },
      )}
      ${[texts.finding, texts.alignment, texts.confound].map((text) => html`<p class="note">${text}</p>`)}
      <p class="note">${texts.repeat}</p>
      <pre><code>${commands}</code></pre>
    </details>
  `;
}
