// At the top of the page after a reload in the middle of a run.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { counted } from '../../text.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';

export function interruptedView(
  { interrupted, isContinuing }: PanelState,
  panel: Panel,
): TemplateResult | typeof nothing {
  if (!interrupted) return nothing;
  const { plan, files, epochs, startedAt, checkpoint } = interrupted;
  const begun = new Date(startedAt).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  const reached = epochs.length
    ? `${epochs.length} of ${counted(plan.options.epochs ?? 0, 'pass', 'passes')} were done`
    : checkpoint
      ? 'the first pass was under way'
      : 'it had only just begun';
  return html`
    <section class="card interrupted" aria-label="Interrupted training">
      <h2>A training run was interrupted</h2>
      <p>
        <strong>${plan.title}</strong>, on ${counted(files.length, 'recording')}, begun ${begun}:
        ${reached}. The recordings and the last checkpoint are stored in this browser.
      </p>
      <div class="row">
        <button
          type="button"
          class="primary"
          ?disabled=${isContinuing}
          @click=${() => void panel.continue()}
        >
          Continue training
        </button>
        <button type="button" ?disabled=${isContinuing} @click=${() => void panel.discard()}>
          Discard
        </button>
      </div>
    </section>
  `;
}
