// Small parts shared by several views.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { Verdict } from '../../api/index.js';
import { strings } from '../strings/index.js';

interface ButtonLook {
  /** Its classes in style sheets. */
  kind?: string | string[];
  /** Its accessible name, where the text alone does not say enough. */
  label?: string;
  title?: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  isExpanded?: boolean;
  isBusy?: boolean;
  /** Id of what says more. */
  describedBy?: string;
  /** Id of what it opens. */
  controls?: string;
}

const classesOf = ({ kind = '' }: ButtonLook) => [kind].flat().join(' ') || nothing;

export function button(
  text: unknown,
  onClick: (event: MouseEvent) => void,
  look: ButtonLook = {},
): TemplateResult {
  return html`
    <button
      type="button"
      class=${classesOf(look)}
      aria-label=${look.label ?? nothing}
      title=${look.title ?? nothing}
      aria-pressed=${look.isPressed ?? nothing}
      aria-expanded=${look.isExpanded ?? nothing}
      aria-busy=${look.isBusy ?? nothing}
      aria-describedby=${look.describedBy ?? nothing}
      aria-controls=${look.controls ?? nothing}
      ?disabled=${look.isDisabled}
      @click=${onClick}
    >
      ${text}
    </button>
  `;
}

/** A button that opens the popover of this id, and closes it. */
export function opener(
  text: unknown,
  popoverId: string,
  look: Pick<ButtonLook, 'kind' | 'label' | 'title'> = {},
): TemplateResult {
  return html`
    <button
      type="button"
      class=${classesOf(look)}
      popovertarget=${popoverId}
      aria-label=${look.label ?? nothing}
      title=${look.title ?? nothing}
    >
      ${text}
    </button>
  `;
}

/** A file input that looks like a button. The same file can be chosen twice in a row. */
export function fileInput(
  label: string,
  accept: string,
  isMultiple: boolean,
  onFiles: (files: File[]) => void,
  kind = '',
): TemplateResult {
  const choose = (event: Event) => takeFiles(event, onFiles);
  return html`
    <label class="file button ${kind}">
      <span>${label}</span>
      <input type="file" accept=${accept} ?multiple=${isMultiple} @change=${choose} />
    </label>
  `;
}

/** The chosen files; the input is emptied, so that the same files can be chosen again. */
function takeFiles({ target }: Event, onFiles: (files: File[]) => void): void {
  const input = target as HTMLInputElement;
  const files = [...(input.files ?? [])];
  input.value = '';
  if (files.length) onFiles(files);
}

/** All files of a folder, and of those inside it. */
export function folderInput(label: string, onFiles: (files: File[]) => void): TemplateResult {
  const choose = (event: Event) => takeFiles(event, onFiles);
  return html`
    <label class="file button">
      <span>${label}</span>
      <input type="file" webkitdirectory @change=${choose} />
    </label>
  `;
}

export interface Choice<V extends string | number = string> {
  value: V;
  text: string;
}

export const choicesOf = <V extends string | number>(
  values: readonly V[],
  textOf: (value: V) => string,
): Choice<V>[] => values.map((value) => ({ value, text: textOf(value) }));

export function searchBox(
  label: string,
  text: string,
  onInput: (text: string) => void,
): TemplateResult {
  return html`
    <input
      type="search"
      class="search"
      autocomplete="off"
      spellcheck="false"
      aria-label=${label}
      placeholder=${label}
      .value=${live(text)}
      @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
    />
  `;
}

/** Of the rows of a list: a click of the mouse leaves the focus in the list's field, so that it is not lost when the list closes. */
export const leaveFocus = (event: MouseEvent): void => event.preventDefault();

/**
 * The label is next to the box, so that the box's choices are no part of its name. `within` is for a label that another box of the
 * page has, too.
 */
export function selectBox<V extends string | number>(
  label: string,
  choices: Choice<V>[],
  value: NoInfer<V>,
  onChange: (value: V) => void,
  { isDisabled = false, within = '' }: { isDisabled?: boolean; within?: string } = {},
): TemplateResult {
  const id = `choose-${within}${label.toLowerCase().replaceAll(' ', '-')}`;
  const change = ({ target }: Event) =>
    onChange(choices[(target as HTMLSelectElement).selectedIndex]!.value);
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <select id=${id} ?disabled=${isDisabled} @change=${change}>
        ${choices.map((choice) => optionView(choice, value))}
      </select>
    </div>
  `;
}

/** An option of a list in which `chosen` is chosen, also where the options themselves are others than before. */
export function optionView<V extends string | number>(
  { value, text }: Choice<V>,
  chosen: V,
): TemplateResult {
  return html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`;
}

export function checkBox(
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
  isDisabled = false,
): TemplateResult {
  return html`
    <label class="check">
      <input
        type="checkbox"
        .checked=${live(isChecked)}
        ?disabled=${isDisabled}
        @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)}
      />
      <span>${label}</span>
    </label>
  `;
}

/** `share`: how much of it is done, 0 to 1. */
export const progressBar = (text: string, share: number): TemplateResult => html`
  <label class="progress">
    <span>${text}</span>
    <progress max="1" .value=${live(share)}></progress>
  </label>
`;

/** Name and value pairs; pairs without a value are left out. */
export function factList(facts: [string, unknown][]): TemplateResult {
  const known = facts.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return html`<dl class="facts">
    ${known.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

const verdictSigns: Record<Verdict, string> = {
  ok: '✓',
  adapted: '↻',
  missing: '?',
  incompatible: '✕',
};

export function verdictBadge(verdict: Verdict): TemplateResult {
  return html`<span class="badge" data-verdict=${verdict}
    ><span aria-hidden="true">${verdictSigns[verdict]}</span>
    ${strings.model.compatibility.verdicts[verdict]}</span
  >`;
}

/** Rows of a name and cells, which are numbers except in the columns `words`; the name is column 0. */
export function tableBody(
  rows: readonly (readonly unknown[])[],
  words: readonly number[] = [],
): TemplateResult {
  const cellOf = (cell: unknown, i: number) =>
    html`<td class=${words.includes(i + 1) ? nothing : 'number'}>${cell}</td>`;
  return html`
    <tbody>
      ${rows.map(
        ([name, ...cells]) => html`
          <tr>
            <th scope="row">${name}</th>
            ${cells.map(cellOf)}
          </tr>
        `,
      )}
    </tbody>
  `;
}

/** A table that scrolls by itself and can be reached with the keyboard. */
export function scrollTable(
  label: string,
  head: string[],
  body: unknown,
  caption: unknown = nothing,
): TemplateResult {
  return html`
    <div class="table" tabindex="0" role="group" aria-label=${label}>
      <table>
        ${
          caption === nothing
            ? nothing
            : html`<caption>
                ${caption}
              </caption>`
        }
        <thead>
          <tr>
            ${head.map((title) => (title ? html`<th scope="col">${title}</th>` : html`<td></td>`))}
          </tr>
        </thead>
        ${body}
      </table>
    </div>
  `;
}

/** As `scrollTable`, of a name and values in each row; see `tableBody`. */
export const valueTable = (
  label: string,
  head: string[],
  rows: readonly (readonly unknown[])[],
  { words = [], caption = nothing }: { words?: readonly number[]; caption?: unknown } = {},
): TemplateResult => scrollTable(label, head, tableBody(rows, words), caption);
