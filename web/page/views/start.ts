// Where a visit begins.
import { html, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import type { State } from '../state.js';
import { words } from '../words/index.js';
import { fileInput } from './parts.js';

export function startView(state: State, actions: Actions): TemplateResult {
  return html`
    <section class="start" id="start" aria-label=${words.start.label}>
      ${welcome()}
      <div class="open">
        ${fileInput(words.start.openOwn, '.edf,.bdf,.rec', true, (files) => void actions.openRecordings(files), 'primary')}
        <button type="button" ?disabled=${state.isBusy} @click=${() => void actions.trySample()}>
          ${words.start.sample}
        </button>
        <p class="note">${words.start.orDrop}</p>
      </div>
      ${promises()}
    </section>
  `;
}

function welcome(): TemplateResult {
  return html`
    <h2 class="welcome">${words.start.title}</h2>
    <p class="lead">${words.start.lead}</p>
    ${sketch()}
  `;
}

/** What the page does, in one line: a trace whose rhythm changes, and below it the class that a model tells. */
function sketch(): TemplateResult {
  return html`
    <svg class="sketch" viewBox="0 0 760 84" preserveAspectRatio="none" aria-hidden="true">
      <path d=${sketchedTrace()} />
      <rect class="first" x="0" y="72" width="378" height="12" />
      <rect class="second" x="382" y="72" width="378" height="12" />
    </svg>
  `;
}

function sketchedTrace(): string {
  const points: string[] = [];
  for (let x = 0; x <= 760; x += 2) {
    const drift =
      4 * Math.sin(x / 41) +
      3 * Math.sin(x / 17 + 1) +
      2.5 * Math.sin(x / 5.3) +
      2 * Math.sin(x / 3.1 + 2);
    const alpha =
      Math.min(1, Math.max(0, (x - 375) / 40)) * (14 + 7 * Math.sin(x / 38)) * Math.sin(x / 2.9);
    points.push(`${x} ${(34 + drift + alpha).toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

function promises(): TemplateResult {
  return html`
    <ul class="promises">
      ${words.start.promises().map((promise) => html`<li>${promise}</li>`)}
    </ul>
  `;
}
