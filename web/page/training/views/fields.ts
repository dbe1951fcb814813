// Form fields of the settings: numbers, texts, grouped choices, radio buttons.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { optionView } from '../../views/parts.js';

/**
 * Details whose state is the panel's alone: a drawing between the click and the browser's own toggle would close them again.
 */
export function disclosure(
  summary: string,
  isOpen: boolean,
  onToggle: (isOpen: boolean) => void,
  body: () => unknown,
): TemplateResult {
  const toggle = (event: Event) => {
    event.preventDefault();
    onToggle(!isOpen);
  };
  return html`
    <details ?open=${isOpen}>
      <summary @click=${toggle}>${summary}</summary>
      ${isOpen ? body() : nothing}
    </details>
  `;
}

interface NumberOptions {
  unit?: string;
  min?: number;
  max?: number;
  step?: number | 'any';
}

const idOf = (label: string) => `train-${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`; // a label may be of any script

/** Of the note that describes a grouped select. */
export const noteIdOf = (label: string) => `${idOf(label)}-note`;

/** An empty field gives undefined: the default again. What is being typed is left alone when the panel is drawn. */
export function numberBox(
  label: string,
  value: number,
  { unit = '', min = 0, max, step = 'any' }: NumberOptions,
  onChange: (value: number | undefined) => void,
): TemplateResult {
  const change = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const number = input.valueAsNumber;
    if (Number.isNaN(number)) input.value = String(value);
    onChange(Number.isNaN(number) ? undefined : number);
  };
  const id = idOf(label);
  return html`
    <div class="field">
      <label for=${id}>${label}${unit ? html` <span class="unit">${unit}</span>` : nothing}</label>
      <input
        id=${id}
        type="number"
        inputmode="decimal"
        min=${min}
        max=${max ?? nothing}
        step=${step}
        .value=${String(value)}
        @change=${change}
      />
    </div>
  `;
}

/** `onChange` returns false for a text that is refused: then the one before comes back. */
export function textBox(
  label: string,
  value: string,
  onChange: (value: string) => boolean | void,
  isDisabled = false,
): TemplateResult {
  const change = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    if (onChange(input.value) === false) input.value = value;
  };
  return html`
    <input
      type="text"
      aria-label=${label}
      title=${value}
      autocomplete="off"
      spellcheck="false"
      maxlength="80"
      ?disabled=${isDisabled}
      .value=${value}
      @change=${change}
    />
  `;
}

interface GroupedChoice {
  value: string;
  text: string;
  group: string;
}

export function groupedSelect(
  label: string,
  choices: GroupedChoice[],
  value: string,
  onChange: (value: string) => void,
): TemplateResult {
  const id = idOf(label);
  const groups = [...new Set(choices.map(({ group }) => group))];
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        aria-describedby=${noteIdOf(label)}
        @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}
      >
        ${groups.map(
          (group) => html`
            <optgroup label=${group}>
              ${choices
                .filter((choice) => choice.group === group)
                .map((choice) => optionView(choice, value))}
            </optgroup>
          `,
        )}
      </select>
    </div>
  `;
}

interface RadioChoice<T extends string> {
  value: T;
  text: string;
  isDisabled?: boolean;
}

export function radios<T extends string>(
  legend: string,
  choices: RadioChoice<T>[],
  value: T,
  onChange: (value: T) => void,
): TemplateResult {
  return html`
    <fieldset class="radios">
      <legend>${legend}</legend>
      ${choices.map(
        (choice) => html`
          <label class="check">
            <input
              type="radio"
              name=${idOf(legend)}
              .checked=${live(choice.value === value)}
              ?disabled=${choice.isDisabled ?? false}
              @change=${() => onChange(choice.value)}
            />
            <span>${choice.text}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}
