// The path of the window through the model as one drawing, from left to right. Draws change attributes; the elements stay.
import { html, svg, nothing, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';
import { layerNote, titleOf } from '../sentences.js';
import type { Stop } from '../station_layout.js';
import { strings } from '../../strings/index.js';
import { cellsView } from './cells.js';
import { feedForwardView, ribbonsView, rowMark } from './block_view.js';
import { classesView, pooledView, poolView } from './result_view.js';
import { hasRows, nRowsOf, shortened, type Scene } from './scene.js';
import { fanView, tracesView } from './signal_view.js';
import { tokensView } from './tokens_view.js';
import { valveView } from './valve_view.js';

const texts = strings.inside.drawing;

export function drawingView(scene: Scene): TemplateResult {
  const { layout, inspected, hands } = scene;
  const { width, height, stops } = layout;
  const at = (event: PointerEvent | MouseEvent) => placeAt(scene, event);
  const hover = (event: PointerEvent) => {
    if (event.type === 'pointermove' && event.buttons) return; // a hand that holds a valve looks at nothing else
    const { stop, row } = at(event);
    hands.hover(stop?.id ?? '');
    if (event.pointerType !== 'touch' || event.type === 'pointerdown') hands.row(row);
  };
  const leave = () => {
    hands.hover('');
    hands.row(null);
  };
  const open = (event: MouseEvent) => {
    if ((event.target as Element).closest('[role=switch], [role=slider], [role=button]')) return;
    const { stop } = at(event);
    if (stop) hands.open(stop.id);
  };
  return html`<svg
    class="inside-svg"
    role="group"
    aria-label=${texts.label(inspected.title)}
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    @pointermove=${hover}
    @pointerdown=${hover}
    @pointerleave=${leave}
    @click=${open}
  >
    ${stops.map((stop, i) => stopView(scene, stop, stops[i - 1]))}
    <g class="pulses" aria-hidden="true"></g>
  </svg>`;
}

/** The station and the row of tokens at a point. */
function placeAt(
  { layout, figures }: Scene,
  event: MouseEvent,
): { stop?: Stop; row: number | null } {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  const stop = layout.stops.find((one) => x >= one.x - 4 && x <= one.x + one.width + 4);
  const down = (y - layout.top) / layout.room;
  if (!stop || !hasRows(stop) || down < 0 || down >= 1) return { stop, row: null };
  return { stop, row: Math.floor(down * nRowsOf(figures, stop)) };
}

function stopView(scene: Scene, stop: Stop, before: Stop | undefined): SVGTemplateResult {
  const { state, layout } = scene;
  const { playing } = state;
  const order = layout.stops.findIndex(({ id }) => id === playing);
  const phase =
    order < 0
      ? ''
      : stop.id === playing
        ? 'now'
        : layout.stops.indexOf(stop) > order
          ? 'ahead'
          : 'done';
  return svg`<g class="stop" data-kind=${stop.kind} data-phase=${phase} data-open=${state.station === stop.id} data-hovered=${state.hovered === stop.id}>
    ${titleView(scene, stop)}
    ${bodyView(scene, stop, before)}
    ${hasRows(stop) && stop.kind !== 'attention' ? rowMark(scene, stop, nRowsOf(scene.figures, stop)) : nothing}
  </g>`;
}

/** What opens the station, by pointer and by key. */
function titleView(scene: Scene, stop: Stop): SVGTemplateResult {
  const { state, hands } = scene;
  const title = titleOf(scene.figures, stop);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    hands.open(stop.id);
  };
  const { y, width, note } = titlePlace(scene, stop);
  return svg`<g class="title" role="button" tabindex="0" aria-label=${title.full} aria-expanded=${state.station === stop.id}
      aria-controls="inside-detail" aria-describedby="inside-sentence"
      @click=${() => hands.open(stop.id)} @keydown=${press} @focus=${() => hands.hover(stop.id)}>
    <rect class="hit" x=${stop.x - 2} y=${y} width=${width + 4} height="24" rx="3"></rect>
    <text x=${stop.x} y=${y + 15}>${shortened(title.short, width)}</text>
    ${note ? svg`<text class="small" x=${stop.x} y="34">${shortened(note, stop.width)}</text>` : nothing}
  </g>`;
}

/** The last layer is among the lower ones: what follows has its title above. */
function titlePlace({ figures, layout: { isStaggered } }: Scene, stop: Stop) {
  if (!isStaggered || stop.kind !== 'layer')
    return { y: 0, width: stop.width, note: layerNote(figures, stop) };
  const isLow = (figures.layers.length - 1 - stop.block) % 2 === 0;
  return { y: isLow ? 22 : 0, width: 2 * stop.width + 8, note: '' };
}

function bodyView(scene: Scene, stop: Stop, before: Stop | undefined): unknown {
  const { figures, layout } = scene;
  const whole = { x: stop.x, y: layout.top, width: stop.width, height: layout.room };
  switch (stop.kind) {
    case 'signal':
      return tracesView(scene, stop, figures.signal);
    case 'standardized':
      return tracesView(scene, stop, figures.standardized!);
    case 'tokens':
      return svg`${before ? fanView(scene, before, stop) : nothing}${tokensView(scene, stop)}`;
    case 'attention':
      return svg`${streamView(scene, stop)}${ribbonsView(scene, stop)}`;
    case 'valve':
      return valveView(scene, stop);
    case 'ffn':
      return svg`${streamView(scene, stop)}${feedForwardView(scene, stop)}`;
    case 'output':
      return cellsView(figures.blocks[stop.block]!.output, whole, 3);
    case 'layer':
      return svg`${arrowView(scene, stop)}${cellsView(figures.layers[stop.block]!.cells, whole)}`;
    case 'pooled':
      return svg`${before ? poolView(scene, before, stop) : nothing}${pooledView(scene, stop)}`;
    case 'classes':
      return classesView(scene, before?.kind === 'pooled' ? before : undefined, stop);
  }
}

/** What goes around a part: the stream that a gate, or a sum, joins it to. */
function streamView({ layout }: Scene, stop: Stop): SVGTemplateResult | typeof nothing {
  const { stops, top, room } = layout;
  const i = stops.indexOf(stop);
  const [from, to] = [stops[i - 1], stops[i + 1]];
  if (!from || to?.kind !== 'valve') return nothing;
  const bottom = top + room;
  const [x0, x1] = [from.x + Math.min(from.width / 2, 12), to.x + 12];
  const low = bottom + 24;
  const path = `M${x0} ${bottom + 2}C${x0} ${low} ${x0} ${low} ${x0 + 16} ${low}H${x1 - 16}C${x1} ${low} ${x1} ${low} ${x1} ${bottom + 4}`;
  return svg`<path class="stream" d=${path}></path>
    <path class="tip" d="M${x1 - 4} ${bottom + 8}L${x1} ${bottom + 2}L${x1 + 4} ${bottom + 8}"></path>
    ${stop.kind === 'attention' ? svg`<text class="small middle" x=${(x0 + x1) / 2} y=${low - 4}>${texts.stream}</text>` : nothing}`;
}

function arrowView({ layout: { top, room } }: Scene, { x }: Stop): SVGTemplateResult {
  const y = top + room / 2;
  return svg`<path class="tip" d="M${x - 13} ${y - 5}L${x - 7} ${y}L${x - 13} ${y + 5}"></path>`;
}
