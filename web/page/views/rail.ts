// The six workspaces: a rail at the left, a bar at the bottom on a phone.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import { workspaces } from '../workspaces.js';
import { workspaceIcons } from './icons.js';

export function railView({ workspace, running }: State, actions: Actions): TemplateResult {
  const { nav } = strings.shell;
  return html`
    <nav class="rail" aria-label=${nav.label}>
      ${workspaces.map(
        (one) => html`
          <a
            href="#${one}"
            aria-current=${one === workspace ? 'page' : nothing}
            @click=${(event: Event) => {
              event.preventDefault();
              actions.navigation.choose(one);
            }}
          >
            ${workspaceIcons[one]}<span>${nav[one]}</span>
            ${running.includes(one) ? html`<span class="going-on" role="img" aria-label=${nav.goingOn}></span>` : nothing}
          </a>
        `,
      )}
    </nav>
  `;
}
