// What left this page, counted, and the policy that keeps it so.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isOwnCode, policyInForce } from '../privacy.js';
import type { Actions } from '../actions.js';
import type { State } from '../state.js';
import type { Stored } from '../stored.js';
import { formatBytes } from '../text.js';

const isOpen = ({ target }: Event) => (target as HTMLDetailsElement).open;

function storedList(stored: Stored[], actions: Actions): TemplateResult {
  if (!stored.length) return html`<p class="note">Nothing is stored in this browser.</p>`;
  return html`
    <ul class="stored">
      ${stored.map(({ what, bytes }) => html`<li>${what}: ${formatBytes(bytes)}</li>`)}
    </ul>
    <button type="button" @click=${() => void actions.eraseStored()}>Erase all of it</button>
  `;
}

function doors(isOpen: boolean, isSealed: boolean): string {
  if (isSealed)
    return 'Connections are closed: from now on the browser itself refuses every request of this page, to its own server, too.';
  return isOpen
    ? 'Parts of this page are still on their way; when they are here, its connections close for good.'
    : 'When a recording is opened, this page closes its connections for good.';
}

export function privacyView({ ledger, engine, stored }: State, actions: Actions): TemplateResult {
  const { since, requests, blocked, isSealed } = ledger;
  const n = requests.length;
  const others = requests.filter((url) => !isOwnCode(url, document.baseURI));
  return html`
    <section class="card privacy" id="privacy" aria-label="Privacy">
      <h2>Privacy</h2>
      <p class="count" data-bad=${others.length > 0}>
        <strong>${n}</strong> ${n === 1 ? 'request has' : 'requests have'} left this page since the
        recording was opened${since === null ? ' (none is open yet)' : ''}.
      </p>
      <p class="note">${doors(since !== null, isSealed)}</p>
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
                blocked:
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
      <details @toggle=${(event: Event) => isOpen(event) && void actions.lookAtStored()}>
        <summary>Stored on this machine</summary>
        ${stored ? storedList(stored, actions) : html`<p class="note">Looking.</p>`}
      </details>
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
