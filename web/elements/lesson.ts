// <eeg-lesson>: a lesson, step by step, with the views that it shows next to it.
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { EegateError } from '../api/index.js';
import { readView, writeLink, type WantedView } from '../lessons/link.js';
import { parseLesson, type Lesson, type Problem, type Step } from '../lessons/parse.js';
import { questionView, unanswered, type Answer } from '../lessons/question.js';
import { proseView } from '../lessons/render.js';
import { numberOr, textOr } from './attributes.js';
import { bundledFile } from './engine.js';
import { errorView } from './error_view.js';
import { fetchFile, inlineLanguage, inlineText, noPage } from './fetch_file.js';
import { lessonLook } from './lesson_styles.js';
import { lessonViews, viewTags } from './lesson_views.js';
import { look } from './styles.js';
import { elementStrings } from './strings.js';

const strings = elementStrings.lesson;

/**
 * @tag eeg-lesson
 * @fires eegate-lesson - A lesson was read; detail { title, summary, steps, problems }.
 * @fires eegate-step - Another step; detail { step, title }.
 * @fires eegate-answer - An answer was revealed; detail { step, question, chosen, isRight }.
 */
export class EegLesson extends LitElement {
  static override styles = [look, lessonLook];
  static override properties: PropertyDeclarations = {
    src: {},
    text: { attribute: false },
    step: { ...numberOr(1), reflect: true },
    recording: {},
    recordingFile: { attribute: false },
    model: textOr('eyes'),
    page: {},
    theme: { reflect: true }, // the styles select it
    lesson: { state: true },
    problems: { state: true },
    answers: { state: true },
    wanted: { state: true },
    problem: { state: true },
  };

  /** Address of a lesson, or the name of a bundled one: alpha, attention, fooling, imagery. */
  declare src: string | null;
  /** The lesson as Markdown, in place of `src`. */
  declare text: string | null;
  /** Number of the current step, from 1. */
  declare step: number;
  /** Address of the recording for views that do not ask for the sample; default: the sample. */
  declare recording: string | null;
  /** That recording as Blob, in place of `recording`. */
  declare recordingFile: Blob | null;
  /** Model of views that name none. */
  declare model: string;
  /** Address of a page of eegate, for links to views that need it; default: eegate.html next to the script, none if a bundler has moved the script. */
  declare page: string | null;
  declare theme: string | null;
  /** The lesson that was read. */
  declare lesson: Lesson | null;
  declare protected problems: Problem[];
  declare protected answers: Record<string, Answer>;
  declare protected wanted: WantedView | null;
  declare protected problem: EegateError | null;
  #nReads = 0;
  #isReading = false;
  #modelInView: string | null = null;
  readonly #used = new Set<string>();
  readonly #inline = new MutationObserver(() => {
    if (typeof this.text !== 'string' && !this.src) void this.#read();
  });

  constructor() {
    super();
    this.src = this.text = this.recording = this.recordingFile = this.page = this.theme = null;
    this.step = 1;
    this.model = 'eyes';
    this.problems = [];
    this.#forget();
  }

  #forget(): void {
    this.lesson = this.wanted = this.problem = this.#modelInView = null;
    this.answers = {};
    this.#used.clear();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#inline.observe(this, { childList: true, characterData: true, subtree: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#inline.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.model ||= 'eyes'; // frameworks set undefined
    const isOther = this.hasUpdated && changed.has('src');
    if (!this.hasUpdated || isOther || changed.has('text'))
      void this.#read(isOther && !changed.has('step'));
    if (this.lesson && !this.#isReading) this.step = this.#index + 1; // what is shown
    if (this.lesson && changed.has('step')) {
      this.#announceStep();
      this.#setStage();
    }
  }

  /** A step that names a view shows it. */
  #setStage(): void {
    const stage = this.#current?.stage;
    if (stage) this.#want(stage);
  }

  /** `isOther`: another lesson, which begins with its first step unless another one is chosen meanwhile. */
  async #read(isOther = false): Promise<void> {
    const turn = ++this.#nReads;
    const { step } = this;
    this.#isReading = true;
    try {
      const text = this.text ?? (await this.#fetched()) ?? inlineText(this);
      if (turn !== this.#nReads) return;
      this.#isReading = false;
      this.#forget();
      if (text === null) return;
      const { lesson, problems } = parseLesson(text, strings);
      this.lesson = lesson;
      this.problems = problems;
      if (isOther && this.step === step) this.step = 1;
      const { title, summary } = lesson;
      const steps = lesson.steps.map((one) => one.title);
      this.#announce('lesson', { title, summary, steps, problems });
      this.#setStage();
    } catch (thrown) {
      if (turn === this.#nReads) this.#fail(thrown);
    }
  }

  async #fetched(): Promise<string | null> {
    if (!this.src) return null;
    const { expected, hint } = elementStrings.fetch;
    const file = this.#name
      ? bundledFile(`lessons/${this.#name}.md`)
      : fetchFile(this.src, document.baseURI);
    return (await noPage(await file, this.src, expected, hint)).text();
  }

  /** Name of a bundled lesson; empty for others. */
  get #name(): string {
    return typeof this.text !== 'string' && /^\w+$/.test(this.src ?? '') ? this.src! : '';
  }

  get #current(): Step | undefined {
    return this.lesson?.steps[this.#index];
  }

  get #index(): number {
    const last = (this.lesson?.steps.length ?? 1) - 1;
    return Math.min(Math.max(0, Math.round(this.step || 1) - 1), Math.max(0, last));
  }

  #announceStep(): void {
    this.#announce('step', { step: this.#index + 1, title: this.#current?.title ?? '' });
  }

  #announce(name: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(`eegate-${name}`, { detail, bubbles: true, composed: true }),
    );
  }

  #fail(thrown: unknown): void {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    this.#forget();
    this.problem =
      thrown instanceof EegateError
        ? thrown
        : new EegateError({ code: 'INTERNAL', message }, thrown);
    this.#announce('error', this.problem);
  }

  async #go(step: number): Promise<void> {
    this.step = step;
    await this.updateComplete;
    const title = this.renderRoot.querySelector('h3');
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'nearest' });
  }

  #answer(key: string, change: Partial<Answer>): void {
    const before = this.answers[key] ?? unanswered;
    this.answers = { ...this.answers, [key]: { ...before, ...change } };
  }

  #reveal(key: string): void {
    this.#answer(key, { isRevealed: true });
    const questions = this.#current!.parts.flatMap((part, i) =>
      part.kind === 'question' ? [{ part, key: `${this.#index}/${i}` }] : [],
    );
    const index = questions.findIndex((one) => one.key === key);
    const { chosen } = this.answers[key]!;
    const isRight = chosen === null ? null : questions[index]!.part.options[chosen]!.isRight;
    this.#announce('answer', { step: this.#index + 1, question: index + 1, chosen, isRight });
  }

  #show(fragment: string): void {
    this.#want(fragment);
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector('.views')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  #want(fragment: string): void {
    this.wanted = readView(fragment);
    const tag = viewTags[this.wanted.place];
    if (tag) this.#used.add(tag);
    const named = new URLSearchParams(this.wanted.fragment).get('model');
    if (named) this.#modelInView = named.replace(/\.safetensors$/, '');
  }

  protected override render(): TemplateResult {
    const { lesson, problem } = this;
    return html`<div class="base" part="base" dir="ltr" lang=${elementStrings.language}>
      ${lesson ? this.#lessonView(lesson) : nothing} ${errorView(problem)}
    </div>`;
  }

  #lessonView(lesson: Lesson): TemplateResult {
    const n = lesson.steps.length;
    const step = this.#index + 1;
    const lang = this.#name ? 'en' : inlineLanguage(this); // bundled ones are in English
    return html`
      <p class="head" part="title">
        <strong dir="auto" lang=${lang}>${lesson.title}</strong>
        <span class="muted">${strings.step(step, n)}</span>
      </p>
      ${step === 1 && lesson.summary ? html`<p class="muted" dir="auto" lang=${lang}>${lesson.summary}</p>` : nothing}
      <ul class="alert" part="error" ?hidden=${this.problems.length === 0}>
        ${this.problems.map(({ line, message }) => html`<li>${strings.atLine(line, message)}</li>`)}
      </ul>
      <div class="both" ?data-beside=${this.#used.size > 0}>
        <div class="text" part="text" lang=${lang}>
          ${this.#current ? this.#stepView(this.#current) : nothing}
          <div class="row" lang=${elementStrings.language}>
            <button
              type="button"
              part="button"
              ?disabled=${step === 1}
              @click=${() => void this.#go(step - 1)}
            >
              ${strings.back}
            </button>
            <button
              type="button"
              class="first"
              part="button"
              ?disabled=${step >= n}
              @click=${() => void this.#go(step + 1)}
            >
              ${strings.next}
            </button>
          </div>
        </div>
        ${
          this.wanted
            ? lessonViews(this, this.wanted, {
                used: this.#used,
                modelInView: this.#modelInView,
                link: this.#name ? writeLink(this.#name, this.#index) : '',
              })
            : nothing
        }
      </div>
    `;
  }

  #stepView(step: Step): TemplateResult {
    const show = (fragment: string) => this.#show(fragment);
    const answering = {
      choose: (key: string, chosen: number) => this.#answer(key, { chosen }),
      reveal: (key: string) => this.#reveal(key),
      show,
      strings,
    };
    return html`<h3 part="step" tabindex="-1" dir="auto">${step.title}</h3>
      ${step.parts.map((part, i) => {
        const key = `${this.#index}/${i}`;
        return part.kind === 'prose'
          ? proseView(part.tokens, show, strings)
          : questionView(part, key, this.answers[key] ?? unanswered, answering);
      })}`;
  }
}
