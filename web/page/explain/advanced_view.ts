// Advanced part of Explain: methods and baselines, all checks, and the numbers as tables.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { ExplainBaseline, ExplainMethod } from '../../api/index.js';
import { strings } from '../strings/index.js';
import { selectBox } from '../views/parts.js';
import { checksView } from './checks_view.js';
import { headsTable } from './heads_view.js';
import { mapTable } from './map_table.js';
import type { ExplainPanel } from './panel.js';
import { rankCorrelation, signed } from './reductions.js';
import { fills, isOcclusion, methods, type ExplainState, type Picture } from './state.js';

const texts = strings.explain;

export function advancedView(
  state: ExplainState,
  picture: Picture | null,
  panel: ExplainPanel,
): TemplateResult {
  const hasFill = isOcclusion(state.method);
  return html`<details class="explain-advanced">
    <summary>${texts.advanced}</summary>
    <div class="explain-methods">
      ${selectBox(texts.explainedBy, methods, state.method, (value) => panel.choose({ method: value as ExplainMethod }))}
      ${hasFill ? selectBox(texts.fill, fills, state.fill, (value) => panel.choose({ fill: value as ExplainBaseline })) : nothing}
    </div>
    <p class="note">
      ${methods.find(({ value }) => value === state.method)!.says}
      ${hasFill ? fills.find(({ value }) => value === state.fill)!.says : nothing}
    </p>
    ${picture ? numbersView(state, picture) : nothing}
  </details>`;
}

function numbersView(state: ExplainState, picture: Picture): TemplateResult {
  const { checks } = picture;
  const moved = (checks.logits[0] ?? 0) - (checks.baselineLogits[0] ?? 0);
  const hasScalp = picture.byChannel.length > 0 && state.positions.size > 2;
  return html`
    <p class="note" id="explain-moved">
      ${texts.moved(checks.baseline === 'surrogate', signed(moved))}
    </p>
    ${state.other ? fillsView(picture, state.other) : nothing} ${checksView(state, picture)}
    ${hasScalp ? guard([picture, state.mean, strings.language], () => headsTable(state, picture)) : nothing}
    ${guard([picture, strings.language], () => mapTable(picture))}
  `;
}

/** Both baselines, once both were looked at. */
function fillsView(picture: Picture, other: Picture): TemplateResult {
  const part = ({ byChannel, values, nTimes }: Picture) =>
    byChannel.length ? byChannel : values.subarray(0, nTimes);
  const likeness = rankCorrelation(part(picture), part(other));
  const [own, others] = [picture, other].map(
    ({ checks }) => fills.find(({ value }) => value === checks.baseline)!.text,
  );
  return html`<p class="note" id="explain-fills">
    ${texts.fills.likeness(own!, others!, likeness)}
  </p>`;
}
