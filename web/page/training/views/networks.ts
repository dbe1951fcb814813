// The networks to choose from: what each does, how large it is, what it costs here.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatNumber } from '../../text.js';
import { scrollTable } from '../../views/parts.js';
import type { Setup } from '../choices.js';
import type { NetworkFacts } from '../networks.js';
import type { Panel } from '../panel.js';
import { expectedCounts } from '../plan.js';
import { presetOf, presets } from '../presets.js';
import type { PanelState } from '../state.js';
import { disclosure } from './fields.js';

export function networkNote(preset: string, setup: Setup, panel: Panel): TemplateResult {
  return html`${presetOf(preset).sentences} ${factsText(panel.networks.of(preset, setup), setup)}`;
}

function factsText(facts: NetworkFacts | null, setup: Setup): TemplateResult | typeof nothing {
  if (!facts) return nothing;
  if ('problem' in facts) {
    const { message, found, expected, hint } = facts.problem;
    const numbers = [found && `found ${found}`, expected && `needed ${expected}`].filter(Boolean);
    return html`<strong class="unfit"
      >It does not fit these windows: ${message}${numbers.length ? ` (${numbers.join(', ')})` : ''}.
      ${hint}</strong
    >`;
  }
  const { parameters, msPerEpoch, trainingMsPerEpoch } = facts.network;
  const size = `${formatNumber(parameters)} numbers to learn`;
  if (msPerEpoch === undefined || trainingMsPerEpoch === undefined)
    return html`${size}: too many to try in passing, and to train in a page.`;
  return html`${size}; tried here, a window takes ${milliseconds(msPerEpoch)}, and a pass of
  training over all of them about ${seconds((trainingMsPerEpoch * countOf(setup)) / 1000)} on one
  core.`;
}

const countOf = (setup: Setup) => expectedCounts(setup).reduce((sum, { count }) => sum + count, 0);

function milliseconds(ms: number): string {
  return ms < 0.1 ? 'less than 0.1 ms' : `${Number(ms.toPrecision(2))} ms`;
}

function seconds(s: number): string {
  if (s < 0.1) return '0.1 s';
  return s < 100 ? `${Number(s.toPrecision(2))} s` : `${Math.round(s / 60)} min`;
}

/** All of them in a table, described when it is opened. */
export function networksView(setup: Setup, state: PanelState, panel: Panel): TemplateResult {
  return disclosure(
    'All networks side by side',
    state.isOverviewOpen,
    (isOverviewOpen) => panel.show({ isOverviewOpen }),
    () =>
      html`<div class="networks">
        ${scrollTable(
          'Networks',
          ['Network', 'To learn', 'A window', 'A pass', 'What it does'],
          html`<tbody>
            ${presets.map(({ id }) => networkRow(id, setup, panel))}
          </tbody>`,
        )}
      </div>`,
  );
}

function networkRow(id: string, setup: Setup, panel: Panel): TemplateResult {
  const { title, sentences } = presetOf(id);
  const facts = panel.networks.of(id, setup);
  const network = facts && 'network' in facts ? facts.network : null;
  const { parameters, msPerEpoch, trainingMsPerEpoch } = network ?? {};
  const pass = trainingMsPerEpoch && (trainingMsPerEpoch * countOf(setup)) / 1000;
  return html`
    <tr>
      <th scope="row">${title}</th>
      <td class="number">${parameters === undefined ? '' : formatNumber(parameters)}</td>
      <td class="number">${msPerEpoch === undefined ? '' : milliseconds(msPerEpoch)}</td>
      <td class="number">${pass ? seconds(pass) : ''}</td>
      <td class="words">
        ${sentences}
        ${facts && 'problem' in facts ? html`<strong class="unfit">Does not fit: ${facts.problem.message}.</strong>` : nothing}
      </td>
    </tr>
  `;
}
