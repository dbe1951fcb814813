// A warning of the core; where the page has a text for it, the core's own, which may say more, is folded.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { messageOf, originalOf } from '../text.js';
import { strings } from '../strings/index.js';

export function warningView(
  warning: { code: string; message: string },
  kind: 'warning' | 'note' = 'warning',
): TemplateResult {
  return html`
    <p class=${kind}>${messageOf(warning)}. <code>${warning.code}</code></p>
    ${originalView(originalOf(warning))}
  `;
}

export const originalView = (original: string) =>
  original
    ? html`<details class="note">
        <summary>${strings.errors.original}</summary>
        ${original}
      </details>`
    : nothing;
