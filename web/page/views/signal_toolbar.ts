// Toolbar of the traces: time and amplitude scale, channels, montage, filter.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { menuId } from '../channel_menu.js';
import { referenceChoices, rowsOf } from '../signals/montage.js';
import { montageOf, ownReference, ownRows, pairsOf } from '../signals/own_montage.js';
import { currentModel, type RecordingEntry, type State, type View } from '../state.js';
import { previewRecipe } from '../recipe_text.js';
import { gainsAround, rowChoices, spanChoices, twoDigits } from '../view_steps.js';
import { strings } from '../strings/index.js';
import { downIcon, moreIcon, upIcon } from './icons.js';
import { button, choicesOf, opener, selectBox } from './parts.js';

const texts = strings.signals;

/** Seconds on the screen with the paper speed that they amount to, then the paper speeds of clinical reading. */
function timeChoices(state: State, { recording, view }: RecordingEntry) {
  const widthMm = plotWidth() / state.pxPerMm;
  const spans = spanChoices.filter(
    (span) => span <= Math.max(recording.durationS, view.spanS, spanChoices[0]!),
  );
  if (!spans.includes(view.spanS)) spans.push(view.spanS);
  const longest = Math.max(recording.durationS, spanChoices[0]!);
  return [
    ...choicesOf(
      spans.sort((a, b) => a - b),
      (s) => texts.span(s, twoDigits(widthMm / s)),
    ),
    ...[15, 30, 60]
      .filter((mmPerS) => widthMm / mmPerS <= longest && !spans.includes(widthMm / mmPerS))
      .map((mmPerS) => ({ value: widthMm / mmPerS, text: texts.speed(mmPerS) })),
  ];
}

function plotWidth(): number {
  // A canvas that is not shown has no width.
  const width = document.querySelector('#traces')?.clientWidth || Math.min(1000, innerWidth);
  return Math.max(100, width - Math.min(64, width / 5));
}

/** The pairs of an own montage. */
function pairsField({ recording, view }: RecordingEntry, actions: Actions): TemplateResult {
  const { pairs, unknownPairs } = texts.references;
  const names = recording.info.mainChannels.map((index) => recording.channels[index]!.name);
  const take = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    const { unknown } = ownRows(field.value, names);
    field.setCustomValidity(unknown.length ? unknownPairs(unknown) : '');
    if (unknown.length) return void field.reportValidity();
    actions.view.change({ reference: ownReference(field.value), firstRow: 0 });
  };
  return html`
    <input
      type="text"
      class="pairs"
      autocomplete="off"
      spellcheck="false"
      aria-label=${pairs}
      title=${pairs}
      placeholder="F3-A2, C3-A2"
      .value=${pairsOf(view.reference).replaceAll(',', ', ')}
      @input=${(event: Event) => (event.target as HTMLInputElement).setCustomValidity('')}
      @change=${take}
    />
  `;
}

export function toolbar(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { recording, view } = entry;
  const nRows = rowsOf(recording, view).length;
  const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
  const counts = [...rowChoices.filter((count) => count < nRows), nRows];
  if (view.nRows < nRows && !counts.includes(view.nRows)) counts.unshift(view.nRows);
  const move = (rows: number) => actions.view.change({ firstRow: view.firstRow + rows });
  const filterings: View['filtering'][] = ['none', ...(recipe ? ['model' as const] : []), 'own'];
  return html`
    <div class="toolbar">
      ${selectBox(texts.time, timeChoices(state, entry), view.spanS, (spanS) =>
        actions.view.change({ spanS }),
      )}
      ${selectBox(
        texts.gain,
        choicesOf(gainsAround(view.uvPerMm), texts.uvPerMm),
        view.uvPerMm,
        (uvPerMm) => actions.view.change({ uvPerMm }),
      )}
      <span class="row tight">
        ${selectBox(
          texts.channels,
          choicesOf(counts, (n) => (n === nRows ? texts.allChannels(n) : String(n))),
          Math.min(view.nRows, nRows),
          (nRows) => actions.view.change({ nRows }),
        )}
        <span class="pair">
          ${button(upIcon, () => move(-view.nRows), {
            label: texts.channelsUp,
            isDisabled: view.firstRow === 0,
          })}
          ${button(downIcon, () => move(view.nRows), {
            label: texts.channelsDown,
            isDisabled: view.firstRow + view.nRows >= nRows,
          })}
          ${opener(moreIcon, menuId, { label: texts.channelMenu.label })}
        </span>
      </span>
      ${selectBox(
        texts.reference,
        referenceChoices(recording),
        montageOf(view.reference),
        (reference) => actions.view.change({ reference, firstRow: 0 }),
        { isDisabled: view.filtering === 'model' && recipe !== null },
      )}
      ${montageOf(view.reference) === 'own:' ? pairsField(entry, actions) : nothing}
      ${selectBox(
        texts.filter,
        choicesOf(filterings, (filtering) => texts.filters[filtering]),
        view.filtering === 'model' && !recipe ? 'none' : view.filtering,
        (filtering) => {
          actions.view.change({ filtering });
          if (filtering === 'own' && !state.tools.includes('filter'))
            actions.view.toggleTool('filter');
        },
      )}
    </div>
  `;
}
