// Advanced part of Explain: methods and baselines, all checks, and the numbers as tables.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import { strings } from '../strings/index.js';
import { choicesOf, selectBox } from '../views/parts.js';
import { checksView } from './checks_view.js';
import { headsTable } from './heads_view.js';
import { mapTable } from './map_table.js';
import type { ExplainPanel } from './panel.js';
import { rankCorrelation, signed } from './reductions.js';
import {
  fills,
  isOcclusion,
  methods,
  type ExplainState,
  type Fill,
  type Picture,
} from './state.js';

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
      ${selectBox(
        texts.explainedBy,
        choicesOf(methods, (method) => texts.methods[method].name),
        state.method,
        (method) => panel.choose({ method }),
      )}
      ${
        hasFill
          ? selectBox(
              texts.fill,
              choicesOf(fills, (fill) => texts.fills[fill].name),
              state.fill,
              (fill) => panel.choose({ fill }),
            )
          : nothing
      }
    </div>
    <p class="note">
      ${texts.methods[state.method].says} ${hasFill ? texts.fills[state.fill].says : nothing}
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
    ({ checks }) => texts.fills[checks.baseline as Fill].name,
  );
  return html`<p class="note" id="explain-fills">
    ${texts.fills.likeness(own!, others!, likeness)}
  </p>`;
}
