// The list of models in their popover: classes, compatibility with the recording, and accuracy.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { ModelInfo } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { foundModels, listedModels, reasons, stepIn, type ListedModel } from '../model_list.js';
import { judgedOf, type Judged } from '../start/gallery.js';
import type { ModelEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { leaveFocus, verdictBadge } from './parts.js';

const texts = strings.model;
const sentences: Record<string, string> = strings.start.models.sentences;

export function modelList(state: State, actions: Actions): TemplateResult {
  const models = listedModels(state);
  const { text, key, isPending = false } = state.modelPicker;
  const found = foundModels(models, text);
  const active = key ?? (text ? found[0]?.entry.key : state.modelKey) ?? null;
  return html`
    <input
      type="search"
      class="search"
      role="combobox"
      autocomplete="off"
      spellcheck="false"
      aria-label=${texts.search}
      placeholder=${texts.search}
      aria-expanded="true"
      aria-controls="model-list"
      aria-activedescendant=${found.some(({ entry }) => entry.key === active) ? optionId(active!) : nothing}
      .value=${live(text)}
      @input=${(event: Event) => actions.set({ modelPicker: { text: (event.target as HTMLInputElement).value, key: null } })}
      @keydown=${(event: KeyboardEvent) => onKey(event, found, active, text, actions)}
    />
    <ul
      id="model-list"
      class="model-list"
      role="listbox"
      aria-label=${texts.choose}
      aria-busy=${isPending}
    >
      ${found.map((model) => optionView(model, model.entry.key === active, actions))}
    </ul>
    ${models.length ? nothing : html`<p class="note">${texts.loading}</p>`}
    ${models.length && !found.length ? html`<p class="note">${texts.noneFound}</p>` : nothing}
  `;
}

const optionId = (key: string) => `model-option-${key}`;

/** Two lines for each model; more of the one that is chosen or that the keys are at, and why one does not suit. */
function optionView(model: ListedModel, isActive: boolean, actions: Actions): TemplateResult {
  const { entry, isChosen, info, compatibility, tie } = model;
  const isWhole = isChosen || isActive;
  const fits = compatibility?.verdict === 'ok' || compatibility?.verdict === 'adapted';
  return html`
    <li
      id=${optionId(entry.key)}
      role="option"
      aria-selected=${isChosen}
      class=${isActive ? 'active' : ''}
      @mousedown=${leaveFocus}
      @click=${() => choose(entry.key, actions)}
    >
      <span class="option-head"
        ><strong>${entry.title}</strong>
        ${tie ? html`<span class="option-tie">${texts.listed.tie[tie]}</span>` : nothing}
        ${compatibility ? verdictBadge(compatibility.verdict) : nothing}</span
      >
      ${info ? html`<span class="note">${contractText(info, isWhole ? null : judgedIn(entry))}</span>` : nothing}
      ${
        compatibility && (isWhole || !fits)
          ? html`<span class="fit-reasons" data-verdict=${compatibility.verdict}
              >${reasons(compatibility).join(' ')}</span
            >`
          : nothing
      }
      ${isWhole ? readsView(entry, info) : nothing}
    </li>
  `;
}

function contractText(info: ModelInfo, judged: Judged | null): string {
  const lengthS = Number(info.config['n_times']) / info.sfreq;
  const contract = texts.listed.contract(info.classes, info.chNames.length, info.sfreq, lengthS);
  return judged ? `${contract} · ${texts.listed.share(judged.accuracy)}` : contract;
}

/** The card of a file may say it without a capital and a full stop. */
const asSentence = (text: string) =>
  text && `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** What it reads in the signal, and how often that is right. */
function readsView(entry: ModelEntry, info: ModelInfo | null): TemplateResult | typeof nothing {
  const reads = sentences[entry.key] ?? info?.train?.['reads'];
  const judged = judgedIn(entry);
  const share = judged ? texts.listed.right(judged.accuracy, judged.calibrated) : '';
  const text = [typeof reads === 'string' ? asSentence(reads) : '', share]
    .filter(Boolean)
    .join(' ');
  return text ? html`<span class="reads">${text}</span>` : nothing;
}

const judged = new WeakMap<ArrayBuffer, { judged: Judged | null }>();

/** Read from the file once. */
export function judgedIn({ bytes }: ModelEntry): Judged | null {
  const known = judged.get(bytes) ?? { judged: judgedOf(bytes) };
  judged.set(bytes, known);
  return known.judged;
}

/** The list has done its work; why a model does not suit is among the results, too. */
function choose(key: string, actions: Actions): void {
  document.getElementById('fit')?.hidePopover();
  void actions.models.choose(key);
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -4, PageDown: 4 };

function onKey(
  event: KeyboardEvent,
  found: ListedModel[],
  active: string | null,
  text: string,
  actions: Actions,
): void {
  if (event.key === 'Enter' && active !== null) {
    event.preventDefault();
    return choose(active, actions);
  }
  const step = steps[event.key];
  const key = step ? stepIn(found, active, step) : null;
  if (key === null) return;
  event.preventDefault();
  actions.set({ modelPicker: { text, key } });
  document.getElementById(optionId(key))?.scrollIntoView({ block: 'nearest' });
}

/** A search begins empty, and what the list tells is of the recording that is shown now. */
export function onModelsToggled(isOpen: boolean, place: HTMLElement, actions: Actions): void {
  actions.set({ modelPicker: { text: '', key: null, isPending: isOpen } });
  if (!isOpen) return;
  const hasKeys = globalThis.matchMedia?.('(hover: hover)').matches; // else a keyboard would cover the list
  if (hasKeys) place.querySelector<HTMLInputElement>('input[type=search]')?.focus();
  const showChosen = () =>
    place.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  // What is told of the models above it makes them taller.
  void actions.models
    .survey()
    .then(() => requestAnimationFrame(() => requestAnimationFrame(showChosen)));
}
