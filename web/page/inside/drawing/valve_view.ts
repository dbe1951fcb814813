// A gate of the drawing: a valve for each row of tokens with its real opening, and a handle on a rail that sets all of them.
import { svg, nothing, type SVGTemplateResult } from 'lit/html.js';
import { percent } from '../value_images.js';
import type { Stop } from '../station_layout.js';
import { forceOf, type Force } from '../ablations.js';
import { jawsOf, openAfter, openAt } from '../valves.js';
import { strings } from '../../strings/index.js';
import { bandPath, canChange, rowSpan, type Scene } from './scene.js';

const texts = strings.inside.drawing;
const pipePx = 36;
const jawPx = 7;

const meanOf = (values: Float32Array) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export function valveView(scene: Scene, stop: Stop): SVGTemplateResult {
  const gate = stop.gate!;
  const figure = scene.figures.blocks[stop.block]!;
  const openness = figure.gates[gate];
  const forced = scene.state.isComparisonDrawn
    ? null
    : forceOf(scene.state.parts, stop.block, gate);
  const n = figure.rows.length;
  if (!openness.length && forced !== 'closed') return plusView(scene, stop, n, true);
  if (!openness.length) return plusView(scene, stop, n, false);
  return svg`
    ${onwardView(scene, stop, n, openness)}
    ${Array.from(openness, (open, row) => pipeView(scene, stop, open, row, n))}
    ${railView(scene, stop, meanOf(openness), forced)}`;
}

/** What a gate lets through flows on to the next station. */
function onwardView(
  { layout }: Scene,
  stop: Stop,
  n: number,
  open: Float32Array,
): SVGTemplateResult {
  const next = layout.stops[layout.stops.indexOf(stop) + 1];
  const [x0, x1] = [stop.x + pipePx, next?.x ?? stop.x + stop.width];
  return svg`<g class="onward">${Array.from({ length: n }, (_, row) => {
    const [top, bottom] = rowSpan(layout, row, n);
    const { upper, lower } = jawsOf(open[row] ?? 1, top, bottom - top);
    return svg`<path d=${bandPath(x0, [top + upper, lower], x1, [top, bottom])}></path>`;
  })}</g>`;
}

function pipeView(
  { layout }: Scene,
  { x }: Stop,
  open: number,
  row: number,
  n: number,
): SVGTemplateResult {
  const [top, bottom] = rowSpan(layout, row, n);
  const { upper, lower, gap } = jawsOf(open, top, bottom - top);
  const jaw = x + (pipePx - jawPx) / 2;
  return svg`
    <rect class="pipe" x=${x} y=${top} width=${pipePx} height=${bottom - top}></rect>
    <rect class="let-in" x=${x} y=${(top + upper).toFixed(1)} width=${pipePx} height=${gap.toFixed(1)}></rect>
    <rect class="jaw" x=${jaw} y=${top} width=${jawPx} height=${upper.toFixed(1)}></rect>
    <rect class="jaw" x=${jaw} y=${lower.toFixed(1)} width=${jawPx} height=${upper.toFixed(1)}></rect>`;
}

function railView(scene: Scene, stop: Stop, open: number, forced: Force): SVGTemplateResult {
  const { layout, hands } = scene;
  const { block } = stop;
  const gate = stop.gate!;
  const x = stop.x + pipePx + 20;
  const y = layout.top + (1 - open) * layout.room;
  const set = (to: Force) => canChange(scene) && hands.force(block, gate, to);
  const press = (event: KeyboardEvent) => {
    const forcedNow = forceOf(hands.now().parts, block, gate);
    const to = openAfter(event.key, typeof forcedNow === 'number' ? forcedNow : open);
    if (to === null) return;
    event.preventDefault();
    set(to === 'release' ? null : to);
  };
  const isSet = forced !== null;
  const value = Math.round(100 * open);
  return svg`
    <line class="rail" x1=${x} x2=${x} y1=${layout.top} y2=${layout.top + layout.room}></line>
    <g class="handle" role="slider" tabindex="0" data-set=${isSet} aria-label=${texts.gate(gate, block + 1)}
      aria-orientation="vertical" aria-disabled=${!canChange(scene)}
      aria-valuemin="0" aria-valuemax="100" aria-valuenow=${value} aria-valuetext=${texts.opening(open, isSet)}
      @keydown=${press} @dblclick=${() => set(null)} @click=${(event: Event) => event.stopPropagation()}
      @pointerdown=${(event: PointerEvent) => hold(event, layout, set)}>
      <rect class="hit" x=${x - 16} y=${layout.top} width="32" height=${layout.room}></rect>
      <circle cx=${x} cy=${y.toFixed(1)} r="8"></circle>
      <path class="spokes" transform="translate(${x} ${y.toFixed(1)})" d="M-5 0H5M0 -5V5"></path>
    </g>
    <text class="small value" x=${x} y=${layout.top + layout.room + 14}>${percent(open)}</text>
    ${isSet ? svg`<text class="small middle set" x=${x} y=${layout.top - 18}>${texts.setByHand}</text>` : nothing}`;
}

/** Follows the pointer until it lets go. */
function hold(
  event: PointerEvent,
  { top, room }: Scene['layout'],
  set: (to: number) => unknown,
): void {
  const handle = event.currentTarget as SVGGElement;
  const { ownerSVGElement } = handle;
  if (!ownerSVGElement || event.button !== 0) return;
  handle.setPointerCapture(event.pointerId);
  const move = ({ clientY }: PointerEvent) =>
    set(openAt(clientY - ownerSVGElement.getBoundingClientRect().top, top, room));
  const begin = event.clientY;
  const follow = (moved: PointerEvent) => {
    if (Math.abs(moved.clientY - begin) > 2) move(moved); // a double click is no drag
  };
  handle.addEventListener('pointermove', follow);
  const end = () => handle.removeEventListener('pointermove', follow);
  handle.addEventListener('pointerup', end, { once: true });
  handle.addEventListener('pointercancel', end, { once: true });
}

/** Without a gate what is new is added to the stream; it can be left out. */
function plusView(scene: Scene, stop: Stop, n: number, isOn: boolean): SVGTemplateResult {
  const { layout, hands } = scene;
  const gate = stop.gate!;
  const x = stop.x + pipePx / 2;
  const y = layout.top - 16;
  const flip = () => canChange(scene) && hands.force(stop.block, gate, isOn ? 'closed' : null);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    flip();
  };
  return svg`
    ${onwardView(scene, stop, n, new Float32Array(n).fill(isOn ? 1 : 0))}
    ${Array.from({ length: n }, (_, row) => {
      const [top, bottom] = rowSpan(layout, row, n);
      const height = bottom - top;
      return svg`<rect class="pipe" x=${stop.x} y=${top} width=${pipePx} height=${height}></rect>
        <rect class="let-in" x=${stop.x} y=${top} width=${pipePx} height=${isOn ? height : 0}></rect>`;
    })}
    <g class="head" role="switch" tabindex="0" aria-checked=${isOn} aria-disabled=${!canChange(scene)}
      aria-label=${texts.sublayer(gate, stop.block + 1)} transform="translate(${x} ${y})"
      @click=${flip} @keydown=${press}>
      <rect class="hit" x="-13" y="-13" width="26" height="26"></rect>
      <circle r="9"></circle><path class="plus" d="M-5 0H5M0 -5V5"></path>
      ${isOn ? nothing : svg`<path class="off" d="M-6 6L6 -6"></path>`}
    </g>`;
}
