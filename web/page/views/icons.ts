// Icons of 20 by 20, in the colour of the text.
import { svg, type TemplateResult } from 'lit/html.js';
import { html } from 'lit/html.js';
import type { Workspace } from '../workspaces.js';

function icon(content: TemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${content}</svg>`;
}

export const workspaceIcons: Record<Workspace, TemplateResult> = {
  signals: icon(svg`<path d="M1.5 10h3l1.6-4 2.6 9 2.6-12 2.2 9 1.4-2h3.6" />`),
  explain: icon(
    svg`<circle cx="8.5" cy="8.5" r="5.5" /><path d="m12.7 12.7 5 5M6 8.5h5M8.5 6v5" />`,
  ),
  sleep: icon(svg`<path d="M15.500 12.500A7 7 0 1 1 8 3.500a5.500 5.500 0 0 0 7.500 9z" />`),
  train: icon(svg`<path d="M2 2.5V17.5H18M5 14c3-1 4-8 7-9.500 1.500-.7 3.500-.7 5-.7" />`),
  live: icon(
    svg`<circle cx="10" cy="10" r="2.200" /><path d="M5.800 5.800a6 6 0 0 0 0 8.400M14.200 5.800a6 6 0 0 1 0 8.400M3 3a10 10 0 0 0 0 14M17 3a10 10 0 0 1 0 14" />`,
  ),
  learn: icon(
    svg`<path d="M10 4.500C8 3 5 3 2 3.500v12c3-.5 6-.5 8 1 2-1.500 5-1.500 8-1v-12c-3-.5-6-.5-8 1zM10 4.500v12" />`,
  ),
};

export const lockIcon = icon(
  svg`<rect x="4" y="9" width="12" height="8.500" rx="1.500" /><path d="M6.500 9V6.500a3.500 3.500 0 0 1 7 0V9" />`,
);
export const fileIcon = icon(svg`<path d="M4.500 2h7.500l3.500 3.500V18h-11zM12 2v3.500h3.500" />`);
export const modelIcon = icon(
  svg`<circle cx="4" cy="5" r="1.800" /><circle cx="4" cy="15" r="1.800" /><circle cx="10" cy="10" r="1.800" /><circle cx="16" cy="10" r="1.800" /><path d="m5.500 6.200 3 2.600M5.500 13.800l3-2.600M11.800 10h2.400" />`,
);
export const downloadIcon = icon(svg`<path d="M10 3v9.500M6 9l4 4 4-4M3.500 16.500h13" />`);
export const undoIcon = icon(
  svg`<path d="M7 3.500 3.500 7 7 10.500M4 7h7.500a5 5 0 0 1 0 10H8" />`,
);
export const redoIcon = icon(
  svg`<path d="m13 3.500 3.500 3.500-3.500 3.500M16 7H8.500a5 5 0 0 0 0 10H12" />`,
);
export const upIcon = icon(svg`<path d="m5 12.500 5-5 5 5" />`);
export const downIcon = icon(svg`<path d="m5 7.500 5 5 5-5" />`);
export const moreIcon = icon(
  svg`<circle cx="4.500" cy="10" r=".8" /><circle cx="10" cy="10" r=".8" /><circle cx="15.500" cy="10" r=".8" />`,
);
export const editIcon = icon(
  svg`<path d="M4 16l.8-3.600L13.500 3.700l2.800 2.800L7.600 15.200zM11.500 5.700l2.800 2.800" />`,
);
export const runIcon = icon(svg`<path d="M6 4v12l10-6z" />`);
export const searchIcon = icon(
  svg`<circle cx="8.500" cy="8.500" r="5" /><path d="m12.300 12.300 4.700 4.700" />`,
);
export const helpIcon = icon(
  svg`<circle cx="10" cy="10" r="7.500" /><path d="M7.800 7.800a2.200 2.200 0 1 1 3.300 1.900c-.7.4-1.100.8-1.100 1.700M10 14v.2" />`,
);
export const themeIcon = icon(
  svg`<circle cx="10" cy="10" r="7" /><path d="M10 3a7 7 0 0 1 0 14z" fill="currentcolor" />`,
);
export const chevronIcon = html`<svg class="chevron" viewBox="0 0 10 6" aria-hidden="true">
  <path d="m1 1 4 4 4-4" />
</svg>`;
export const brandIcon = html`<svg viewBox="0 0 32 20" aria-hidden="true">
  <path d="M1 11h5l2-6 4 13 4-17 4 14 3-7 2 3h6" />
</svg>`;
