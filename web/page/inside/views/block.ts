// Details of one block: opening of its gates for each token, and what its sub-layers add to the residual stream.
import { html, type TemplateResult } from 'lit/html.js';
import { valueTable } from '../../views/parts.js';
import type { Inspection } from '../../../api/index.js';
import { drawOpenness, type Paint } from '../paint.js';
import { tokenSpans } from '../token_spans.js';
import type { Inspected } from '../state.js';
import type { Cell } from '../arithmetic.js';
import { gateOf } from '../gates.js';
import { meanByToken, percent, rms, tokensOf } from '../value_images.js';
import { strings } from '../../strings/index.js';

const texts = strings.inside;

export function gatesView(
  inspected: Inspected,
  inspection: Inspection,
  name: string,
  cell: Cell,
  paint: Paint,
) {
  const nTimes = inspected.x.length / Number(inspected.model.config['n_chans']);
  const spans = tokenSpans(inspection.places(cell.block), nTimes);
  const gates = [
    ['gate1', texts.gates.afterAttention],
    ['gate2', texts.gates.afterFfn],
  ] as const;
  const found = gates.flatMap(([gate, where]) => {
    const tensor = inspection.find(`${name}.${gate}`);
    return tensor ? [{ gate, where, openness: meanByToken(tensor) }] : [];
  });
  if (!found.length) return html`<p class="note">${texts.gates.noneNote}</p>`;
  return html`
    <h3>${texts.gates.title}</h3>
    <p class="note">${texts.gates.note(texts.gates.formulas[gateOf(inspected.model.config)!])}</p>
    ${found.map(({ gate, where, openness }) => {
      const id = paint.add(`inside-${gate}`, (surface) =>
        drawOpenness(surface, spans, openness, cell.query),
      );
      const [least, most] = [Math.min(...openness), Math.max(...openness)];
      return html`<div class="gate">
        <span>${where}</span>
        <canvas
          id=${id}
          class="strip"
          role="img"
          aria-label=${texts.gates.picture(where, least, most)}
        ></canvas>
        <span class="size"
          >${texts.gates.range(least, most, cell.query + 1, openness[cell.query] ?? 0)}</span
        >
      </div>`;
    })}
    <details>
      <summary>${texts.gates.summary}</summary>
      ${valueTable(
        texts.gates.label,
        [texts.gates.token, ...found.map(({ where }) => texts.gates.open(where))],
        Array.from(found[0]!.openness.slice(0, 200), (_, token) => [
          token + 1,
          ...found.map(({ openness }) => percent(openness[token]!)),
        ]),
      )}
    </details>
  `;
}

/** The residual stream before, between and after, and what each sub-layer adds. */
export function streamView(
  inspected: Inspected,
  inspection: Inspection,
  block: number,
  paint: Paint,
): TemplateResult {
  const { stream } = texts;
  const name = `blocks.${block}`;
  const before = block === 0 ? 'tokens' : `blocks.${block - 1}.output`;
  const steps = [
    [before, stream.in],
    [
      `${name}.attention_input`,
      inspected.model.config['block'] === 'post_ln' ? stream.read : stream.normed,
    ],
    [`${name}.attention_output`, stream.attention],
    [`${name}.middle`, stream.between],
    [`${name}.ffn_hidden`, stream.hidden],
    [`${name}.ffn_output`, stream.ffn],
    [`${name}.output`, stream.out],
  ] as const;
  const found = steps.flatMap(([step, title]) => {
    const tensor = inspection.find(step);
    return tensor ? [{ title, tensor, width: rms(tensor) }] : [];
  });
  const widest = Math.max(...found.map(({ width }) => width), 1e-9);
  return html`
    <h3>${stream.title}</h3>
    <ol class="steps">
      ${found.map(({ title, tensor, width }, i) => {
        const id = paint.signed(`inside-step-${i}`, tokensOf(tensor));
        return html`<li>
          <span class="name">${title}</span>
          <canvas
            id=${id}
            role="img"
            aria-label=${stream.picture(title, tensor.dims.join(' × '), width)}
          ></canvas>
          <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width=${(100 * width) / widest} height="10" />
          </svg>
          <span class="size">${stream.size(tensor.dims.join(' × '), width)}</span>
        </li>`;
      })}
    </ol>
  `;
}
