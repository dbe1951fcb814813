// A block of the drawing: attention as ribbons with a switch for each head, gates as valves, feed-forward.
import { svg, nothing, type SVGTemplateResult } from 'lit/html.js';
import type { BlockFigures } from '../figures.js';
import { meanShares, ribbonPath, ribbonsOf } from '../ribbons.js';
import type { Stop } from '../station_layout.js';
import { isSilent } from '../ablations.js';
import { strings } from '../../strings/index.js';
import { cellsView } from './cells.js';
import { canChange, rowSpan, type Scene } from './scene.js';

const texts = strings.inside.drawing;
/** Thinner ribbons are not drawn. */
const leastShare = 0.02;

/** Of the heads that are on; of one head while it is looked at. */
function drawnShares({ state }: Scene, block: number, { heads }: BlockFigures): Float32Array {
  const parts = state.isComparisonDrawn ? [] : state.parts;
  return meanShares(heads, (head) => !isSilent(parts, block, head));
}

export function ribbonsView(scene: Scene, stop: Stop): SVGTemplateResult {
  const { figures, layout, state } = scene;
  const figure = figures.blocks[stop.block]!;
  const n = figure.rows.length;
  const { top, room } = layout;
  const y = (row: number) => top + (row * room) / n;
  const ribbons = ribbonsOf(drawnShares(scene, stop.block, figure), n);
  const most = Math.max(...ribbons.map(({ share }) => share), 1e-9);
  return svg`
    <g class="ribbons" data-some=${state.row !== null}>${ribbons.map((ribbon) => {
      const isDrawn = ribbon.share >= leastShare;
      const path = isDrawn ? ribbonPath(ribbon, stop.x, stop.x + stop.width, y) : '';
      const strength = (0.12 + (0.5 * ribbon.share) / most).toFixed(2);
      return svg`<path d=${path} data-lit=${ribbon.to === state.row} fill-opacity=${strength}></path>`;
    })}</g>
    ${headsView(scene, stop, figure.heads.length)}`;
}

/** A round switch for each head, above the ribbons. */
function headsView(scene: Scene, { x, width, block }: Stop, nHeads: number): SVGTemplateResult {
  const { state, layout, hands } = scene;
  const step = Math.min(26, width / nHeads);
  const left = x + (width - step * (nHeads - 1)) / 2;
  const y = layout.top - 16;
  return svg`${Array.from({ length: nHeads }, (_, head) => {
    const isOn = state.isComparisonDrawn || !isSilent(state.parts, block, head);
    const flip = () => canChange(scene) && hands.head(block, head, !isOn);
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      flip();
    };
    return svg`<g class="head" role="switch" tabindex="0" aria-checked=${isOn} aria-disabled=${!canChange(scene)}
        aria-label=${texts.head(head + 1, block + 1)} transform="translate(${(left + head * step).toFixed(1)} ${y})"
        @click=${flip} @keydown=${press}>
      <rect class="hit" x="-13" y="-13" width="26" height="26"></rect>
      <circle r="9"></circle><text y="3.5">${head + 1}</text>
      ${isOn ? nothing : svg`<path class="off" d="M-6 6L6 -6"></path>`}
    </g>`;
  })}`;
}

export function feedForwardView({ figures, layout }: Scene, stop: Stop): SVGTemplateResult {
  const { hidden } = figures.blocks[stop.block]!;
  const { top, room } = layout;
  return svg`${hidden ? cellsView(hidden, { x: stop.x, y: top, width: stop.width, height: room }, 3) : nothing}`;
}

/** The row that is looked at, framed; and its number at the left of the tokens. */
export function rowMark(
  { layout, state }: Scene,
  stop: Stop,
  n: number,
): SVGTemplateResult | typeof nothing {
  if (state.row === null || state.row >= n) return nothing;
  const [from, to] = rowSpan(layout, state.row, n, 1);
  return svg`<rect class="mark" x=${stop.x - 1} y=${from} width=${stop.width + 2} height=${to - from} rx="2"></rect>`;
}
