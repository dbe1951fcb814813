// The tokens of the drawing, one below the other; arrow keys move between them.
import { svg, nothing, type SVGTemplateResult } from 'lit/html.js';
import { rowText } from '../sentences.js';
import type { Stop } from '../station_layout.js';
import { strings } from '../../strings/index.js';
import { cellsView } from './cells.js';
import { rowSpan, type Scene } from './scene.js';

const texts = strings.inside.drawing;
const [numberPx, numberHeight] = [20, 11];

export function tokensView(scene: Scene, stop: Stop): SVGTemplateResult {
  const { figures, layout, state, hands } = scene;
  const { rows, tokens } = figures;
  const { top, room } = layout;
  const { x, width } = stop;
  const place = { x: x + numberPx, y: top, width: width - numberPx, height: room };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const jump = { Home: 0, End: rows.length - 1 }[event.key];
    if (step === undefined && jump === undefined) return;
    event.preventDefault();
    const to = jump ?? (hands.now().row ?? 0) + step!;
    hands.row(Math.min(rows.length - 1, Math.max(0, to)));
  };
  const every = Math.max(1, Math.ceil((numberHeight * rows.length) / room));
  return svg`
    ${tokens ? cellsView(tokens, place, 3) : nothing}
    <g class="tokens" role="slider" tabindex="0" aria-label=${texts.token} aria-orientation="vertical"
      aria-valuemin="1" aria-valuemax=${rows.length} aria-valuenow=${(state.row ?? 0) + 1}
      aria-valuetext=${rowText(scene, state.row ?? 0)}
      @keydown=${press} @focus=${() => hands.row(state.row ?? 0)} @blur=${() => hands.row(null)}>
      <rect class="hit" x=${x - 2} y=${top} width=${numberPx} height=${room}></rect>
      ${rows.map(({ first }, row) => {
        const [from, to] = rowSpan(layout, row, rows.length);
        return svg`<text class="small end" x=${x + numberPx - 5} y=${(from + to) / 2 + 4}>${row % every ? '' : first + 1}</text>`;
      })}
    </g>`;
}
