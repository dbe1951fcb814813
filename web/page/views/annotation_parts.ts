// Parts of every list of annotations: a table whose onsets are links, and the button that reads the rest of the file.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Annotation } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import type { AnnotationForm } from '../annotation_form.js';
import { editButton, editedRow } from './annotation_form.js';
import { editIcon } from './icons.js';
import { button, scrollTable } from './parts.js';
import { goAlongRows, stopAtRow } from './row_keys.js';
import { strings } from '../strings/index.js';

export function annotationTable(
  name: string,
  annotations: readonly Annotation[],
  form: AnnotationForm,
  actions: Actions,
  canChange = false,
): TemplateResult {
  const { own } = strings.annotations;
  const reached = Math.min(form.reached, annotations.length - 1);
  const stop = (row: number) => (row === reached ? 0 : -1);
  const reach = (event: FocusEvent, row: number) => {
    if (row === reached) return;
    stopAtRow(event);
    actions.annotations.fill({ reached: row });
  };
  const body = html`
    <tbody @keydown=${goAlongRows}>
      ${annotations.map((one, row) =>
        canChange && one === form.edited
          ? editedRow(one, form.problem, actions)
          : html`
              <tr @focusin=${(event: FocusEvent) => reach(event, row)}>
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    tabindex=${stop(row)}
                    @click=${() => actions.view.showTime(one.onsetS)}
                  >
                    ${formatTime(one.onsetS, 2)}
                  </button>
                </th>
                <td class="number">
                  ${one.durationS > 0 ? strings.numbers.seconds(one.durationS) : ''}
                </td>
                <td>${one.text}</td>
                ${
                  canChange
                    ? html`<td class="acts">
                        ${editButton(one, editIcon, stop(row), actions)}
                        <button
                          type="button"
                          class="link"
                          tabindex=${stop(row)}
                          aria-label=${own.remove(one.text, formatTime(one.onsetS, 2))}
                          @click=${() => void actions.annotations.remove(one)}
                        >
                          ×
                        </button>
                      </td>`
                    : nothing
                }
              </tr>
            `,
      )}
    </tbody>
  `;
  const head = strings.annotations.head;
  return scrollTable(name, canChange ? [...head, ''] : head, body);
}

export function readOnButton(
  isComplete: boolean,
  isBusy: boolean,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (isComplete) return nothing;
  return html`<p>
    ${button(strings.annotations.readOn, () => void actions.readAllAnnotations(), {
      isDisabled: isBusy,
    })}
  </p>`;
}
