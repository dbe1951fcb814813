// What left this page, counted, and the policy that keeps it so.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isOwnCode, policyInForce } from '../privacy.js';
import type { State } from '../state.js';

export function privacyView({ ledger, engine }: State): TemplateResult {
  const { since, requests, blocked } = ledger;
  const n = requests.length;
  const others = requests.filter((url) => !isOwnCode(url, document.baseURI));
  return html`
    <section class="card privacy" id="privacy" aria-label="Privacy">
      <h2>Privacy</h2>
      <p class="count" data-bad=${others.length > 0}>
        <strong>${n}</strong> ${n === 1 ? 'request has' : 'requests have'} left this page since the
        recording was opened${since === null ? ' (none is open yet)' : ''}.
      </p>
      ${n && !others.length ? html`<p class="note">They fetched the part of this page that trains, from its own server, and told it nothing.</p>` : nothing}
      ${
        n
          ? html`<ul class="addresses">
              ${requests.slice(0, 20).map((url) => html`<li>${url}</li>`)}
            </ul>`
          : nothing
      }
      ${
        blocked.length
          ? html`<p class="warning">
                ${blocked.length === 1 ? 'One attempt was' : `${blocked.length} attempts were`}
                blocked by the policy:
              </p>
              <ul class="addresses">
                ${blocked.slice(0, 20).map((what) => html`<li>${what}</li>`)}
              </ul>`
          : nothing
      }
      <p class="note">
        Recordings are read in place and never copied to a server. Nothing is stored when this page
        is closed, but for a training run that is going on, if you let it: its copy stays in this
        browser and is erased when the run ends.
      </p>
      <details>
        <summary>Policy in force and engine</summary>
        <p><code class="policy">${policyInForce()}</code></p>
        <p class="note">
          ${engine ? `Backend ${engine.backend}: ${engine.why}.` : 'The engine is starting.'}
        </p>
      </details>
    </section>
  `;
}
