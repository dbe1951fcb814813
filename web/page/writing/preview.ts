// Preview for the reader: all steps below one another, scrolled to the edited one.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { Lesson, Problem, Step } from '../../lessons/parse.js';
import { questionView, unanswered } from '../../lessons/question.js';
import { proseView } from '../../lessons/render.js';
import { strings } from '../strings/index.js';
import type { WritingPanel } from './panel.js';
import type { WritingState } from './state.js';
import { button } from '../views/parts.js';

const texts = strings.writing;

export function previewView(
  state: WritingState,
  { title, summary, steps }: Lesson,
  problems: Problem[],
  panel: WritingPanel,
): TemplateResult {
  const { text, answers, step } = state;
  return html`
    <div class="writing-preview" role="region" tabindex="0" aria-label=${texts.preview}>
      <ul class="warning" aria-live="polite" ?hidden=${problems.length === 0}>
        ${problems.map(({ line, message }) => html`<li>${strings.lessons.problem(line, message)}</li>`)}
      </ul>
      <h2 class="writing-preview-title">${title || texts.untitled}</h2>
      ${summary ? html`<p class="note">${summary}</p>` : nothing}
      ${guard([text, answers, step, strings.language], () =>
        steps.map((one, i) => stepView(one, i, state, panel)),
      )}
    </div>
  `;
}

function stepView(step: Step, index: number, state: WritingState, panel: WritingPanel) {
  const isHere = index === state.step;
  const show = (view: string) => panel.read(index, view);
  const answering = {
    choose: (question: string, chosen: number) => panel.answer(question, { chosen }),
    reveal: (question: string) => panel.answer(question, { isRevealed: true }),
    show,
    strings: strings.lessons.inText,
  };
  return html`
    <section class="lesson-text writing-step" data-here=${isHere} aria-label=${step.title}>
      <h3>${step.title}</h3>
      ${
        step.stage
          ? html`<p class="note writing-stage">
              ${texts.setsStage}
              ${button(texts.showStage, () => show(step.stage), { kind: 'link' })}
            </p>`
          : nothing
      }
      ${step.parts.map((part, i) => {
        const key = `writing/${index}/${i}`;
        return part.kind === 'prose'
          ? proseView(part.tokens, show, strings.lessons.inText)
          : questionView(part, key, state.answers[key] ?? unanswered, answering);
      })}
    </section>
  `;
}
