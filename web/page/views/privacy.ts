// Requests that left this page, and the policy that blocks them.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { policyInForce } from '../privacy.js';
import type { Actions } from '../actions.js';
import type { State } from '../state.js';
import type { StoreSize } from '../../shell/protocol.js';
import { formatBytes } from '../text.js';
import { strings } from '../strings/index.js';
import { closeButton } from './overlays.js';
import { button } from './parts.js';

const texts = strings.privacy;

const isOpen = ({ target }: Event) => (target as HTMLDetailsElement).open;

function storedList(stored: StoreSize[], isErasing: boolean, actions: Actions): TemplateResult {
  if (!stored.length) return html`<p class="note">${texts.nothingStored}</p>`;
  return html`
    <ul class="stored">
      ${stored.map(({ kind, name, bytes }) => html`<li>${texts.storedItem(texts.stores[kind](name), formatBytes(bytes))}</li>`)}
    </ul>
    ${isErasing ? confirmation(stored, actions) : button(texts.erase, () => actions.set({ isErasing: true }))}
  `;
}

function confirmation(stored: StoreSize[], actions: Actions): TemplateResult {
  const size = formatBytes(stored.reduce((sum, { bytes }) => sum + bytes, 0));
  const hasRun = stored.some(({ kind }) => kind === 'training');
  return html`
    <div role="group" aria-label=${texts.erase}>
      <p class="warning">${texts.confirmErase(size, hasRun)}</p>
      ${button(texts.eraseNow, () => void actions.exports.eraseStored())}
      ${button(texts.eraseNot, () => actions.set({ isErasing: false }))}
    </div>
  `;
}

export function privacySheet(
  { ledger, engine, stored, isErasing }: State,
  actions: Actions,
): TemplateResult {
  const { since, requests, blocked } = ledger;
  const n = requests.length;
  return html`
    <section popover class="sheet privacy" id="privacy" aria-label=${texts.label}>
      <h2>${texts.title} ${closeButton('privacy')}</h2>
      <p class="count" data-bad=${n > 0}>
        <strong>${n}</strong> ${texts.requestsLeft(n, since !== null)}
      </p>
      <p class="note">${since === null ? texts.sealed : texts.sealedWithShell}</p>
      <p class="note">${texts.seen}</p>
      ${
        n
          ? html`<ul class="addresses">
              ${requests.slice(0, 20).map((url) => html`<li>${url}</li>`)}
            </ul>`
          : nothing
      }
      ${
        blocked.length
          ? html`<p class="warning">${texts.blocked(blocked.length)}</p>
              <ul class="addresses">
                ${blocked.slice(0, 20).map((what) => html`<li>${what}</li>`)}
              </ul>`
          : nothing
      }
      <p class="note">${texts.readInPlace}</p>
      <details @toggle=${(event: Event) => isOpen(event) && void actions.exports.lookAtStored()}>
        <summary>${texts.stored}</summary>
        ${stored ? storedList(stored, isErasing, actions) : html`<p class="note">${texts.looking}</p>`}
      </details>
      <details>
        <summary>${texts.policy}</summary>
        <p><code class="policy">${policyInForce()}</code></p>
        <p class="note">
          ${engine ? texts.backend(engine.backend, texts.whyBackend(engine.why)) : texts.engineStarting}
        </p>
      </details>
    </section>
  `;
}
