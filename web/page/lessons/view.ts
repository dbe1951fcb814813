// View of lessons: the list, or one lesson step by step.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Step } from '../../lessons/parse.js';
import { questionView, unanswered } from '../../lessons/question.js';
import { proseView } from '../../lessons/render.js';
import { button, fileInput } from '../views/parts.js';
import type { LessonsPanel } from './panel.js';
import { scoreboardView } from './scoreboard.js';
import { currentLesson, titleOf, type LessonEntry, type LessonsState } from './state.js';
import { strings } from '../strings/index.js';

const texts = strings.lessons;

export function lessonsView(state: LessonsState, panel: LessonsPanel): TemplateResult {
  const entry = currentLesson(state);
  return entry ? lessonView(entry, state, panel) : listView(state, panel);
}

function listView({ entries }: LessonsState, panel: LessonsPanel): TemplateResult {
  return html`
    <ul class="lesson-list">
      ${entries.map(
        (entry) => html`
          <li>
            ${button(titleOf(entry), () => panel.open(entry.id), { kind: 'link' })}
            <p class="note">
              ${texts.summary(entry.isOwn, entry.lesson.summary, entry.lesson.steps.length)}
            </p>
          </li>
        `,
      )}
    </ul>
    <div class="row">
      ${fileInput(texts.open, '.md,text/markdown', false, ([file]) => void panel.openFile(file!))}
      ${button(strings.sections.writing.title, () => panel.beginWriting())}
    </div>
    ${scoreboardView()}
  `;
}

function lessonView(entry: LessonEntry, state: LessonsState, panel: LessonsPanel): TemplateResult {
  const { lesson, problems, id } = entry;
  const step = lesson.steps[state.step];
  const n = lesson.steps.length;
  return html`
    <div class="lesson-head">
      ${button(texts.all, () => panel.open(null), { kind: 'link' })}
      <span class="note">
        ${n ? texts.place(titleOf(entry), state.step + 1, n) : titleOf(entry)}
      </span>
    </div>
    ${
      problems.length
        ? html`<ul class="warning">
            ${problems.map(({ line, message }) => html`<li>${texts.problem(line, message)}</li>`)}
          </ul>`
        : nothing
    }
    ${state.step === 0 && lesson.summary ? html`<p class="note">${lesson.summary}</p>` : nothing}
    ${step ? stepView(step, `${id}/${state.step}`, state, panel) : nothing}
    <div class="row">
      ${n ? movesView(state.step, n, panel) : nothing}
      ${
        entry.isOwn
          ? button(texts.edit, () => panel.write(), { kind: 'quiet' })
          : button(texts.copyLink, () => void panel.copyLink(), { kind: 'quiet' })
      }
    </div>
  `;
}

function movesView(step: number, n: number, panel: LessonsPanel): TemplateResult {
  return html`
    ${button(texts.back, () => panel.go(step - 1), { isDisabled: step === 0 })}
    ${
      step + 1 < n
        ? button(texts.next, () => panel.go(step + 1), { kind: 'primary' })
        : button(texts.finish, () => panel.open(null), { kind: 'primary' })
    }
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
    strings: texts.inText,
  };
  return html`
    <h3 id="lesson-step" tabindex="-1">${step.title}</h3>
    <div class="lesson-text">
      ${step.parts.map((part, i) =>
        part.kind === 'prose'
          ? proseView(part.tokens, show, texts.inText)
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
