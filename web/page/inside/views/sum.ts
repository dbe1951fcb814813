// One multiplication with its formula and its numbers.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { scrollTable, selectBox, type Choice } from '../../views/parts.js';
import { shownInspection, type InsideState } from '../state.js';
import { gateSum, logitSum, scoreSum, type Cell, type Kind, type Sum } from '../sums.js';
import { number, percent } from '../walk.js';
import type { Moves } from './layer.js';

const counting = (n: number, name: string): Choice[] =>
  Array.from({ length: n }, (_, i) => ({ value: String(i), text: `${name} ${i + 1}` }));

export function sumView(state: InsideState, moves: Moves): TemplateResult | typeof nothing {
  const inspection = shownInspection(state);
  const { look, cell } = state;
  if (!look || !inspection) return nothing;
  if (!inspection.nBlocks)
    return html`<p class="note">
      For this model the layers are shown one by one under Layer; sums are written out for
      transformers.
    </p>`;
  const { config, classes } = look.model;
  const gate = config['block'] === 'gated' ? String(config['gate']) : '';
  const kind = cell.kind === 'gate' && !gate ? 'score' : cell.kind;
  const shown = { ...cell, kind };
  const sum =
    kind === 'score'
      ? scoreSum(inspection, shown)
      : kind === 'gate'
        ? gateSum(inspection, shown, gate, config['gate_bias_sign'] === 'plus' ? 1 : -1)
        : logitSum(inspection, shown);
  const nTokens = inspection.find(`blocks.${cell.block}.queries`)!.shape[0]!;
  const nHeads = inspection.find(`blocks.${cell.block}.attention_map`)!.shape[0]!;
  const nFeatures = inspection.find(`blocks.${cell.block}.output`)!.shape[1]!;
  const kinds: Choice[] = [
    { value: 'score', text: 'how much one token listens to another' },
    ...(gate ? [{ value: 'gate', text: 'how open a gate is' }] : []),
    { value: 'logit', text: 'a logit' },
  ];
  const box = (label: string, choices: Choice[], field: keyof Cell) =>
    selectBox(label, choices, String(shown[field]), (value) =>
      moves.pick({ [field]: field === 'kind' ? value : Number(value) }),
    );
  return html`
    <div class="picks">
      ${box('Written out', kinds, 'kind')}
      ${
        kind === 'logit'
          ? box(
              'Logit of',
              classes
                .slice(0, inspection.logits.length)
                .map((text, i) => ({ value: String(i), text })),
              'output',
            )
          : nothing
      }
      ${kind !== 'logit' && inspection.nBlocks > 1 ? box('In block', counting(inspection.nBlocks, 'Block'), 'block') : nothing}
      ${kind === 'score' ? box('By head', counting(nHeads, 'Head'), 'head') : nothing}
      ${kind !== 'logit' ? box(kind === 'score' ? 'Listens' : 'For token', counting(nTokens, 'Token'), 'query') : nothing}
      ${kind === 'score' ? box('Is listened to', counting(nTokens, 'Token'), 'key') : nothing}
      ${kind === 'gate' ? box('Of feature', counting(nFeatures, 'Feature'), 'feature') : nothing}
    </div>
    <p class="formula">${formula(kind, gate)}</p>
    ${sum ? writtenOut(sum, kind) : html`<p class="note">This sum cannot be written out for this model.</p>`}
  `;
}

function writtenOut({ terms, sum, steps, engine }: Sum, kind: Kind): TemplateResult {
  const result = steps.at(-1)!.value;
  const tell = (value: number) => (kind === 'logit' ? number(value) : percent(value));
  const isSame = Math.abs(result - engine) < 1e-4 * Math.max(1, Math.abs(engine));
  const [a, b] =
    kind === 'score'
      ? ['Query', 'Key']
      : kind === 'gate'
        ? ['Weight', 'Value']
        : ['Pooled', 'Weight'];
  const head = ['Term', a!, b!, 'Product', 'Sum so far'];
  let total = 0;
  const rows = terms.map(({ a: left, b: right }, i) => {
    total += left * right;
    return html`<tr>
      <th scope="row">${i + 1}</th>
      <td>${number(left)}</td>
      <td>${number(right)}</td>
      <td>${number(left * right)}</td>
      <td>${number(total)}</td>
    </tr>`;
  });
  return html`
    ${scrollTable(
      'The sum, term by term',
      head,
      html`<tbody>
        ${rows}
      </tbody>`,
    )}
    <ol class="chain">
      <li><span>Sum of ${terms.length} products</span><strong>${number(sum)}</strong></li>
      ${steps.map(({ text, value }, i) => html`<li><span>${text}</span><strong>${i === steps.length - 1 ? tell(value) : number(value)}</strong></li>`)}
    </ol>
    <p aria-live="polite" class=${isSame ? 'fine' : 'note'}>
      ${isSame ? `The engine has the same number: ${tell(engine)}.` : `The engine has ${tell(engine)}: what is switched off, or terms for distance, windows and masks, are not in this sum.`}
    </p>
  `;
}

function formula(kind: Kind, gate: string): TemplateResult {
  if (kind === 'score')
    return html`<math
      display="block"
      aria-label="share = softmax of query times key over the root of the key width"
    >
      <mrow>
        <msub
          ><mi>p</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub
        ><mo>=</mo>
        <munder><mi>softmax</mi><mi>j</mi></munder>
        <mfrac>
          <mrow
            ><msub><mi>q</mi><mi>i</mi></msub
            ><mo>·</mo><msub><mi>k</mi><mi>j</mi></msub></mrow
          >
          <msqrt><mi>d</mi></msqrt>
        </mfrac>
      </mrow>
    </math>`;
  if (kind === 'logit')
    return html`<math display="block" aria-label="logit = weight times pooled plus bias">
      <mrow
        ><msub><mi>z</mi><mi>c</mi></msub
        ><mo>=</mo><munder><mo>∑</mo><mi>e</mi></munder
        ><msub
          ><mi>W</mi><mrow><mi>c</mi><mi>e</mi></mrow></msub
        ><msub><mi>v</mi><mi>e</mi></msub
        ><mo>+</mo><msub><mi>b</mi><mi>c</mi></msub></mrow
      >
    </math>`;
  if (gate === 'gru')
    return html`<math display="block" aria-label="openness = sigma of W y plus U x minus b">
      <mrow
        ><mi>z</mi><mo>=</mo><mi>σ</mi><mo>(</mo><mi>W</mi><mi>y</mi><mo>+</mo><mi>U</mi><mi>x</mi
        ><mo>−</mo><mi>b</mi><mo>)</mo></mrow
      >
    </math>`;
  const of = gate === 'sigtanh' ? 'y' : 'x';
  const [sign, bias] = gate === 'input' ? ['', ''] : [gate === 'highway' ? '+' : '−', 'b'];
  return html`<math display="block" aria-label="openness = sigma of W ${of} with the bias">
    <mrow
      ><mi>s</mi><mo>=</mo><mi>σ</mi><mo>(</mo><mi>W</mi><mi>${of}</mi><mo>${sign}</mo
      ><mi>${bias}</mi><mo>)</mo></mrow
    >
  </math>`;
}
