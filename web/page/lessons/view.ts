// The lessons: a list to choose from, or one of them, step by step.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Step } from '../../lessons/parse.js';
import { questionView, unanswered } from '../../lessons/question.js';
import { proseView } from '../../lessons/render.js';
import { counted } from '../text.js';
import { fileInput } from '../views/parts.js';
import type { LessonsPanel } from './panel.js';
import { currentLesson, type LessonEntry, type LessonsState } from './state.js';

export function lessonsView(state: LessonsState, panel: LessonsPanel): TemplateResult {
  const entry = currentLesson(state);
  return entry ? lessonView(entry, state, panel) : listView(state, panel);
}

function listView({ entries }: LessonsState, panel: LessonsPanel): TemplateResult {
  return html`
    <ul class="lesson-list">
      ${entries.map(
        ({ id, lesson, isOwn }) => html`
          <li>
            <button type="button" class="link" @click=${() => panel.open(id)}>
              ${lesson.title}
            </button>
            <p class="note">
              ${isOwn ? 'Your own. ' : ''}${lesson.summary} ${counted(lesson.steps.length, 'step')}.
            </p>
          </li>
        `,
      )}
    </ul>
    <div class="row">
      ${fileInput('Open a lesson', '.md,text/markdown', false, ([file]) => void panel.openFile(file!))}
    </div>
  `;
}

function lessonView(entry: LessonEntry, state: LessonsState, panel: LessonsPanel): TemplateResult {
  const { lesson, problems, id } = entry;
  const step = lesson.steps[state.step];
  const n = lesson.steps.length;
  return html`
    <div class="lesson-head">
      <button type="button" class="link" @click=${() => panel.open(null)}>All lessons</button>
      <span class="note">${lesson.title}, ${state.step + 1} of ${n}</span>
    </div>
    ${
      problems.length
        ? html`<ul class="warning">
            ${problems.map(({ line, message }) => html`<li>Line ${line}: ${message}</li>`)}
          </ul>`
        : nothing
    }
    ${step ? stepView(step, `${id}/${state.step}`, state, panel) : nothing}
    <div class="row">
      <button type="button" ?disabled=${state.step === 0} @click=${() => panel.go(state.step - 1)}>
        Back
      </button>
      ${
        state.step + 1 < n
          ? html`<button type="button" class="primary" @click=${() => panel.go(state.step + 1)}>
              Next
            </button>`
          : html`<button type="button" class="primary" @click=${() => panel.open(null)}>
              Finish
            </button>`
      }
      ${
        entry.isOwn
          ? nothing
          : html`<button type="button" class="quiet" @click=${() => void panel.copyLink()}>
              Copy a link to this step
            </button>`
      }
    </div>
  `;
}

function stepView(
  step: Step,
  key: string,
  state: LessonsState,
  panel: LessonsPanel,
): TemplateResult {
  const show = (fragment: string) => void panel.show(fragment);
  const answering = {
    choose: (question: string, option: number) => panel.choose(question, option),
    reveal: (question: string) => panel.reveal(question),
    show,
  };
  return html`
    <h3 id="lesson-step" tabindex="-1">${step.title}</h3>
    <div class="lesson-text">
      ${step.parts.map((part, i) =>
        part.kind === 'prose'
          ? proseView(part.tokens, show)
          : questionView(
              part,
              `${key}/${i}`,
              state.answers[`${key}/${i}`] ?? unanswered,
              answering,
            ),
      )}
    </div>
  `;
}
