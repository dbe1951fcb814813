// Attention of one block in detail: what one token reads, by head, as maps and as a table.
import { html, type TemplateResult } from 'lit/html.js';
import { valueTable } from '../../views/parts.js';
import type { Inspection } from '../../../api/index.js';
import type { Controller } from '../controller.js';
import { drawReading, type Paint } from '../paint.js';
import { tokenSpans } from '../token_spans.js';
import type { Inspected } from '../state.js';
import type { Cell } from '../arithmetic.js';
import { headOf, percent, rowsOf, stretch } from '../value_images.js';
import { strings } from '../../strings/index.js';

const texts = strings.inside;

export type Pick = (change: Partial<Cell>) => void;

/** Share of attention that the reading token pays to another, by the head that is chosen. */
function shareOf(inspection: Inspection, name: string, cell: Cell): (token: number) => number {
  const map = inspection.find(`${name}.attention_map`)!;
  const nTokens = inspection.find(`${name}.queries`)!.dims[0]!;
  const [, nMap] = map.dims as [number, number, number];
  if (nMap === nTokens) return (token) => map.data[(cell.head * nMap + cell.query) * nMap + token]!;
  const row = inspection.find(`${name}.attention_row`);
  return (token) => row?.data[cell.head * nTokens + token] ?? 0;
}

function when(inspected: Inspected, inspection: Inspection, block: number, token: number): string {
  const place = inspection.places(block)[token];
  if (!place || place.nTimes === 0) return texts.layer.classToken;
  const perSample =
    inspected.durationS / Number(inspected.x.length / Number(inspected.model.config['n_chans']));
  const at = (sample: number) => inspected.onsetS + sample * perSample;
  return texts.layer.stretch(at(place.firstTime), at(place.firstTime + place.nTimes));
}

/** What a picture of attention reads from: the token that is chosen, and how another one is. */
interface Reading {
  name: string;
  cell: Cell;
  nTokens: number;
  nMap: number;
  read(query: number): void;
  pick: Pick;
}

export function headsView(
  inspected: Inspected,
  inspection: Inspection,
  name: string,
  cell: Cell,
  controller: Controller,
  pick: Pick,
  paint: Paint,
): TemplateResult {
  const map = inspection.find(`${name}.attention_map`)!;
  const [nHeads, nMap] = map.dims as [number, number, number];
  const nTokens = inspection.find(`${name}.queries`)!.dims[0]!;
  const read = (query: number) =>
    void controller.readFrom(Math.min(nTokens - 1, Math.max(0, query)));
  const reading = { name, cell, nTokens, nMap, read, pick };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const jump = { Home: 0, End: nTokens - 1 }[event.key];
    if (step === undefined && jump === undefined) return;
    event.preventDefault();
    read(jump ?? controller.query + step!);
  };
  return html`
    <h3>${texts.heads.title}</h3>
    <p class="note">${texts.heads.note}</p>
    ${readingView(inspected, inspection, reading, keys, paint)}
    <div class="heads" role="radiogroup" aria-label=${texts.heads.group}>
      ${Array.from({ length: nHeads }, (_, head) => headView(map, head, reading, paint))}
    </div>
    ${readTable(inspected, inspection, name, cell, nHeads, nTokens, nMap)}
  `;
}

/** The window with what one token reads, and the same in words. */
function readingView(
  inspected: Inspected,
  inspection: Inspection,
  { name, cell, nTokens, read }: Reading,
  keys: (event: KeyboardEvent) => void,
  paint: Paint,
): TemplateResult {
  const nTimes = inspected.x.length / Number(inspected.model.config['n_chans']);
  const share = shareOf(inspection, name, cell);
  const spans = tokenSpans(inspection.places(cell.block), nTimes);
  const standardized = inspection.find('standardized')!;
  paint.add('inside-reading', (surface) =>
    drawReading(surface, rowsOf(standardized), spans, share, cell.query),
  );
  const strongest = Array.from({ length: nTokens }, (_, token) => token)
    .sort((a, b) => share(b) - share(a))
    .slice(0, 3);
  return html`
    <canvas
      id="inside-reading"
      class="reading"
      tabindex="0"
      role="application"
      aria-label=${texts.heads.window(cell.query + 1)}
      @keydown=${keys}
      @pointermove=${(event: PointerEvent) => {
        const at = placeIn(event).x;
        const span = spans.find(({ from, to }) => at >= from && at < to);
        if (span && span.token !== cell.query) read(span.token);
      }}
    ></canvas>
    <p aria-live="polite" class="reads">
      ${texts.heads.reads(
        cell.query + 1,
        when(inspected, inspection, cell.block, cell.query),
        cell.head + 1,
        strongest.map((token) => ({ token: token + 1, share: share(token) })),
      )}
    </p>
  `;
}

/** The map of a head, and its choice. */
function headView(
  map: NonNullable<ReturnType<Inspection['find']>>,
  head: number,
  { cell, nTokens, nMap, read, pick }: Reading,
  paint: Paint,
): TemplateResult {
  const row = Math.floor((cell.query * nMap) / nTokens);
  const marked = head === cell.head ? { row, col: row } : null;
  return html`<label class="head" data-chosen=${head === cell.head}>
    <canvas
      id=${paint.shares(`inside-head-${head}`, headOf(map, head), marked)}
      role="img"
      aria-label=${texts.heads.picture(head + 1, nMap)}
      @pointermove=${(event: PointerEvent) => {
        const at = Math.floor(placeIn(event).y * nMap);
        const [query] = stretch(Math.min(nMap - 1, Math.max(0, at)), nMap, nTokens);
        if (head !== cell.head) pick({ head });
        if (query !== cell.query) read(query);
      }}
    ></canvas>
    <span
      ><input
        type="radio"
        name="inside-head"
        .checked=${head === cell.head}
        @change=${() => pick({ head })}
      />
      ${texts.heads.head(head + 1)}</span
    >
  </label>`;
}

/** Where a pointer is in its picture: from 0 to 1. */
function placeIn({ target, clientX, clientY }: PointerEvent): { x: number; y: number } {
  const { left, top, width, height } = (target as HTMLElement).getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

function readTable(
  inspected: Inspected,
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
  const { table } = texts.heads;
  const head = [table.token, table.madeOf, ...shares.map((_, i) => texts.heads.head(i + 1))];
  const rows = Array.from({ length: Math.min(nTokens, most) }, (_, token) => [
    token + 1,
    when(inspected, inspection, cell.block, token),
    ...shares.map((share) => percent(share(token))),
  ]);
  const caption = table.caption(
    cell.query + 1,
    nTokens > most ? most : null,
    nTokens,
    nMap < nTokens ? nMap : null,
  );
  return html`<details>
    <summary>${table.summary(cell.query + 1)}</summary>
    ${valueTable(table.label, head, rows, { caption })}
  </details>`;
}
