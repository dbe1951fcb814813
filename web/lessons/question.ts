// A question: predict, then reveal. The answer cannot be shown before something was chosen.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { Question } from './parse.js';
import { inlineView, proseView, type Show } from './render.js';
import type { LessonStrings } from './strings.js';

/** The option that was chosen, and whether the answer is shown. */
export interface Answer {
  chosen: number | null;
  isRevealed: boolean;
}

export const unanswered: Answer = { chosen: null, isRevealed: false };

export interface Answering {
  choose(key: string, option: number): void;
  reveal(key: string): void;
  show: Show;
  strings: LessonStrings;
}

export function questionView(
  question: Question,
  key: string,
  { chosen, isRevealed }: Answer,
  { choose, reveal, show, strings }: Answering,
): TemplateResult {
  const { options, prompt, answer } = question;
  const mustChoose = options.length > 0 && chosen === null;
  const mark = (i: number) =>
    !isRevealed ? '' : options[i]!.isRight ? 'right' : i === chosen ? 'wrong' : '';
  /** The button goes; the focus, which would jump to what is below the question, stays with the answer. */
  const revealed = ({ currentTarget }: Event) => {
    const all = (currentTarget as Element).closest('.question');
    reveal(key);
    all?.querySelector<HTMLElement>('.answer')?.focus({ preventScroll: true });
  };
  return html`
    <fieldset class="question" part="question" aria-label=${strings.question}>
      ${proseView(prompt, show, strings)}
      ${options.map(
        ({ text }, i) => html`
          <label class="check" data-mark=${mark(i)}>
            <input
              type="radio"
              name=${key}
              .checked=${live(chosen === i)}
              ?disabled=${isRevealed}
              @change=${() => choose(key, i)}
            />
            <span dir="auto">${inlineView(text, show)}</span>
          </label>
        `,
      )}
      ${
        isRevealed
          ? nothing
          : html`<button type="button" part="button" ?disabled=${mustChoose} @click=${revealed}>
                ${strings.reveal}
              </button>
              ${mustChoose ? html`<p class="note">${strings.chooseFirst}</p>` : nothing}`
      }
      <div
        class="answer"
        part="answer"
        role="group"
        tabindex="-1"
        aria-label=${strings.answer}
        aria-live="polite"
      >
        ${
          isRevealed
            ? html`${options.length ? html`<p>${verdict(question, chosen, strings)}</p>` : nothing}
              ${proseView(answer, show, strings)}`
            : nothing
        }
      </div>
    </fieldset>
  `;
}

function verdict(
  { options }: Question,
  chosen: number | null,
  strings: LessonStrings,
): TemplateResult {
  const isRight = chosen !== null && options[chosen]?.isRight;
  return html`<strong>${isRight ? strings.asPredicted : strings.notPredicted}</strong>`;
}
