// Error messages: what happened, where, what was found, and what to do.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import type { Actions } from '../actions.js';
import type { Alert, State } from '../state.js';
import { errorDetails, hintSentence, messageOf } from '../text.js';
import { button, factList } from './parts.js';
import { strings } from '../strings/index.js';

export function alertsView({ alerts }: State, actions: Actions): TemplateResult {
  return html`
    <div class="alerts" role="alert" popover="manual" ${ref((element) => raise(element, alerts))}>
      ${alerts.map(alertView)}
      ${
        alerts.length
          ? html`<div class="dismiss">
              ${button(strings.shell.dismiss, () => actions.dismissAlerts())}
            </div>`
          : nothing
      }
    </div>
  `;
}

/** Escape closes the messages, unless it closes something else that is open, as a sheet, or stops what is being typed or drawn. */
export function closesAlerts(event: KeyboardEvent, { alerts }: State): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented || !alerts.length) return false;
  return !document.querySelector(':popover-open:not(.alerts), dialog[open]');
}

let raised: readonly Alert[] = [];

/** Above a sheet that is open, which would hide what went wrong in it; else below the bench, where it covers nothing. */
function raise(element: Element | undefined, alerts: readonly Alert[]): void {
  if (!(element instanceof HTMLElement) || !element.isConnected || alerts === raised) return;
  raised = alerts;
  if (element.matches(':popover-open')) element.hidePopover();
  const isHidden = document.querySelector(':popover-open, dialog[open]') !== null;
  if (alerts.length && isHidden) element.showPopover();
}

function alertView({ error, subject }: Alert): TemplateResult {
  const details = errorDetails(error);
  const hint = hintSentence(error);
  return html`
    <div class="alert">
      <p class="what"><strong>${subject}</strong>: ${messageOf(error)}.</p>
      ${hint ? html`<p class="hint">${hint}</p>` : nothing}
      <details>
        <summary>${strings.recording.open}</summary>
        ${factList([[strings.errors.code, html`<code>${error.code}</code>`], ...details])}
      </details>
    </div>
  `;
}
