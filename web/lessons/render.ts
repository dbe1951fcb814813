// Markdown tokens as templates. Nothing of a lesson becomes markup by itself: what has no template here is shown as text,
// and a link leads to a view or nowhere. What an author wrote has the direction of its own letters (dir="auto").
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Token, Tokens } from 'marked';
import { unescaped } from './parse.js';
import { lessonStrings, type LessonStrings } from './strings.js';

export type Show = (fragment: string) => void;
type Shown = TemplateResult | string | typeof nothing;

export function proseView(tokens: Token[], show: Show, strings = lessonStrings): Shown[] {
  return tokens.map((token) => blockView(token, show, strings));
}

function blockView(token: Token, show: Show, strings: LessonStrings): Shown {
  switch (token.type) {
    case 'paragraph':
      return html`<p dir="auto">${inlineView((token as Tokens.Paragraph).tokens, show)}</p>`;
    case 'heading':
      return html`<h4 dir="auto">${inlineView((token as Tokens.Heading).tokens, show)}</h4>`;
    case 'text':
      return html`${inlineView((token as Tokens.Text).tokens ?? [token], show)}`;
    case 'blockquote':
      return html`<blockquote dir="auto">
        ${proseView((token as Tokens.Blockquote).tokens, show, strings)}
      </blockquote>`;
    case 'list':
      return listView(token as Tokens.List, show, strings);
    case 'table':
      return tableView(token as Tokens.Table, show, strings);
    case 'code':
      return html`<pre>${(token as Tokens.Code).text}</pre>`;
    case 'hr':
      return html`<hr />`;
    case 'space':
    case 'def':
      return nothing;
    default:
      return html`<p dir="auto">${token.raw}</p>`;
  }
}

function listView(
  { ordered, items, start }: Tokens.List,
  show: Show,
  strings: LessonStrings,
): TemplateResult {
  const entries = items.map(
    (item) => html`<li dir="auto">${proseView(item.tokens, show, strings)}</li>`,
  );
  return ordered
    ? html`<ol start=${start || 1} dir="auto">
        ${entries}
      </ol>`
    : html`<ul class="bullets" dir="auto">
        ${entries}
      </ul>`;
}

function tableView(
  { header, rows }: Tokens.Table,
  show: Show,
  strings: LessonStrings,
): TemplateResult {
  return html`<div class="table" tabindex="0" role="group" aria-label=${strings.table}>
    <table dir="auto">
      <thead>
        <tr>
          ${header.map((cell) => html`<th scope="col">${inlineView(cell.tokens, show)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${inlineView(cell.tokens, show)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function inlineView(tokens: Token[], show: Show): Shown[] {
  return tokens.map((token) => {
    switch (token.type) {
      case 'strong':
        return html`<strong>${inlineView((token as Tokens.Strong).tokens, show)}</strong>`;
      case 'em':
        return html`<em>${inlineView((token as Tokens.Em).tokens, show)}</em>`;
      case 'codespan':
        return html`<code>${unescaped((token as Tokens.Codespan).text)}</code>`;
      case 'br':
        return html`<br />`;
      case 'link':
        return linkView(token as Tokens.Link, show);
      case 'text':
      case 'escape':
        return unescaped((token as Tokens.Text).text);
      default:
        return token.raw;
    }
  });
}

/** A link to a view is a button: it shows it. An address elsewhere is told, not linked: nothing is requested from here. */
function linkView({ href, tokens }: Tokens.Link, show: Show): TemplateResult {
  const content = inlineView(tokens, show);
  if (!href.startsWith('#')) return html`${content} (${href})`;
  return html`<button
    type="button"
    class="show-view"
    part="link"
    @click=${() => show(href.slice(1))}
  >
    ${content}
  </button>`;
}
