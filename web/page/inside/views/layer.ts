// One block opened: who listens to whom, how open the gates are, what the sub-layers add to the stream.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { scrollTable, selectBox } from '../../views/parts.js';
import type { Inspection } from '../../../api/index.js';
import type { Conduct } from '../conduct.js';
import { drawListening, drawOpenness, type Paint } from '../paint.js';
import { tokenSpans } from '../spans.js';
import { shownInspection, type InsideState, type Look, type Zoom } from '../state.js';
import type { Cell } from '../sums.js';
import {
  headOf,
  layerOf,
  meanByToken,
  number,
  percent,
  rms,
  rowsOf,
  stretch,
  tokensOf,
} from '../walk.js';

export interface Moves {
  zoom(zoom: Zoom): void;
  open(block: number): void;
  pick(change: Partial<Cell>): void;
}

export function layerView(
  state: InsideState,
  conduct: Conduct,
  moves: Moves,
  paint: Paint,
): TemplateResult | typeof nothing {
  const inspection = shownInspection(state);
  const { look } = state;
  if (!look || !inspection) return nothing;
  return inspection.nBlocks
    ? blockView(state, look, inspection, conduct, moves, paint)
    : chainView(state, inspection, moves, paint);
}

function chainView({ open }: InsideState, inspection: Inspection, moves: Moves, paint: Paint) {
  const tensor = inspection.find(`layers.${open}`);
  if (!tensor) return nothing;
  const grid = layerOf(tensor);
  paint.signed('inside-layer', grid);
  const choices = inspection.layers.map((layer, i) => ({
    value: String(i),
    text: `${i + 1}: ${layer}`,
  }));
  return html`
    ${selectBox('Opened layer', choices, String(open), (value) => moves.open(Number(value)))}
    <canvas
      id="inside-layer"
      class="tall"
      role="img"
      aria-label="Output of layer ${open + 1}, ${inspection.layers[open]}: ${tensor.shape.join(' × ')}, values to ±${number(grid.reach)}"
    ></canvas>
    <p class="note">
      Frames × rows × steps × maps: ${tensor.shape.join(' × ')}; values to ±${number(grid.reach)},
      root mean square ${number(rms(tensor))}. This model has no heads and no gates to switch off.
    </p>
  `;
}

function blockView(
  state: InsideState,
  look: Look,
  inspection: Inspection,
  conduct: Conduct,
  moves: Moves,
  paint: Paint,
): TemplateResult {
  const { cell, open } = state;
  const name = `blocks.${open}`;
  const blocks = Array.from({ length: inspection.nBlocks }, (_, i) => ({
    value: String(i),
    text: `Block ${i + 1}`,
  }));
  return html`
    ${blocks.length > 1 ? selectBox('Opened block', blocks, String(open), (value) => moves.open(Number(value))) : nothing}
    ${headsView(look, inspection, name, cell, conduct, moves, paint)}
    ${gatesView(look, inspection, name, cell, paint)} ${streamView(look, inspection, open, paint)}
  `;
}

/** Share of attention that the listener pays to a token, by the head that is chosen. */
function shareOf(inspection: Inspection, name: string, cell: Cell): (token: number) => number {
  const map = inspection.find(`${name}.attention_map`)!;
  const nTokens = inspection.find(`${name}.queries`)!.shape[0]!;
  const [, nMap] = map.shape as [number, number, number];
  if (nMap === nTokens)
    return (token) => map.values[(cell.head * nMap + cell.query) * nMap + token]!;
  const row = inspection.find(`${name}.attention_row`);
  return (token) => row?.values[cell.head * nTokens + token] ?? 0;
}

function when(look: Look, inspection: Inspection, block: number, token: number): string {
  const place = inspection.places(block)[token];
  if (!place || place.nTimes === 0) return 'class token';
  const perSample = look.durationS / Number(look.x.length / Number(look.model.config['n_chans']));
  const at = (sample: number) => (look.onsetS + sample * perSample).toFixed(2);
  return `${at(place.firstTime)} to ${at(place.firstTime + place.nTimes)} s`;
}

function headsView(
  look: Look,
  inspection: Inspection,
  name: string,
  cell: Cell,
  conduct: Conduct,
  moves: Moves,
  paint: Paint,
): TemplateResult {
  const map = inspection.find(`${name}.attention_map`)!;
  const [nHeads, nMap] = map.shape as [number, number, number];
  const nTokens = inspection.find(`${name}.queries`)!.shape[0]!;
  const nChannels = Number(look.model.config['n_chans']);
  const nTimes = look.x.length / nChannels;
  const share = shareOf(inspection, name, cell);
  const spans = tokenSpans(inspection.places(cell.block), nTimes);
  const epoch = inspection.find('standardized')!;
  paint.add('inside-listening', (surface) =>
    drawListening(surface, rowsOf(epoch), spans, share, cell.query),
  );
  const listen = (query: number) => void conduct.listen(Math.min(nTokens - 1, Math.max(0, query)));
  const row = Math.floor((cell.query * nMap) / nTokens);
  const strongest = Array.from({ length: nTokens }, (_, token) => token)
    .sort((a, b) => share(b) - share(a))
    .slice(0, 3);
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const jump = { Home: 0, End: nTokens - 1 }[event.key];
    if (step === undefined && jump === undefined) return;
    event.preventDefault();
    listen(jump ?? cell.query + step!);
  };
  return html`
    <h3>Heads: who listens to whom</h3>
    <p class="note">
      Each head lets every token fetch values from others. Rows listen, columns are listened to;
      darker is more. Attention is routing: it says where values were fetched, not what mattered for
      the answer.
    </p>
    <canvas
      id="inside-listening"
      class="listening"
      tabindex="0"
      role="application"
      aria-label="The epoch with what token ${cell.query + 1} listens to. Arrow keys choose the token."
      @keydown=${keys}
      @pointermove=${(event: PointerEvent) => {
        const box = (event.target as HTMLElement).getBoundingClientRect();
        const at = (event.clientX - box.left) / box.width;
        const span = spans.find(({ from, to }) => at >= from && at < to);
        if (span && span.token !== cell.query) listen(span.token);
      }}
    ></canvas>
    <p aria-live="polite" class="listens">
      <strong>Token ${cell.query + 1}</strong> (${when(look, inspection, cell.block, cell.query)}),
      head ${cell.head + 1}, listens most to
      ${strongest.map((token, i) => html`${i ? ', ' : ''}token ${token + 1} (${percent(share(token))})`)}.
    </p>
    <div class="heads" role="radiogroup" aria-label="Head">
      ${Array.from({ length: nHeads }, (_, head) => {
        const id = paint.shares(
          `inside-head-${head}`,
          headOf(map, head),
          head === cell.head ? { row, col: row } : null,
        );
        return html`<label class="head" data-chosen=${head === cell.head}>
          <canvas
            id=${id}
            role="img"
            aria-label="Head ${head + 1}: ${nMap} by ${nMap} shares"
            @pointermove=${(event: PointerEvent) => {
              const box = (event.target as HTMLElement).getBoundingClientRect();
              const at = Math.floor(((event.clientY - box.top) / box.height) * nMap);
              const [query] = stretch(Math.min(nMap - 1, Math.max(0, at)), nMap, nTokens);
              if (head !== cell.head) moves.pick({ head });
              if (query !== cell.query) listen(query);
            }}
          ></canvas>
          <span
            ><input
              type="radio"
              name="inside-head"
              .checked=${head === cell.head}
              @change=${() => moves.pick({ head })}
            />
            Head ${head + 1}</span
          >
        </label>`;
      })}
    </div>
    ${listenTable(look, inspection, name, cell, nHeads, nTokens, nMap)}
  `;
}

function listenTable(
  look: Look,
  inspection: Inspection,
  name: string,
  cell: Cell,
  nHeads: number,
  nTokens: number,
  nMap: number,
): TemplateResult {
  const most = 200;
  const shares = Array.from({ length: nHeads }, (_, head) =>
    shareOf(inspection, name, { ...cell, head }),
  );
  const head = ['Token', 'Made of', ...shares.map((_, i) => `Head ${i + 1}`)];
  const body = html`<tbody>
    ${Array.from(
      { length: Math.min(nTokens, most) },
      (_, token) =>
        html`<tr>
          <th scope="row">${token + 1}</th>
          <td>${when(look, inspection, cell.block, token)}</td>
          ${shares.map((share) => html`<td>${percent(share(token))}</td>`)}
        </tr>`,
    )}
  </tbody>`;
  const summed =
    nMap < nTokens ? ` Above, ${nTokens} tokens are summed up to ${nMap} stretches.` : '';
  const cut = nTokens > most ? ` The first ${most} of ${nTokens} tokens.` : '';
  return html`<details>
    <summary>Token ${cell.query + 1}'s attention as a table</summary>
    ${scrollTable('Attention of one token', head, body, `What token ${cell.query + 1} listens to.${cut}${summed}`)}
  </details>`;
}

const gateWords: Record<string, string> = {
  input: 'g = σ(W x) · x + y: how much of the stream is kept',
  output: 'g = x + σ(W x − b) · y: how much of the new is let in',
  highway: 'g = s · x + (1 − s) · y: how much of the new is let in',
  sigtanh: 'g = x + σ(W y − b) · tanh(U y): how much of the new is let in',
  gru: 'g = (1 − z) · x + z · h: how much of the new is let in',
};

function gatesView(look: Look, inspection: Inspection, name: string, cell: Cell, paint: Paint) {
  const nTimes = look.x.length / Number(look.model.config['n_chans']);
  const spans = tokenSpans(inspection.places(cell.block), nTimes);
  const gates = [
    ['gate1', 'after attention'],
    ['gate2', 'after the feed-forward net'],
  ] as const;
  const found = gates.flatMap(([gate, where]) => {
    const tensor = inspection.find(`${name}.${gate}`);
    return tensor ? [{ gate, where, openness: meanByToken(tensor) }] : [];
  });
  if (!found.length)
    return html`<h3>No gates</h3>
      <p class="note">A standard block adds what is new to the stream as it is: x + y.</p>`;
  return html`
    <h3>Gates: how open</h3>
    <p class="note">
      ${gateWords[String(look.model.config['gate'])]}. Bars: mean over the features of each token, 0
      to 100 %.
    </p>
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
          aria-label="Gate ${where}: open ${percent(least)} to ${percent(most)}"
        ></canvas>
        <span class="size"
          >${percent(least)} to ${percent(most)}; token ${cell.query + 1}:
          ${percent(openness[cell.query] ?? 0)}</span
        >
      </div>`;
    })}
    <details>
      <summary>Gates as a table</summary>
      ${scrollTable(
        'Gates',
        ['Token', ...found.map(({ where }) => `Open ${where}`)],
        html`<tbody>
          ${found[0]!.openness.slice(0, 200).map(
            (_, token) =>
              html`<tr>
                <th scope="row">${token + 1}</th>
                ${found.map(({ openness }) => html`<td>${percent(openness[token]!)}</td>`)}
              </tr>`,
          )}
        </tbody>`,
      )}
    </details>
  `;
}

/** The stream before, between and after, and what each sub-layer adds. */
function streamView(
  look: Look,
  inspection: Inspection,
  block: number,
  paint: Paint,
): TemplateResult {
  const name = `blocks.${block}`;
  const before = block === 0 ? 'tokens' : `blocks.${block - 1}.output`;
  const steps = [
    [before, 'Stream in'],
    [
      `${name}.attention_input`,
      look.model.config['block'] === 'post_ln' ? 'Read by the heads' : 'Normed',
    ],
    [`${name}.attention_output`, 'Attention brings'],
    [`${name}.middle`, 'Stream between'],
    [`${name}.ffn_hidden`, 'Hidden layer'],
    [`${name}.ffn_output`, 'Feed-forward brings'],
    [`${name}.output`, 'Stream out'],
  ] as const;
  const found = steps.flatMap(([step, title]) => {
    const tensor = inspection.find(step);
    return tensor ? [{ title, tensor, width: rms(tensor) }] : [];
  });
  const widest = Math.max(...found.map(({ width }) => width), 1e-9);
  return html`
    <h3>The stream, and what is added to it</h3>
    <ol class="steps">
      ${found.map(({ title, tensor, width }, i) => {
        const id = paint.signed(`inside-step-${i}`, tokensOf(tensor));
        return html`<li>
          <span class="name">${title}</span>
          <canvas
            id=${id}
            role="img"
            aria-label="${title}: ${tensor.shape.join(' × ')}, root mean square ${number(width)}"
          ></canvas>
          <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width=${(100 * width) / widest} height="10" />
          </svg>
          <span class="size">${tensor.shape.join(' × ')} · rms ${number(width)}</span>
        </li>`;
      })}
    </ol>
  `;
}
