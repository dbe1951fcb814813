// Annotations tab: filter by text, previous and next, links to onsets.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { Annotation, ResultFormat } from '../../api/index.js';
import { annotationFormatOf } from '../../truth/annotation_files.js';
import type { Actions } from '../actions.js';
import type { AnnotationForm } from '../annotation_form.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { nextAnnotation } from './annotation_form.js';
import { annotationTable, readOnButton } from './annotation_parts.js';
import { button, choicesOf, selectBox } from './parts.js';
import { changeAllFields } from './rename.js';

const labels = strings.annotations;

const maxListed = 500;

/** The annotations before and after the place where a jump puts them. */
export function besideView(
  { view }: RecordingEntry,
  listed: readonly Annotation[],
): { previous: Annotation | undefined; next: Annotation | undefined } {
  const atS = view.startS + view.spanS / 3;
  return {
    previous: listed.filter(({ onsetS }) => onsetS < atS - 0.01).at(-1),
    next: listed.find(({ onsetS }) => onsetS > atS + 0.01),
  };
}

export function annotationTool(
  state: State,
  entry: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const { recording, view } = entry;
  const { annotationText, annotationForm, isBusy } = state;
  const { edited, problem, reached } = annotationForm;
  const { annotations, annotationsComplete } = recording;
  const counts = new Map<string, number>();
  for (const { text } of annotations) counts.set(text, (counts.get(text) ?? 0) + 1);
  const chosen = counts.has(annotationText) ? annotationText : '';
  const listed = chosen ? annotations.filter(({ text }) => text === chosen) : annotations;
  const choices = [
    { value: '', text: labels.all(annotations.length) },
    ...[...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 200)
      .map(([text, n]) => ({ value: text, text: labels.choice(text, n) })),
  ];
  const { previous, next } = besideView(entry, listed);
  const jump = (to: Annotation | undefined) => () =>
    to && actions.view.change({ startS: to.onsetS - view.spanS / 3 });
  return html`
    <h3>${strings.tools.marks}</h3>
    ${
      annotations.length
        ? html`
            <div class="row">
              ${selectBox(labels.text, choices, chosen, (text) => actions.set({ annotationText: text }))}
              <span class="pair">
                ${button(labels.previous, jump(previous), { isDisabled: !previous })}
                ${button(labels.next, jump(next), { isDisabled: !next })}
              </span>
            </div>
            ${chosen ? changeAllFields(chosen, actions) : nothing}
            ${guard([annotations, annotations.length, chosen, edited, edited && problem, reached, strings.language], () => list(listed, annotationForm, actions))}
          `
        : html`<p class="note">${annotationsComplete ? labels.none : labels.noneSoFar}</p>`
    }
    ${readOnButton(annotationsComplete, isBusy, actions)}
    ${nextAnnotation(state, entry, [...counts.keys()], actions)}
    ${useView(entry, state.format, actions)}
  `;
}

/** What can be done with annotations that were changed here, and all of them as a file. */
function useView(
  { annotationsOfFile, recording }: RecordingEntry,
  format: ResultFormat,
  actions: Actions,
): TemplateResult {
  const { own } = labels;
  const { annotations, navigation } = actions;
  const formats = ['csv', 'tsv', 'edf'] as const;
  return html`
    ${
      annotationsOfFile
        ? html`
            <p class="note">${own.note}</p>
            <div class="row">
              ${button(own.train, () => navigation.enter('train'))}
              ${button(own.restore, () => void annotations.restore())}
            </div>
          `
        : nothing
    }
    ${
      recording.annotations.length
        ? html`
            <div class="row">
              ${selectBox(
                own.format,
                choicesOf(formats, (value) => strings.results.formats[value]),
                annotationFormatOf(format),
                (format) => actions.set({ format }),
              )}
              ${button(own.save, () => void annotations.save())}
            </div>
          `
        : nothing
    }
  `;
}

function list(
  annotations: readonly Annotation[],
  form: AnnotationForm,
  actions: Actions,
): TemplateResult {
  const shown = annotations.slice(0, maxListed);
  return html`
    ${shown.length < annotations.length ? html`<p class="note">${labels.firstOfListed(shown.length, annotations.length)}</p>` : nothing}
    ${annotationTable(labels.jumpLabel, shown, form, actions, true)}
  `;
}
