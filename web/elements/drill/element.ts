// <eeg-drill>: a reader classifies windows of a recording by eye, and is compared with a model.
import {
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { EegateError, Recording } from '../../api/index.js';
import { classColors } from '../../plot/class_colors.js';
import { classColor, plotThemeOf } from '../../plot/surface.js';
import { truthOf } from '../../truth/truth.js';
import { numberOr, textOr } from '../attributes.js';
import { EegElement } from '../element.js';
import { loadedFrom } from '../engine.js';
import { look } from '../styles.js';
import { elementStrings } from '../strings.js';
import {
  channelsByRelevance,
  indexOfMax,
  lookedOf,
  questionsOf,
  scoreOf,
  softmax,
  type Answer,
  type Question,
} from './model.js';
import { close, openWith, type Opened } from './opened.js';
import { drillStyles } from './styles.js';
import { checkWindows, noTruth, nothingOpen, withoutOverride } from './errors.js';
import { drawWindow, marksView, resultView, verdictView, type Asked } from './views.js';

const strings = elementStrings.drill;

/**
 * @tag eeg-drill
 * @fires eegate-drill-answer - One answer; detail { truth, chosen, predicted, probability }.
 * @fires eegate-drill-done - All windows are answered; detail { n, nYours, nModel, nHard }.
 */
export class EegDrill extends EegElement {
  static override styles = [look, drillStyles];
  static override properties: PropertyDeclarations = {
    model: textOr('eyes'),
    modelFile: { attribute: false },
    windows: numberOr(20, NaN), // which is named when a drill begins
    seed: numberOr(1),
    questions: { state: true },
    answers: { state: true },
    asked: { state: true },
    classes: { state: true },
  };

  /** Address of a model file, or the name of a bundled one. */
  declare model: string;
  /** A model file as Blob, in place of `model`. */
  declare modelFile: Blob | null;
  /** Largest number of windows. */
  declare windows: number;
  /** Seed of the order of the windows; it increases with every drill. */
  declare seed: number;
  declare protected questions: Question[];
  declare protected answers: Answer[];
  declare protected asked: Asked | null;
  declare protected classes: readonly string[];
  #drill: Opened | null = null;
  #nPrepared = 0;
  #preparing: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.model = 'eyes';
    this.modelFile = null;
    this.windows = 20;
    this.seed = 1;
    this.questions = [];
    this.answers = [];
    this.asked = null;
    this.classes = [];
    this.addEventListener('keydown', (event) => this.#onKey(event));
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.model ||= 'eyes'; // frameworks set undefined
    this.windows ??= 20;
    this.seed ??= 1;
    super.willUpdate(changed);
    const isOther = changed.has('model') || changed.has('modelFile');
    if (isOther && this.recording && !this.isLoading) this.opened(this.recording);
  }

  protected override opened(recording: Recording): void {
    this.#preparing = this.#prepare(recording);
  }

  protected override closed(): void {
    this.#nPrepared++;
    void this.#reset();
  }

  async #prepare(recording: Recording): Promise<void> {
    const turn = ++this.#nPrepared;
    await this.#reset();
    if (turn !== this.#nPrepared) return;
    this.problem = null;
    this.status = strings.preparing;
    try {
      const model = await loadedFrom(this.modelFile ?? this.model);
      if (turn !== this.#nPrepared) return await model.close();
      const drill = await openWith(model, recording);
      if (turn !== this.#nPrepared) return await close(drill);
      this.#drill = drill;
      this.classes = model.classes;
      this.status = '';
    } catch (thrown) {
      if (turn === this.#nPrepared) this.fail(thrown);
    }
  }

  async #reset(): Promise<void> {
    const drill = this.#drill;
    this.#drill = null;
    this.questions = [];
    this.answers = [];
    this.asked = null;
    this.classes = [];
    if (drill) await close(drill);
  }

  /** Chooses windows and shows the first one. */
  async begin(): Promise<void> {
    const failed = await this.loaded();
    await this.#preparing;
    const drill = this.#drill;
    if (!this.recording && !failed) return void this.fail(nothingOpen());
    if (!drill) return; // it was reported why
    this.problem = null;
    try {
      const { annotations, name } = drill.recording;
      const truth = truthOf(drill.epochs, annotations, this.classes, name);
      checkWindows(this.windows, new Set(truth.filter(Boolean)).size);
      const questions = questionsOf(drill.epochs, truth, this.windows, this.seed++);
      if (questions.length === 0) throw noTruth();
      this.questions = questions;
      this.answers = [];
      await this.#ask();
    } catch (thrown) {
      if (drill === this.#drill) this.fail(thrown);
    }
  }

  async #ask(): Promise<void> {
    const question = this.questions[this.answers.length];
    if (!question || !this.#drill) return;
    const asked = await this.#askedOf(question, this.#drill);
    if (this.questions[this.answers.length] !== question) return;
    this.asked = asked;
    await this.#focus('h3');
  }

  async #focus(selector: string, options: FocusOptions = { preventScroll: true }): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus(options);
  }

  async #askedOf(
    question: Question,
    { model, recording, classification, channels }: Opened,
  ): Promise<Asked> {
    const { onsetS, durationS } = question;
    const shown = await recording.readWindow({ channels, startS: onsetS, durationS });
    const x = await classification.epochs(question.index, 1);
    const probabilities = softmax(await model.predict(x));
    const target = indexOfMax(probabilities);
    const explained = await model.explain(x, { target, method: 'gradient_input', checks: false });
    return {
      question,
      samples: shown.data,
      sfreq: shown.sfreq,
      predicted: probabilities.every(Number.isFinite) ? this.classes[target]! : '',
      probability: probabilities[target]!,
      looked: lookedOf(channelsByRelevance(explained.data, model.info.chNames), this.#names()),
    };
  }

  /** Answers the current window with a class. */
  answer(chosen: string): void {
    const { asked } = this;
    if (!asked || this.#isAnswered || !this.classes.includes(chosen)) return;
    const { question, predicted, probability } = asked;
    this.answers = [...this.answers, { question, chosen, predicted, probability }];
    this.announce('drill-answer', { truth: question.truth, chosen, predicted, probability });
    if (this.answers.length === this.questions.length)
      this.announce('drill-done', scoreOf(this.answers));
    void this.#focus('.next', {});
  }

  get #isAnswered(): boolean {
    return this.asked !== null && this.answers.at(-1)?.question === this.asked.question;
  }

  #onKey(event: KeyboardEvent): void {
    const chosen = this.classes[Number(event.key) - 1];
    if (chosen === undefined || !this.asked || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    this.answer(chosen);
  }

  async #next(): Promise<void> {
    if (this.answers.length < this.questions.length)
      return void (await this.#ask().catch((thrown: unknown) => this.fail(thrown)));
    this.asked = null;
    await this.#focus('.score');
  }

  protected override fail(thrown: unknown): EegateError {
    return super.fail(withoutOverride(thrown));
  }

  protected override render(): TemplateResult {
    return html`<div class="base" part="base" dir="ltr" lang=${elementStrings.language}>
      ${this.bar()} ${this.#body()} ${this.answers.length > 0 ? marksView(this.answers) : nothing}
      ${this.alert()}
    </div>`;
  }

  #body(): unknown {
    if (this.classes.length === 0) return nothing;
    if (this.asked) return this.#question(this.asked);
    if (this.answers.length > 0) return resultView(this.answers, () => void this.begin());
    return html`<h3>${strings.title}</h3>
      <p class="lead">${strings.start(this.classes)}</p>
      <div class="row">
        <button part="button" class="first" type="button" @click=${() => void this.begin()}>
          ${strings.begin}
        </button>
      </div>`;
  }

  #question(asked: Asked): TemplateResult {
    const nth = this.questions.indexOf(asked.question) + 1;
    const names = this.#names().join(', ');
    return html`<h3 tabindex="-1">${strings.question(nth, this.questions.length)}</h3>
      <canvas
        part="traces"
        role="img"
        aria-label=${strings.traces(names, asked.question.durationS)}
      ></canvas>
      <div class="row">${this.classes.map((name, k) => this.#choice(name, k))}</div>
      <div class="verdict" role="status">
        ${this.#isAnswered ? verdictView(asked, this.answers.at(-1)!) : nothing}
      </div>
      ${
        this.#isAnswered
          ? html`<button
              part="button"
              class="first next"
              type="button"
              @click=${() => void this.#next()}
            >
              ${nth < this.questions.length ? strings.next : strings.finish}
            </button>`
          : nothing
      }`;
  }

  #choice(name: string, k: number): TemplateResult {
    const color = classColor(plotThemeOf(this, '--_'), classColors.slotsOf(this.classes)[k]!);
    const isChosen = this.#isAnswered && this.answers.at(-1)!.chosen === name;
    return html`<button
      part="button"
      class="class"
      type="button"
      data-chosen=${isChosen}
      aria-keyshortcuts=${k + 1}
      ?disabled=${this.#isAnswered}
      @click=${() => this.answer(name)}
    >
      <svg viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill=${color} /></svg>
      ${name} <kbd title=${strings.key(k + 1)} aria-hidden="true">${k + 1}</kbd>
    </button>`;
  }

  #names(): string[] {
    const { recording, channels = [] } = this.#drill ?? {};
    return channels.map((index) => recording!.channels[index]!.name);
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (canvas && this.asked && this.#drill)
      drawWindow(canvas, this, this.asked, { names: this.#names(), segment: this.#drill.segment });
  }
}
