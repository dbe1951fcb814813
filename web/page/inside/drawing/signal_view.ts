// The window at the left of the drawing: traces from top to bottom, and lines from their time segments to the tokens.
import { svg, nothing, type SVGTemplateResult } from 'lit/html.js';
import type { Cells } from '../figures.js';
import type { Stop } from '../station_layout.js';
import { strings } from '../../strings/index.js';
import { bandPath, rowSpan, type Scene } from './scene.js';

const texts = strings.inside.drawing;

export function tracesView(
  { layout, figures, state, inspected }: Scene,
  stop: Stop,
  cells: Cells,
): SVGTemplateResult {
  const { top, room } = layout;
  const { x, width } = stop;
  const row = state.row === null ? undefined : figures.rows[state.row];
  const lit = row && row.from !== null && row.to !== null;
  const isFirst = stop.kind === 'signal';
  const bottom = top + room;
  return svg`
    <rect class="sheet" x=${x} y=${top} width=${width} height=${room} rx="3"></rect>
    ${lit ? svg`<rect class="lit" x=${x} y=${top + row.from! * room} width=${width} height=${(row.to! - row.from!) * room}></rect>` : nothing}
    ${Array.from({ length: cells.rows }, (_, channel) => svg`<path class="trace" d=${tracePath(cells, channel, x, width, top, room)}></path>`)}
    ${
      isFirst
        ? svg`<text class="small" x=${x} y=${bottom + 14}>${texts.timeRunsDown(inspected.durationS)}
      <tspan class="above" dx="8">■</tspan> ${texts.aboveZero} <tspan class="below" dx="4">■</tspan> ${texts.belowZero}</text>`
        : nothing
    }`;
}

function tracePath(
  { rows, cols, values }: Cells,
  channel: number,
  x: number,
  width: number,
  top: number,
  room: number,
): string {
  const lane = width / rows;
  const middle = x + (channel + 0.5) * lane;
  let path = '';
  for (let i = 0; i < cols; i++) {
    const at = middle + 0.95 * lane * values[channel * cols + i]!;
    path += `${i ? 'L' : 'M'}${at.toFixed(1)} ${(top + ((i + 0.5) * room) / cols).toFixed(1)}`;
  }
  return path;
}

/** Each token's stretch of the window, led to its row. */
export function fanView(
  { layout, figures, state }: Scene,
  from: Stop,
  to: Stop,
): SVGTemplateResult {
  const { top, room } = layout;
  const { rows } = figures;
  return svg`<g class="fan">${rows.map((row, i) => {
    if (row.from === null || row.to === null) return nothing;
    const stretch = [top + row.from * room, top + row.to * room] as const;
    const path = bandPath(from.x + from.width + 2, stretch, to.x, rowSpan(layout, i, rows.length));
    return svg`<path d=${path} data-lit=${state.row === i}></path>`;
  })}</g>`;
}
