// The map of the head, a tab of the inspector: the power of a band at every electrode, and which channels the traces show.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { headPower } from '../signals/head_power.js';
import { rowOrder, rowsOf, viewOfMap, visibleRows } from '../signals/montage.js';
import { stepsSeen } from '../signals/steps_seen.js';
import { bands } from '../signals/tools.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { figureButton } from './figure_button.js';
import { button, selectBox } from './parts.js';
import { goAlongList, stopAtButton } from './row_keys.js';

const texts = strings.tools;

/** Of the head, by how far right a channel is; the radius of the head is 1. */
const parts = {
  left: (x: number) => x < -0.01,
  middle: (x: number) => Math.abs(x) <= 0.01,
  right: (x: number) => x > 0.01,
};
const partNames = ['left', 'middle', 'right'] as const;

export function headTool(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { recording, view } = entry;
  const names = rowOrder(recording).map((index) => recording.channels[index]!.name);
  const picked = new Set(view.picked);
  const positions = actions.tools.positions(recording);
  const pickPart = (part: keyof typeof parts) =>
    actions.view.pick(
      names.filter((name) => positions.has(name) && parts[part](positions.get(name)!.x)),
    );
  const { shown, unknownPlaces } = texts.headMap;
  const inView = shown(visibleRows(recording, view).length, rowsOf(recording, view).length);
  const usual = positions.size ? inView : `${unknownPlaces} ${inView}`;
  const note = picked.size ? texts.headMap.picked(picked.size) : usual;
  return html`
    <div class="figure-head">
      <h3>${texts.head}</h3>
      ${positions.size ? figureButton('head', '#head-map, #head-scale') : nothing}
    </div>
    ${positions.size ? powerView(state, entry, actions) : nothing}
    <p class="note" aria-live="polite">${note}</p>
    <div class="row">
      ${button(texts.headMap.showAll, () => actions.view.pick([]), { isDisabled: !picked.size })}
      ${
        positions.size
          ? partNames.map((part) => button(texts.headMap[part], () => pickPart(part)))
          : nothing
      }
    </div>
    <details ?open=${!positions.size}>
      <summary>${texts.headMap.asList}</summary>
      <ul
        class="picks"
        aria-label=${texts.headMap.list}
        @keydown=${goAlongList}
        @focusin=${stopAtButton}
      >
        ${names.map(
          (name, i) => html`
            <li>
              <button
                type="button"
                tabindex=${i === 0 ? 0 : -1}
                aria-pressed=${picked.has(name)}
                @focus=${() => actions.tools.focus(name)}
                @blur=${() => actions.tools.focus(null)}
                @click=${() => actions.view.toggle(name)}
              >
                ${name}
              </button>
            </li>
          `,
        )}
      </ul>
    </details>
  `;
}

/** The map, in the colours of a band's power. */
function powerView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { power: told } = texts.headMap;
  const spectrum = state.headBand && actions.tools.headSpectrum(state, entry);
  const power = spectrum && state.headBand && headPower(spectrum, state.headBand);
  const nameOf = ({ name, lowHz, highHz }: (typeof bands)[number]) =>
    texts.spectra.band(name, lowHz, highHz);
  const choices = bands.map((band) => ({ value: band.id, text: nameOf(band) }));
  const { focusedElectrode: focused } = state;
  const steps = stepsSeen(state, entry.recording, viewOfMap(entry.view));
  const how = steps.join(', ') || strings.signals.references.recorded;
  const valueAt = (name: string) => told.at(name, power!.powers.get(name)!);
  return html`
    ${selectBox(
      told.band,
      [...choices, { value: '' as const, text: told.none }],
      state.headBand ?? '',
      (id) => actions.set({ headBand: id || null }),
    )}
    <canvas id="head-map" class="head-map" aria-hidden="true"></canvas>
    ${
      power && spectrum
        ? html`<p class="note" id="head-scale">
              ${told.of(nameOf(bands.find(({ id }) => id === state.headBand)!), formatTime(spectrum.fromS, 1), formatTime(spectrum.toS, 1), how)}
              ${told.scale(power.powers.get(power.weakest)!, power.powers.get(power.strongest)!)}
            </p>
            <p class="note" id="head-power">
              ${focused && power.powers.has(focused) ? valueAt(focused) : told.extremes(valueAt(power.strongest), valueAt(power.weakest))}
            </p>`
        : nothing
    }
  `;
}
