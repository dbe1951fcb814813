// Error messages: what happened, where, what was found, and what to do.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import type { Alert, State } from '../state.js';
import { errorDetails, hintSentence, messageOf } from '../text.js';
import { factList } from './parts.js';
import { strings } from '../strings/index.js';

export function alertsView({ alerts }: State, actions: Actions): TemplateResult {
  return html`
    <div class="alerts" role="alert">
      ${alerts.map(alertView)}
      ${alerts.length ? html`<button type="button" @click=${() => actions.dismissAlerts()}>${strings.shell.dismiss}</button>` : nothing}
    </div>
  `;
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
