// Annotations tab: filter by text, previous and next, links to onsets.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { Annotation } from '../../api/index.js';
import { secondsText } from '../../truth/annotations.js';
import type { Actions } from '../actions.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { annotationTable, readOnButton } from './annotation_parts.js';
import { selectBox } from './parts.js';
import { renameField } from './rename.js';

const labels = strings.annotations;

const maxListed = 500;

export function annotationTool(
  { annotationText, isBusy }: State,
  entry: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const { recording, view } = entry;
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
  const middleS = view.startS + view.spanS / 3; // where a jump puts them
  const next = listed.find(({ onsetS }) => onsetS > middleS + 0.01);
  const previous = listed.filter(({ onsetS }) => onsetS < middleS - 0.01).at(-1);
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
                <button type="button" ?disabled=${!previous} @click=${jump(previous)}>
                  ${labels.previous}
                </button>
                <button type="button" ?disabled=${!next} @click=${jump(next)}>
                  ${labels.next}
                </button>
              </span>
            </div>
            ${chosen ? renameField(chosen, actions) : nothing}
            ${guard([annotations, annotations.length, chosen, strings.language], () => list(listed, actions))}
          `
        : html`<p class="note">${annotationsComplete ? labels.none : labels.noneSoFar}</p>`
    }
    ${readOnButton(annotationsComplete, isBusy, actions)}
    ${ownView(entry, [...counts.keys()], actions)}
  `;
}

/** A text for the window that is chosen, else for the second in the middle of the screen. */
function ownView(
  { run, view, annotationsOfFile }: RecordingEntry,
  texts: string[],
  actions: Actions,
): TemplateResult {
  const { own } = labels;
  const window = run?.predictions[run.selected ?? -1];
  const middleS = view.startS + (view.spanS - 1) / 2;
  const at = window ?? { onsetS: Number(middleS.toFixed(2)), durationS: 1 };
  // No form: a sandboxed frame lets none be submitted.
  const add = ({ target }: Event) => {
    const box = (target as HTMLElement).closest('.annotate')!;
    const field = (name: string) => box.querySelector<HTMLInputElement>(`[name=${name}]`)!;
    const text = field('text').value.trim();
    const [onsetS, durationS] = [field('onset').valueAsNumber, field('duration').valueAsNumber];
    if (text) void actions.annotations.add({ onsetS, durationS, text });
    else field('text').focus();
  };
  const known = [...new Set([...(run?.classes ?? []), ...texts])].slice(0, 100);
  return html`
    <div
      class="annotate"
      role="group"
      aria-label=${own.title}
      @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && (event.target as HTMLElement).matches('input') && add(event)}
    >
      <h4>${own.title}</h4>
      <label class="field">
        <span>${own.text}</span>
        <input name="text" type="text" maxlength="200" autocomplete="off" list="known-texts" />
      </label>
      <datalist id="known-texts">
        ${known.map((text) => html`<option value=${text}></option>`)}
      </datalist>
      <div class="row">
        ${secondsBox('onset', own.onset, at.onsetS)}
        ${secondsBox('duration', own.duration, at.durationS)}
        <button type="button" @click=${add}>${own.add}</button>
      </div>
    </div>
    ${
      annotationsOfFile
        ? html`
            <p class="note">${own.note}</p>
            <div class="row">
              <button type="button" @click=${() => actions.navigation.enter('train')}>
                ${own.train}
              </button>
              <button type="button" @click=${() => actions.annotations.save()}>${own.save}</button>
              <button type="button" @click=${() => void actions.annotations.restore()}>
                ${own.restore}
              </button>
            </div>
          `
        : nothing
    }
  `;
}

const secondsBox = (name: string, label: string, value: number) => html`
  <label class="field">
    <span>${label} <span class="unit">${labels.own.unit}</span></span>
    <input name=${name} type="number" min="0" step="any" .value=${secondsText(value)} />
  </label>
`;

function list(annotations: readonly Annotation[], actions: Actions): TemplateResult {
  const shown = annotations.slice(0, maxListed);
  return html`
    ${shown.length < annotations.length ? html`<p class="note">${labels.firstOfListed(shown.length, annotations.length)}</p>` : nothing}
    ${annotationTable(labels.jumpLabel, shown, actions, true)}
  `;
}
