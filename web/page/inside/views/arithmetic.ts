// The arithmetic of one number: formula and terms.
import { html, mathml, nothing, type TemplateResult } from 'lit/html.js';
import { selectBox, valueTable, type Choice } from '../../views/parts.js';
import type { Inspection } from '../../../api/index.js';
import type { Inspected } from '../state.js';
import { gateSum, logitSum, scoreSum, type Cell, type Kind, type Sum } from '../arithmetic.js';
import { number, percent } from '../value_images.js';
import { formOf, gateOf, type GateName } from '../gates.js';
import type { Pick } from './attention.js';
import { strings } from '../../strings/index.js';

const texts = strings.inside.sum;

const counting = (n: number, name: (n: number) => string): Choice<number>[] =>
  Array.from({ length: n }, (_, value) => ({ value, text: name(value + 1) }));

export function sumView(
  { inspected, inspection }: { inspected: Inspected; inspection: Inspection },
  cell: Cell,
  pick: Pick,
): TemplateResult | typeof nothing {
  const { config, classes } = inspected.model;
  const { kind } = cell;
  const gate = gateOf(config);
  const sum = sumOf(inspection, cell, gate, config['gate_bias_sign'] === 'plus' ? 1 : -1);
  const size = (name: string, axis: number) =>
    inspection.find(`blocks.${cell.block}.${name}`)?.dims[axis] ?? 0;
  const nTokens = size('queries', 0);
  const box = (label: string, choices: Choice<number>[], field: Exclude<keyof Cell, 'kind'>) =>
    selectBox(label, choices, cell[field], (value) => pick({ [field]: value }));
  const tokens = counting(nTokens, texts.token);
  const outputs = classes.slice(0, inspection.logits.length);
  const named = outputs.map((text, value) => ({ value, text }));
  const boxes = {
    score: () => [
      box(texts.byHead, counting(size('attention_map', 0), texts.head), 'head'),
      box(texts.reads, tokens, 'query'),
      box(texts.isRead, tokens, 'key'),
    ],
    gate: () => [
      box(texts.forToken, tokens, 'query'),
      box(texts.ofFeature, counting(size('output', 1), texts.feature), 'feature'),
    ],
    logit: () => [box(texts.logitOf, named, 'output')],
  };
  return html`
    <div class="picks">${boxes[kind]()}</div>
    <p class="formula">${formula(kind, gate)}</p>
    ${sum ? writtenOut(sum, kind) : html`<p class="note">${texts.impossible}</p>`}
  `;
}

function sumOf(
  inspection: Inspection,
  cell: Cell,
  gate: GateName | null,
  sign: number,
): Sum | null {
  if (cell.kind === 'score') return scoreSum(inspection, cell);
  if (cell.kind === 'logit') return logitSum(inspection, cell);
  return gate && gateSum(inspection, cell, gate, sign);
}

function writtenOut({ terms, sum, steps, engine }: Sum, kind: Kind): TemplateResult {
  const result = steps.at(-1)!.value;
  const tell = (value: number) => (kind === 'logit' ? number(value) : percent(value));
  const isSame = Math.abs(result - engine) < 1e-4 * Math.max(1, Math.abs(engine));
  const [a = '', b = ''] = texts.factors[kind];
  const head = [texts.term, a, b, texts.product, texts.soFar];
  let total = 0;
  const rows = terms.map(({ a: left, b: right }, i) => {
    total += left * right;
    return [i + 1, ...[left, right, left * right, total].map(number)];
  });
  return html`
    ${valueTable(texts.label, head, rows)}
    <ol class="chain">
      <li><span>${texts.sumOf(terms.length)}</span><strong>${number(sum)}</strong></li>
      ${steps.map(({ text, value }, i) => html`<li><span>${text}</span><strong>${i === steps.length - 1 ? tell(value) : number(value)}</strong></li>`)}
    </ol>
    <p aria-live="polite" class=${isSame ? 'fine' : 'note'}>
      ${isSame ? texts.same(tell(engine)) : texts.other(tell(engine))}
    </p>
  `;
}

function formula(kind: Kind, gate: GateName | null): TemplateResult | typeof nothing {
  if (kind === 'score')
    return html`<math display="block" aria-label=${texts.spoken.score}>
      <mrow>
        <msub
          ><mi>p</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub
        ><mo>=</mo> <msub><mi>softmax</mi><mi>j</mi></msub
        ><mspace width="0.2em"></mspace>
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
    return html`<math display="block" aria-label=${texts.spoken.logit}>
      <mrow
        ><msub><mi>z</mi><mi>c</mi></msub
        ><mo>=</mo><munder><mo>∑</mo><mi>e</mi></munder
        ><msub
          ><mi>W</mi><mrow><mi>c</mi><mi>e</mi></mrow></msub
        ><msub><mi>v</mi><mi>e</mi></msub
        ><mo>+</mo><msub><mi>b</mi><mi>c</mi></msub></mrow
      >
    </math>`;
  return gate ? gateFormula(gate) : nothing;
}

function gateFormula(gate: GateName): TemplateResult {
  const { symbol, products, bias } = formOf(gate);
  const sum = products.map(
    ({ matrix, of }, i) =>
      mathml`${i ? mathml`<mo>+</mo>` : nothing}<mi>${matrix}</mi><mi>${of}</mi>`,
  );
  const spoken = products.map(({ matrix, of }) => `${matrix} ${of}`);
  return html`<math display="block" aria-label=${texts.spoken.gate(spoken, bias !== null)}>
    <mrow
      ><mi>${symbol}</mi><mo>=</mo><mi>σ</mi
      ><mo>(</mo>${sum}${bias ? mathml`<mo>${bias}</mo><mi>b</mi>` : nothing}<mo>)</mo></mrow
    >
  </math>`;
}
