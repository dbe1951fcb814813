// One block opened: who listens to whom, how open the gates are, what the sub-layers add to the stream.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { scrollTable, selectBox } from '../../views/parts.js';
import type { Inspection } from '../../../api/index.js';
import type { Conduct } from '../conduct.js';
import { drawListening, drawOpenness, type Paint } from '../paint.js';
import { tokenSpans } from '../spans.js';
import { shownInspection, type InsideState, type Look, type Zoom } from '../state.js';
import type { Cell } from '../sums.js';
import { headOf, layerOf, meanByToken, percent, rms, rowsOf, stretch, tokensOf } from '../walk.js';
import { words } from '../../words/index.js';

const said = words.inside;

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
  const shape = tensor.shape.join(' × ');
  const choices = inspection.layers.map((layer, i) => ({
    value: String(i),
    text: said.layer.choice(i + 1, layer),
  }));
  return html`
    ${selectBox(said.layer.opened, choices, String(open), (value) => moves.open(Number(value)))}
    <canvas
      id="inside-layer"
      class="tall"
      role="img"
      aria-label=${said.layer.picture(open + 1, inspection.layers[open] ?? '', shape, grid.reach)}
    ></canvas>
    <p class="note">${said.layer.facts(shape, grid.reach, rms(tensor))}</p>
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
    text: said.layer.block(i + 1),
  }));
  return html`
    ${blocks.length > 1 ? selectBox(said.layer.openedBlock, blocks, String(open), (value) => moves.open(Number(value))) : nothing}
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
  if (!place || place.nTimes === 0) return said.layer.classToken;
  const perSample = look.durationS / Number(look.x.length / Number(look.model.config['n_chans']));
  const at = (sample: number) => look.onsetS + sample * perSample;
  return said.layer.stretch(at(place.firstTime), at(place.firstTime + place.nTimes));
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
    <h3>${said.heads.title}</h3>
    <p class="note">${said.heads.note}</p>
    <canvas
      id="inside-listening"
      class="listening"
      tabindex="0"
      role="application"
      aria-label=${said.heads.epoch(cell.query + 1)}
      @keydown=${keys}
      @pointermove=${(event: PointerEvent) => {
        const box = (event.target as HTMLElement).getBoundingClientRect();
        const at = (event.clientX - box.left) / box.width;
        const span = spans.find(({ from, to }) => at >= from && at < to);
        if (span && span.token !== cell.query) listen(span.token);
      }}
    ></canvas>
    <p aria-live="polite" class="listens">
      ${said.heads.listens(
        cell.query + 1,
        when(look, inspection, cell.block, cell.query),
        cell.head + 1,
        strongest.map((token) => ({ token: token + 1, share: share(token) })),
      )}
    </p>
    <div class="heads" role="radiogroup" aria-label=${said.heads.group}>
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
            aria-label=${said.heads.picture(head + 1, nMap)}
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
            ${said.heads.head(head + 1)}</span
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
  const { table } = said.heads;
  const head = [table.token, table.madeOf, ...shares.map((_, i) => said.heads.head(i + 1))];
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
  const caption = table.caption(
    cell.query + 1,
    nTokens > most ? most : null,
    nTokens,
    nMap < nTokens ? nMap : null,
  );
  return html`<details>
    <summary>${table.summary(cell.query + 1)}</summary>
    ${scrollTable(table.label, head, body, caption)}
  </details>`;
}

const gateWords: Record<string, string | undefined> = said.gates.formulas;

function gatesView(look: Look, inspection: Inspection, name: string, cell: Cell, paint: Paint) {
  const nTimes = look.x.length / Number(look.model.config['n_chans']);
  const spans = tokenSpans(inspection.places(cell.block), nTimes);
  const gates = [
    ['gate1', said.gates.afterAttention],
    ['gate2', said.gates.afterFfn],
  ] as const;
  const found = gates.flatMap(([gate, where]) => {
    const tensor = inspection.find(`${name}.${gate}`);
    return tensor ? [{ gate, where, openness: meanByToken(tensor) }] : [];
  });
  if (!found.length)
    return html`<h3>${said.gates.none}</h3>
      <p class="note">${said.gates.noneNote}</p>`;
  return html`
    <h3>${said.gates.title}</h3>
    <p class="note">${said.gates.note(gateWords[String(look.model.config['gate'])])}</p>
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
          aria-label=${said.gates.picture(where, least, most)}
        ></canvas>
        <span class="size"
          >${said.gates.range(least, most, cell.query + 1, openness[cell.query] ?? 0)}</span
        >
      </div>`;
    })}
    <details>
      <summary>${said.gates.summary}</summary>
      ${scrollTable(
        said.gates.label,
        [said.gates.token, ...found.map(({ where }) => said.gates.open(where))],
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
  const { stream } = said;
  const name = `blocks.${block}`;
  const before = block === 0 ? 'tokens' : `blocks.${block - 1}.output`;
  const steps = [
    [before, stream.in],
    [
      `${name}.attention_input`,
      look.model.config['block'] === 'post_ln' ? stream.read : stream.normed,
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
            aria-label=${stream.picture(title, tensor.shape.join(' × '), width)}
          ></canvas>
          <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width=${(100 * width) / widest} height="10" />
          </svg>
          <span class="size">${stream.size(tensor.shape.join(' × '), width)}</span>
        </li>`;
      })}
    </ol>
  `;
}
