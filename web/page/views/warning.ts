// A warning of the core, with the name of what it is about where that is not clear; its code and, where the page has a text for it, the core's own, which may say more, are folded.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { messageOf, originalOf } from '../text.js';
import { factList } from './parts.js';
import { strings } from '../strings/index.js';

export function warningView(
  warning: { code: string; message: string },
  of = '',
  kind: 'warning' | 'note' = 'warning',
): TemplateResult {
  const original = originalOf(warning);
  return html`
    <p class=${kind}>${of && `${of}: `}${messageOf(warning)}.</p>
    <details class="note">
      <summary>${strings.recording.open}</summary>
      ${factList([[strings.errors.code, html`<code>${warning.code}</code>`], ...(original ? [[strings.errors.original, original] as [string, string]] : [])])}
    </details>
  `;
}

export const originalView = (original: string) =>
  original
    ? html`<details class="note">
        <summary>${strings.errors.original}</summary>
        ${original}
      </details>`
    : nothing;
