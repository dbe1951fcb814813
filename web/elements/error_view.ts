// The message of an error in an element: what went wrong, where, what was found and expected, and what to do.
import { html, nothing, type TemplateResult } from 'lit';
import type { EegateError } from '../api/index.js';
import { elementStrings } from './strings.js';

export function errorView(error: EegateError | null): TemplateResult {
  return html`<div role="alert">${error ? messageOf(error) : nothing}</div>`;
}

function messageOf(error: EegateError): TemplateResult {
  const { place, found, expected } = error;
  const [message, hint] = elementStrings.errorText(error.code, error.message, error.hint);
  const details = [place, elementStrings.foundExpected(found, expected), hint];
  return html`<div class="alert" part="error">
    <p>${message}</p>
    ${details.filter(Boolean).map((detail) => html`<p class="muted">${detail}</p>`)}
  </div>`;
}
