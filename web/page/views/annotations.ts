// Annotations as a tool for reading: one text or all, the next or the one before, each a click away.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { Annotation } from '../../api/index.js';
import type { Actions } from '../actions.js';
import type { RecordingEntry, State } from '../state.js';
import { words } from '../words/index.js';
import { annotationTable, readOnButton } from './annotation_parts.js';
import { selectBox } from './parts.js';

const said = words.annotations;

const mostListed = 500;

export function annotationTool(
  { annotationText, isBusy }: State,
  { recording, view }: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const { annotations, annotationsComplete } = recording;
  const counts = new Map<string, number>();
  for (const { text } of annotations) counts.set(text, (counts.get(text) ?? 0) + 1);
  const chosen = counts.has(annotationText) ? annotationText : '';
  const listed = chosen ? annotations.filter(({ text }) => text === chosen) : annotations;
  const choices = [
    { value: '', text: said.all(annotations.length) },
    ...[...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 200)
      .map(([text, n]) => ({ value: text, text: said.choice(text, n) })),
  ];
  const middleS = view.startS + view.spanS / 3; // where a jump puts them
  const next = listed.find(({ onsetS }) => onsetS > middleS + 0.01);
  const previous = listed.filter(({ onsetS }) => onsetS < middleS - 0.01).at(-1);
  const jump = (to: Annotation | undefined) => () =>
    to && actions.looking.change({ startS: to.onsetS - view.spanS / 3 });
  return html`
    <h3>${words.tools.marks}</h3>
    ${
      annotations.length
        ? html`
            <div class="row">
              ${selectBox(said.text, choices, chosen, (text) => actions.set({ annotationText: text }))}
              <span class="pair">
                <button type="button" ?disabled=${!previous} @click=${jump(previous)}>
                  ${said.previous}
                </button>
                <button type="button" ?disabled=${!next} @click=${jump(next)}>${said.next}</button>
              </span>
            </div>
            ${guard([annotations, annotations.length, chosen], () => list(listed, actions))}
          `
        : html`<p class="note">${annotationsComplete ? said.none : said.noneSoFar}</p>`
    }
    ${readOnButton(annotationsComplete, isBusy, actions)}
  `;
}

function list(annotations: Annotation[], actions: Actions): TemplateResult {
  const shown = annotations.slice(0, mostListed);
  return html`
    ${shown.length < annotations.length ? html`<p class="note">${said.firstOfListed(shown.length, annotations.length)}</p>` : nothing}
    ${annotationTable(said.jumpLabel, shown, actions)}
  `;
}
