// Parts of every list of annotations: a table whose onsets are links, and the button that reads the rest of the file.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Annotation } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import type { AnnotationForm } from '../annotation_form.js';
import { editButton, editedRow } from './annotation_form.js';
import { editIcon } from './icons.js';
import { button, scrollTable } from './parts.js';
import { strings } from '../strings/index.js';

export function annotationTable(
  name: string,
  annotations: readonly Annotation[],
  actions: Actions,
  form: AnnotationForm | null = null,
): TemplateResult {
  const { own } = strings.annotations;
  const body = html`
    <tbody>
      ${annotations.map((one) =>
        one === form?.edited
          ? editedRow(one, form.problem, actions)
          : html`
              <tr>
                <th scope="row">
                  ${button(formatTime(one.onsetS, 2), () => actions.view.showTime(one.onsetS), {
                    kind: 'link',
                  })}
                </th>
                <td class="number">
                  ${one.durationS > 0 ? strings.numbers.seconds(one.durationS) : ''}
                </td>
                <td>${one.text}</td>
                ${
                  form
                    ? html`<td class="acts">
                        ${editButton(one, editIcon, actions)}
                        ${button('×', () => void actions.annotations.remove(one), {
                          kind: 'link',
                          label: own.remove(one.text, formatTime(one.onsetS, 2)),
                        })}
                      </td>`
                    : nothing
                }
              </tr>
            `,
      )}
    </tbody>
  `;
  const head = strings.annotations.head;
  return scrollTable(name, form ? [...head, ''] : head, body);
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
