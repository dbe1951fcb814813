// Network choice: description, size and cost of each network. A few recommended ones come first.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { opened, type Setup } from '../choices.js';
import { canDescribe, type NetworkFacts } from '../networks.js';
import type { Panel } from '../panel.js';
import { expectedCounts } from '../windows.js';
import { presetOf, presets, type Preset } from '../presets.js';
import type { PanelState } from '../state.js';
import { disclosure } from './fields.js';
import { strings } from '../../strings/index.js';
import { hintOf, messageOf } from '../../text.js';

const texts = strings.train.facts;
const { settings: named } = strings.train;

const first = ['small_gated', 'flatten_gated', 'eegnet', 'band_power'];

export function networkChoice(setup: Setup, state: PanelState, panel: Panel): TemplateResult {
  const { preset } = setup.settings;
  // A card that is chosen where all are open stays in its place, and keeps the focus.
  const isShown = (id: string) => first.includes(id) || (id === preset && !state.open.networks);
  const shown = presets.filter(({ id }) => isShown(id));
  const others = presets.filter((one) => !shown.includes(one));
  const groups = [...new Set(others.map(({ group }) => group))];
  return html`
    <fieldset class="networks">
      <legend>${named.network}</legend>
      ${shown.map((one) => presetCard(one, setup, panel, false))} ${openedCard(setup, panel)}
      ${disclosure(
        texts.all(presets.length),
        state.open.networks,
        (isOpen) => panel.unfold('networks', isOpen),
        () =>
          groups.map(
            (group) => html`
              <h4>${group}</h4>
              ${others.filter((one) => one.group === group).map((one) => presetCard(one, setup, panel, true))}
            `,
          ),
      )}
    </fieldset>
  `;
}

interface Card {
  id: string;
  title: string;
  aside: unknown;
  /** Below the title; null for a card that is closed. */
  note: unknown;
}

function card({ id, title, aside, note }: Card, isChosen: boolean, panel: Panel): TemplateResult {
  const noteId = `train-network-${id}`;
  return html`
    <div class="network" data-chosen=${isChosen}>
      <label class="check">
        <input
          type="radio"
          name="train-network"
          value=${id}
          aria-label=${title}
          aria-describedby=${note ? noteId : nothing}
          .checked=${live(isChosen)}
          @change=${() => panel.chooseNetwork(id)}
        />
        <span title=${title}>${title}</span>
        ${aside ? html`<span class="aside">${aside}</span>` : nothing}
      </label>
      ${note ? html`<p class="note" id=${noteId}>${note}</p>` : nothing}
    </div>
  `;
}

/** One that is chosen tells everything; `isLong`: of the others, too, what they do. */
function presetCard(
  { id, title, sentences }: Preset,
  setup: Setup,
  panel: Panel,
  isLong: boolean,
): TemplateResult {
  const isChosen = setup.settings.preset === id;
  const facts = panel.networks.of(id, setup);
  const unfit =
    facts && 'problem' in facts && !isChosen
      ? html`<strong class="unfit">${texts.unfitShort(messageOf(facts.problem))}</strong>`
      : nothing;
  const note = isChosen
    ? html`${sentences} ${factsText(facts, setup)}`
    : isLong
      ? html`${sentences} ${unfit}`
      : unfit === nothing
        ? null
        : unfit;
  const aside = isChosen ? '' : shortFacts(facts, setup);
  return card({ id, title, aside, note }, isChosen, panel);
}

function openedCard({ base }: Setup, panel: Panel): TemplateResult | typeof nothing {
  const model = panel.openedModel;
  if (!model) return nothing;
  const note = base ? named.fineTuning(base.classes) : null;
  const title = named.goOnFrom(model.title);
  return card({ id: opened, title, aside: '', note }, base !== null, panel);
}

/** Takes the room of what the engine has not measured yet, so that nothing below moves when it is there; empty if it will not be. */
const toCome = (text: string, setup: Setup) =>
  html`<span class="to-come" ?data-never=${!canDescribe(setup)} aria-hidden="true">${text}</span>`;

function shortFacts(facts: NetworkFacts | null, setup: Setup): unknown {
  if (!facts) return toCome(texts.short(9999, texts.seconds(0.1)), setup);
  if ('problem' in facts) return '';
  const { parameters, trainingMsPerEpoch } = facts.network;
  const epoch = trainingMsPerEpoch === undefined ? null : epochText(trainingMsPerEpoch, setup);
  return texts.short(parameters, epoch);
}

function factsText(facts: NetworkFacts | null, setup: Setup): TemplateResult {
  if (!facts) return toCome(texts.cost(9999, texts.milliseconds(0.1), texts.seconds(0.1)), setup);
  if ('problem' in facts) {
    const { problem } = facts;
    const text = texts.unfit(messageOf(problem), problem.found, problem.expected, hintOf(problem));
    return html`<strong class="unfit">${text}</strong>`;
  }
  const { parameters, msPerEpoch, trainingMsPerEpoch } = facts.network;
  if (msPerEpoch === undefined || trainingMsPerEpoch === undefined)
    return html`${texts.tooMany(parameters)}`;
  const epoch = epochText(trainingMsPerEpoch, setup);
  return html`${texts.cost(parameters, texts.milliseconds(msPerEpoch), epoch)}`;
}

/** Of training on all windows once. */
const epochText = (msPerWindow: number, setup: Setup) =>
  texts.seconds((msPerWindow * countOf(setup)) / 1000);

const countOf = (setup: Setup) => expectedCounts(setup).reduce((sum, { count }) => sum + count, 0);

export const networkName = (id: string) => presetOf(id).name;
