// View of the lesson editor: a bar of insertable parts, Markdown on the left, preview on the right.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import { live } from 'lit/directives/live.js';
import { parseLesson } from '../../lessons/parse.js';
import { fileInput, selectBox } from '../views/parts.js';
import { strings } from '../strings/index.js';
import { blockInto, linkInto, stageInto, stepAt, withTitle, type Change } from './markdown.js';
import { sheetId, type WritingPanel } from './panel.js';
import { previewView } from './preview.js';
import { sheetView } from './save_dialog.js';
import { isUnsaved, type WritingState } from './state.js';
import { placesAlone, placesWithTraces, viewOf, type ViewPlace } from './views.js';

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
  const button = (name: string, hint: string, onPress: () => void) =>
    html`<button type="button" title=${hint} @click=${onPress}>${name}</button>`;
  const block = (text: string) => put((all, from, to) => blockInto(all, from, to, text));
  const view = () => viewOf(panel.page, place);
  const choices = [...placesWithTraces, ...placesAlone].map((value) => ({
    value,
    text: texts.places[value],
  }));
  return html`
    <div class="writing-insert row" role="toolbar" aria-label=${texts.insert}>
      ${button(texts.step, texts.stepHint, () => block(texts.newStep))}
      ${button(texts.question, texts.questionHint, () => block(texts.newQuestion))}
      <span class="writing-views row">
        ${selectBox(texts.view, choices, place, (value) => panel.choosePlace(value as ViewPlace))}
        ${button(texts.stage, texts.stageHint, () =>
          put((all, from, to) => stageInto(all, from, to, view())),
        )}
        ${button(texts.link, texts.linkHint, () =>
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
        <button type="button" @click=${() => panel.replace(true)}>${texts.replace}</button>
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
      <button type="button" class="quiet" @click=${() => panel.beginAnew()}>${texts.anew}</button>
      ${fileInput(texts.open, '.md,text/markdown', false, ([file]) => void panel.openFile(file!), 'quiet')}
      <button type="button" @click=${() => panel.read(state.step)}>${texts.tryIt}</button>
      <button type="button" @click=${() => panel.saveMarkdown()}>${texts.saveMarkdown}</button>
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
