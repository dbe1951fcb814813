// The lessons: a list to choose from, or one of them, step by step.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { counted } from '../text.js';
import { fileInput } from '../views/parts.js';
import type { LessonsPanel } from './panel.js';
import type { Question, Step } from './parse.js';
import { inlineView, proseView } from './render.js';
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
  return html`
    <h3 id="lesson-step" tabindex="-1">${step.title}</h3>
    <div class="lesson-text">
      ${step.parts.map((part, i) =>
        part.kind === 'prose'
          ? proseView(part.tokens, show)
          : questionView(part, `${key}/${i}`, state, panel, show),
      )}
    </div>
  `;
}

function questionView(
  question: Question,
  key: string,
  { answers }: LessonsState,
  panel: LessonsPanel,
  show: (fragment: string) => void,
): TemplateResult {
  const { chosen, isRevealed } = answers[key] ?? { chosen: null, isRevealed: false };
  const { options, prompt, answer } = question;
  const mustChoose = options.length > 0 && chosen === null;
  const mark = (i: number) =>
    !isRevealed ? '' : options[i]!.isRight ? 'right' : i === chosen ? 'wrong' : '';
  return html`
    <fieldset class="question" aria-label="Question">
      ${proseView(prompt, show)}
      ${options.map(
        ({ text }, i) => html`
          <label class="check" data-mark=${mark(i)}>
            <input
              type="radio"
              name=${key}
              .checked=${live(chosen === i)}
              ?disabled=${isRevealed}
              @change=${() => panel.choose(key, i)}
            />
            <span>${inlineView(text, show)}</span>
          </label>
        `,
      )}
      ${
        isRevealed
          ? nothing
          : html`<button type="button" ?disabled=${mustChoose} @click=${() => panel.reveal(key)}>
                Reveal
              </button>
              ${mustChoose ? html`<p class="note">Choose what you expect first.</p>` : nothing}`
      }
      <div class="answer" role="group" aria-label="Answer" aria-live="polite">
        ${
          isRevealed
            ? html`${
                options.length
                  ? html`<p>
                      <strong
                        >${options[chosen!]?.isRight ? 'As you predicted.' : 'Not what you predicted.'}</strong
                      >
                    </p>`
                  : nothing
              }
              ${proseView(answer, show)}`
            : nothing
        }
      </div>
    </fieldset>
  `;
}
