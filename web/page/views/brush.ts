// Handles at the edges of the frame on the overview, for pointer and keys.
import { html, type TemplateResult } from 'lit/html.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { edgeTime, resized, type Edge } from '../brush.js';
import type { RecordingEntry } from '../state.js';
import { timelineS } from '../truncation.js';
import { strings } from '../strings/index.js';

const edges: readonly Edge[] = ['start', 'end'];

export function brushView(entry: RecordingEntry, actions: Actions): TemplateResult {
  const lengthS = Math.max(timelineS(entry), 1e-9);
  const [from, to] = edges.map((edge) => Math.min(1, edgeTime(entry.view, edge) / lengthS));
  return html`<div class="brush">
    <div class="brush-frame" .style=${`left: ${100 * from!}%; width: ${100 * (to! - from!)}%`}>
      ${edges.map((edge) => edgeView(edge, entry, actions))}
    </div>
  </div>`;
}

function edgeView(edge: Edge, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { view } = entry;
  const lengthS = timelineS(entry);
  const timeS = Math.min(lengthS, edgeTime(view, edge));
  return html`
    <div
      class="brush-edge"
      data-edge=${edge}
      role="slider"
      tabindex="0"
      aria-label=${strings.signals.edges[edge]}
      aria-valuemin="0"
      aria-valuemax=${lengthS}
      aria-valuenow=${timeS}
      aria-valuetext=${formatTime(timeS, 1)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (actions.view.pressEdgeKey(event.key, edge)) event.preventDefault();
      }}
      @pointerdown=${(event: PointerEvent) => take(event, edge, entry, actions)}
    ></div>
  `;
}

/** Until it is let go, the edge is where the pointer is. */
function take(event: PointerEvent, edge: Edge, entry: RecordingEntry, actions: Actions): void {
  if (event.button !== 0) return;
  const handle = event.currentTarget as HTMLElement;
  const lengthS = timelineS(entry);
  const { left, width } = handle.closest('.brush')!.getBoundingClientRect();
  const timeOf = (x: number) => ((x - left) / width) * lengthS;
  const gripS = timeOf(event.clientX) - edgeTime(entry.view, edge);
  const onMove = (moved: PointerEvent) =>
    actions.view.change(resized(entry.view, edge, timeOf(moved.clientX) - gripS, lengthS));
  const letGo = () => {
    handle.removeEventListener('pointermove', onMove);
    handle.removeEventListener('lostpointercapture', letGo);
  };
  handle.setPointerCapture(event.pointerId);
  handle.addEventListener('pointermove', onMove);
  handle.addEventListener('lostpointercapture', letGo);
}
