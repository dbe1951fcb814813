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
import { words } from '../../words/index.js';

const said = words.train.facts;

export function networkNote(preset: string, setup: Setup, panel: Panel): TemplateResult {
  return html`${presetOf(preset).sentences} ${factsText(panel.networks.of(preset, setup), setup)}`;
}

function factsText(facts: NetworkFacts | null, setup: Setup): TemplateResult | typeof nothing {
  if (!facts) return nothing;
  if ('problem' in facts) {
    const { message, found, expected, hint } = facts.problem;
    return html`<strong class="unfit">${said.unfit(message, found, expected, hint)}</strong>`;
  }
  const { parameters, msPerEpoch, trainingMsPerEpoch } = facts.network;
  if (msPerEpoch === undefined || trainingMsPerEpoch === undefined)
    return html`${said.tooMany(parameters)}`;
  const pass = said.seconds((trainingMsPerEpoch * countOf(setup)) / 1000);
  return html`${said.cost(parameters, said.milliseconds(msPerEpoch), pass)}`;
}

const countOf = (setup: Setup) => expectedCounts(setup).reduce((sum, { count }) => sum + count, 0);

/** All of them in a table, described when it is opened. */
export function networksView(setup: Setup, state: PanelState, panel: Panel): TemplateResult {
  return disclosure(
    said.all,
    state.isOverviewOpen,
    (isOverviewOpen) => panel.show({ isOverviewOpen }),
    () =>
      html`<div class="networks">
        ${scrollTable(
          said.label,
          said.head,
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
      <td class="number">${msPerEpoch === undefined ? '' : said.milliseconds(msPerEpoch)}</td>
      <td class="number">${pass ? said.seconds(pass) : ''}</td>
      <td class="words">
        ${sentences}
        ${facts && 'problem' in facts ? html`<strong class="unfit">${said.unfitShort(facts.problem.message)}</strong>` : nothing}
      </td>
    </tr>
  `;
}
