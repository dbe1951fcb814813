// The whole way of an epoch, station by station, and what is switched off on it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { classNumber } from '../../class_number.js';
import { selectBox } from '../../views/parts.js';
import type { Conduct } from '../conduct.js';
import type { Paint } from '../paint.js';
import type { InsideState, Look } from '../state.js';
import { shownInspection } from '../state.js';
import {
  forceOf,
  isSilent,
  verdict,
  withForce,
  withHead,
  wordsOf,
  type Force,
  type Sublayer,
} from '../switches.js';
import { meanByToken, number, percent, stationsOf, type Station } from '../walk.js';
import type { Inspection } from '../../../api/index.js';
import { words } from '../../words/index.js';

const { flow: said, switches } = words.inside;

type Open = (block: number) => void;

export function flowView(
  look: Look,
  inspection: Inspection,
  name: string,
  paint: Paint,
  onOpen: Open | null,
): TemplateResult {
  const stations = stationsOf(inspection, look.x, Number(look.model.config['n_chans']));
  return html`
    <ol class="flow" aria-label=${said.label(look.title)}>
      ${stations.map((station, i) => html`<li>${stationView(station, inspection, `${name}-${i}`, paint, onOpen)}</li>`)}
      <li>${outcomeView(look, inspection)}</li>
    </ol>
  `;
}

function stationView(
  station: Station,
  inspection: Inspection,
  id: string,
  paint: Paint,
  onOpen: Open | null,
): TemplateResult {
  const { title, words: note, size, grid, block } = station;
  paint.signed(id, grid);
  const title_ =
    block !== undefined && onOpen
      ? html`<button type="button" class="link" @click=${() => onOpen(block)}>${title}</button>`
      : title;
  return html`
    <h3>${title_}</h3>
    <canvas id=${id} role="img" aria-label=${said.picture(title, size, grid.reach)}></canvas>
    <p class="size">${size} · ±${number(grid.reach)}</p>
    <p class="note">${note}</p>
    ${block === undefined || !inspection.find(`blocks.${block}.output`) ? nothing : gateFacts(inspection, block)}
  `;
}

function gateFacts(inspection: Inspection, block: number): TemplateResult {
  const of = (gate: string) => {
    const tensor = inspection.find(`blocks.${block}.${gate}`);
    if (!tensor) return null;
    const means = meanByToken(tensor);
    return means.reduce((sum, mean) => sum + mean, 0) / means.length;
  };
  const [first, second] = [of('gate1'), of('gate2')];
  return html`<p class="size">
    ${first === null || second === null ? said.noGates : said.gates(first, second)}
  </p>`;
}

function outcomeView({ model }: Look, { probabilities }: Inspection): TemplateResult {
  const isRegression = model.config['task'] === 'regress';
  return html`
    <h3>${isRegression ? said.output : said.probability}</h3>
    <ul class="shares">
      ${model.classes.map((label, i) => {
        const share = probabilities[i]!;
        return html`<li>
          <span>${label}</span>
          ${isRegression ? nothing : html`<svg class="bar" data-class=${classNumber(model.classes, i)} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * share} height="10" /></svg>`}
          <strong>${isRegression ? number(share) : percent(share)}</strong>
        </li>`;
      })}
    </ul>
    <p class="note">${isRegression ? said.outputNote : said.probabilityNote}</p>
  `;
}

/** Heads and gates with their switches, and what came of it. */
export function switchesView(
  state: InsideState,
  conduct: Conduct,
): TemplateResult | typeof nothing {
  const { look, parts } = state;
  if (!look || look.inspection.nBlocks === 0) return nothing;
  const { inspection } = look;
  const isGated = inspection.find('blocks.0.gate1') !== undefined;
  const blocks = Array.from({ length: inspection.nBlocks }, (_, block) => block);
  return html`
    <fieldset class="switches">
      <legend>${switches.legend}</legend>
      ${blocks.map((block) => blockSwitches(inspection, block, isGated, parts, conduct))}
      <div class="outcome">
        <p aria-live="polite">${outcomeWords(state)}</p>
        ${parts.length ? html`<button type="button" @click=${() => void conduct.ablate([])}>${switches.allOn}</button>` : nothing}
      </div>
    </fieldset>
  `;
}

function blockSwitches(
  inspection: Inspection,
  block: number,
  isGated: boolean,
  parts: InsideState['parts'],
  conduct: Conduct,
): TemplateResult {
  const nHeads = inspection.find(`blocks.${block}.attention_map`)?.shape[0] ?? 0;
  const heads = Array.from({ length: nHeads }, (_, head) => head);
  const flip = (head: number) => (event: Event) => {
    const isOn = (event.target as HTMLInputElement).checked;
    void conduct.ablate(withHead(parts, block, head, !isOn));
  };
  return html`
    <div class="switch-row">
      <span class="name">${switches.block(block + 1)}</span>
      ${heads.map(
        (head) =>
          html`<label class="check">
            <input
              type="checkbox"
              .checked=${!isSilent(parts, block, head)}
              @change=${flip(head)}
            />
            <span>${switches.head(head + 1)}</span>
          </label>`,
      )}
      ${gateBox('attention', block, isGated, parts, conduct)}
      ${gateBox('ffn', block, isGated, parts, conduct)}
    </div>
  `;
}

function gateBox(
  gate: Sublayer,
  block: number,
  isGated: boolean,
  parts: InsideState['parts'],
  conduct: Conduct,
): TemplateResult {
  const name = isGated ? switches.gateAfter : switches.sublayer;
  const label = name(switches.sublayers[gate], block + 1);
  const choices = [
    { value: 'as it is', text: switches.asItIs },
    { value: 'closed', text: isGated ? switches.closed : switches.leftOut },
    ...(isGated ? [{ value: 'open', text: switches.open }] : []),
  ];
  return selectBox(
    label,
    choices,
    forceOf(parts, block, gate),
    (to) => void conduct.ablate(withForce(parts, block, gate, to as Force)),
  );
}

function outcomeWords(state: InsideState): TemplateResult | string {
  const { look, parts, ablated } = state;
  if (!look) return '';
  if (look.model.config['task'] === 'regress') {
    const [was, is] = [look.inspection.logits[0]!, shownInspection(state)!.logits[0]!];
    return switches.output(was, ablated ? is : null);
  }
  const { label, before, after, points } = verdict(
    look.model.classes,
    look.inspection.probabilities,
    ablated?.probabilities ?? null,
  );
  if (!parts.length || !ablated) return switches.allOnOutcome(label, before);
  return switches.outcome(label, before, after, points, parts.map(wordsOf));
}
