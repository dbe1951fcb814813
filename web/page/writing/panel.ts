// Controller of the lesson editor: write, preview, try, save as Markdown, save as one file.
import { forExcerpt, withoutSample, writeAbout } from '../../lessons/lesson_file.js';
import { parseLesson } from '../../lessons/parse.js';
import { unanswered, type Answer } from '../../lessons/question.js';
import type { LessonPart } from '../../shell/protocol.js';
import type { Actions } from '../actions.js';
import { saveFile } from '../files.js';
import { recordingName } from '../lessons/embedded_lesson.js';
import { lessonTextOf } from '../lessons/text_file.js';
import { shell } from '../shell.js';
import { currentModel, currentRecording, type State } from '../state.js';
import type { Store } from '../store.js';
import { strings } from '../strings/index.js';
import { excerptOf } from './excerpt.js';
import { fileNameOf } from './markdown.js';
import {
  excerptDurationS,
  initialWriting,
  isUnsaved,
  type Excerpting,
  type WritingState,
} from './state.js';
import type { ViewPlace } from './views.js';

const texts = strings.writing;
export const sheetId = 'one-file';

export class WritingPanel {
  readonly #page: Store<State>;
  readonly #store: Store<WritingState>;
  readonly #actions: Actions;
  #template = texts.template;

  constructor(page: Store<State>, store: Store<WritingState>, actions: Actions) {
    this.#page = page;
    this.#store = store;
    this.#actions = actions;
    actions.lessons.write = (text) => {
      actions.navigation.goTo('writing');
      this.begin(text);
    };
    addEventListener('beforeunload', (event) => {
      if (isUnsaved(store.state)) event.preventDefault();
    });
  }

  get page(): Readonly<State> {
    return this.#page.state;
  }

  change(text: string, step: number): void {
    this.#store.update({ text, step, waiting: null });
  }

  moveTo(step: number): void {
    if (step !== this.#store.state.step) this.#store.update({ step });
  }

  choosePlace(place: ViewPlace): void {
    this.#store.update({ place });
  }

  answer(question: string, change: Partial<Answer>): void {
    this.#store.update(({ answers }) => {
      const before = answers[question] ?? unanswered;
      return { answers: { ...answers, [question]: { ...before, ...change } } };
    });
  }

  /** As a reader sees it, next to the traces; `view`: and shows that. */
  read(step: number, view?: string): void {
    this.#actions.lessons.read(this.#store.state.text, Math.max(0, step), view);
  }

  /** Another text in place of this one; what is not saved is asked about. */
  begin(text: string): void {
    const { state } = this.#store;
    if (text === state.text) return;
    if (isUnsaved(state)) this.#store.update({ waiting: { text } });
    else this.#take(text);
  }

  beginAnew(): void {
    this.begin(texts.template);
  }

  /** The template, as long as nothing was written into it, is in the language of the page. */
  speak(): void {
    const before = this.#template;
    this.#template = texts.template;
    if (before !== this.#template && this.#store.state.text === before) this.#take(this.#template);
  }

  /** The answer to that. */
  replace(isWanted: boolean): void {
    const { waiting } = this.#store.state;
    if (waiting && isWanted) this.#take(waiting.text);
    else this.#store.update({ waiting: null });
  }

  #take(text: string): void {
    const { place, excerpt, isReady } = this.#store.state;
    this.#store.update({ ...initialWriting(text), place, excerpt, isReady });
  }

  async openFile(file: File): Promise<void> {
    await this.#actions.tasks.attempt('lesson', file.name, async () =>
      this.begin(await lessonTextOf(file)),
    );
  }

  saveMarkdown(): void {
    const { text } = this.#store.state;
    const name = `${this.#fileName}.md`;
    saveFile(new TextEncoder().encode(text), name, 'text/markdown');
    this.#store.update({ savedText: text, waiting: null });
    this.#actions.tasks.say(strings.status.saved(name));
  }

  // One file

  /** The parts of the page are fetched when the user begins to write, as long as that is allowed. */
  async prepare(): Promise<void> {
    if (this.#store.state.isReady) return;
    const isReady = await shell.call('prepareOneFile').catch(() => false);
    this.#store.update({ isReady });
  }

  /** What can be chosen: the part of the recording that is in view; of one that came with a lesson, all of it, again. */
  beginSaving(): void {
    const { recording, view } = currentRecording(this.page) ?? {};
    this.setExcerpt({
      ...(view && { startS: Math.floor(view.startS), durationS: Math.ceil(view.spanS) }),
      ...(recording?.name === recordingName && {
        recording: 'excerpt',
        startS: 0,
        durationS: Math.floor(recording.durationS),
        withAnnotations: recording.annotations.length > 0,
      }),
      isShortened: false,
    });
    void this.prepare();
  }

  setExcerpt(change: Partial<Excerpting>): void {
    this.#store.update(({ excerpt }) => ({ excerpt: { ...excerpt, ...change } }));
  }

  async saveOneFile(): Promise<void> {
    const { text } = this.#store.state;
    const name = `${this.#fileName}.html`;
    this.#store.update({ isSaving: true });
    await this.#actions.tasks.busy('lesson', texts.status.making(name), (task) =>
      task.attempt(name, async () => {
        await shell.call('saveOneFile', await this.#parts(), name);
        this.#store.update({ savedText: text, waiting: null });
        document.getElementById(sheetId)?.hidePopover();
        this.#actions.tasks.say(strings.status.saved(name));
      }),
    );
    this.#store.update({ isSaving: false });
  }

  async #parts(): Promise<Partial<Record<LessonPart, Blob>>> {
    const { text, excerpt } = this.#store.state;
    const { startS, withAnnotations, inAllViews } = excerpt;
    const adapted = inAllViews ? withoutSample(text) : text;
    const entry = excerpt.recording === 'excerpt' ? currentRecording(this.page) : null;
    const chosen = currentModel(this.page);
    const recording = entry ? 'carried' : 'sample';
    const model = chosen?.fileName ?? null;
    return {
      text: new Blob([entry ? forExcerpt(adapted, startS) : text]),
      about: new Blob([writeAbout({ recording, model, language: strings.language })]),
      ...(entry && {
        recording: new Blob([
          await excerptOf(
            entry.recording,
            startS,
            excerptDurationS(excerpt, entry.recording),
            withAnnotations,
          ),
        ]),
      }),
      ...(chosen && !chosen.isBundled && { model: new Blob([chosen.bytes]) }),
    };
  }

  get #fileName(): string {
    return fileNameOf(parseLesson(this.#store.state.text).lesson.title);
  }
}
