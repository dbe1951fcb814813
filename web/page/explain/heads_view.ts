// Contribution of each electrode on the head: of this window and of the class mean; the same as a table.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Store } from '../store.js';
import { figureButton } from '../views/figure_button.js';
import { checkBox, valueTable } from '../views/parts.js';
import { strings } from '../strings/index.js';
import { rankOf } from './cursors.js';
import { signed } from './reductions.js';
import type { ExplainState, Picture } from './state.js';

const texts = strings.explain.scalp;

export function headsView(
  state: ExplainState,
  picture: Picture,
  target: string,
  store: Store<ExplainState>,
): TemplateResult {
  const { mean } = state;
  return html`
    <div class="explain-heads">
      ${figureButton('head', 'figure,.explain-scale', '.explain-heads')}
      <figure class="explain-figure">
        <figcaption>${texts.window}</figcaption>
        ${head('explain-scalp', texts.label(target))}
      </figure>
      ${
        mean
          ? html`<figure class="explain-figure">
              <figcaption>${texts.mean(mean.nWindows, target)}</figcaption>
              ${head('explain-mean', texts.meanLabel(target))}
            </figure>`
          : nothing
      }
      <p class="note" id="explain-electrode" aria-live="polite">${atCursor(state, picture)}</p>
      ${checkBox(texts.dotsOnly, state.dotsOnly, (dotsOnly) => store.update({ dotsOnly }))}
      <p class="note explain-scale">
        ${texts.scale(strings.numbers.significant(picture.channelScale, 2), target)}
      </p>
      <p class="note">${texts.meaning}</p>
    </div>
  `;
}

function head(id: string, label: string): TemplateResult {
  return html`<canvas
    id=${id}
    class="explain-scalp"
    tabindex="0"
    role="img"
    aria-label=${label}
    aria-describedby="explain-electrode"
  ></canvas>`;
}

function atCursor({ cursor, mean }: ExplainState, picture: Picture): string {
  const { chNames, byChannel } = picture;
  const name = chNames[cursor.row];
  if (name === undefined) return '';
  const value = signed(byChannel[cursor.row] ?? 0);
  const average = mean ? signed(mean.byChannel[cursor.row] ?? 0) : null;
  return texts.atCursor(name, value, rankOf(picture, cursor.row), chNames.length, average);
}

/** The numbers of both heads. */
export function headsTable({ mean }: ExplainState, picture: Picture): TemplateResult {
  const { chNames, byChannel } = picture;
  const text = (value: number | undefined) => (value === undefined ? '' : signed(value));
  return html`
    <details>
      <summary>${texts.table}</summary>
      ${valueTable(
        texts.tableLabel,
        [texts.electrode, texts.thisWindow, ...(mean ? [texts.average] : [])],
        chNames.map((name, i) => [
          name,
          ...[byChannel, ...(mean ? [mean.byChannel] : [])].map((values) => text(values[i])),
        ]),
      )}
    </details>
  `;
}
