// View of the lesson editor: a bar of insertable parts, Markdown on the left, preview on the right.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import { live } from 'lit/directives/live.js';
import { parseLesson } from '../../lessons/parse.js';
import { button, choicesOf, fileInput, selectBox } from '../views/parts.js';
import { strings } from '../strings/index.js';
import { blockInto, linkInto, stageInto, stepAt, withTitle, type Change } from './markdown.js';
import { sheetId, type WritingPanel } from './panel.js';
import { previewView } from './preview.js';
import { sheetView } from './save_dialog.js';
import { isUnsaved, type WritingState } from './state.js';
import { placesAlone, placesWithTraces, viewOf } from './views.js';

const texts = strings.writing;
const editorId = 'lesson-text';
const editor = () => document.getElementById(editorId) as HTMLTextAreaElement;

/** As if it had been typed, so that the field's own undo takes it back. */
function put(make: (text: string, from: number, to: number) => Change): void {
  const field = editor();
  const { from, to, by } = make(field.value, field.selectionStart, field.selectionEnd);
  field.focus();
  field.setSelectionRange(from, to);
  if (document.execCommand('insertText', false, by)) return;
  field.setRangeText(by, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export function writingView(state: WritingState, panel: WritingPanel): TemplateResult {
  const { lesson, problems } = parseLesson(state.text, strings.lessons.inText);
  const typed = () => {
    const { value, selectionStart } = editor();
    panel.change(value, stepAt(value, selectionStart));
  };
  const moved = () => panel.moveTo(stepAt(editor().value, editor().selectionStart));
  return html`
    <div class="writing-head">
      <label class="writing-title">
        <span>${texts.titleOfLesson}</span>
        <input
          type="text"
          .value=${lesson.title}
          @input=${(event: Event) => {
            const text = withTitle(editor().value, (event.target as HTMLInputElement).value);
            editor().value = text; // at once: what is put in before the next frame is in it
            panel.change(text, state.step);
          }}
        />
      </label>
      <p class="note" aria-live="polite">${isUnsaved(state) ? texts.unsaved : ''}</p>
    </div>
    ${insertBar(state, panel)} ${state.waiting ? question(panel) : nothing}
    <div class="writing-both">
      <textarea
        id=${editorId}
        aria-label=${texts.editor}
        spellcheck="true"
        .value=${live(state.text)}
        @input=${typed}
        @keyup=${moved}
        @click=${moved}
      ></textarea>
      ${previewView(state, lesson, problems, panel)}
    </div>
    ${actionBar(state, panel)} ${sheetView(state, problems, panel)}
  `;
}

function insertBar({ place }: WritingState, panel: WritingPanel): TemplateResult {
  const inserter = (name: string, title: string, onPress: () => void) =>
    button(name, onPress, { title });
  const block = (text: string) => put((all, from, to) => blockInto(all, from, to, text));
  const view = () => viewOf(panel.page, place);
  const choices = choicesOf([...placesWithTraces, ...placesAlone], (value) => texts.places[value]);
  return html`
    <div class="writing-insert row" role="toolbar" aria-label=${texts.insert}>
      ${inserter(texts.step, texts.stepHint, () => block(texts.newStep))}
      ${inserter(texts.question, texts.questionHint, () => block(texts.newQuestion))}
      <span class="writing-views row">
        ${selectBox(texts.view, choices, place, (chosen) => panel.choosePlace(chosen))}
        ${inserter(texts.stage, texts.stageHint, () =>
          put((all, from, to) => stageInto(all, from, to, view())),
        )}
        ${inserter(texts.link, texts.linkHint, () =>
          put((all, from, to) => linkInto(all, from, to, texts.newLink, view())),
        )}
      </span>
    </div>
  `;
}

/** Once it is in the page. */
const takeFocus = (button?: Element): void =>
  queueMicrotask(() => (button as HTMLElement | undefined)?.focus());

/** Another text was asked for, and this one is not saved. */
function question(panel: WritingPanel): TemplateResult {
  return html`
    <div class="warning writing-question" role="alertdialog" aria-label=${texts.replaceAsk}>
      <p>${texts.replaceAsk}</p>
      <div class="row">
        ${button(texts.replace, () => panel.replace(true))}
        <button type="button" ${ref(takeFocus)} @click=${() => panel.replace(false)}>
          ${texts.replaceNot}
        </button>
      </div>
    </div>
  `;
}

function actionBar(state: WritingState, panel: WritingPanel): TemplateResult {
  return html`
    <div class="writing-actions row">
      ${button(texts.anew, () => panel.beginAnew(), { kind: 'quiet' })}
      ${fileInput(texts.open, '.md,text/markdown', false, ([file]) => void panel.openFile(file!), 'quiet')}
      ${button(texts.tryIt, () => panel.read(state.step))}
      ${button(texts.saveMarkdown, () => panel.saveMarkdown())}
      <button
        type="button"
        class="primary"
        popovertarget=${sheetId}
        @click=${() => panel.beginSaving()}
      >
        ${texts.saveOneFile}
      </button>
    </div>
  `;
}
