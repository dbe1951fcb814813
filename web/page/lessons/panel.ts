// Controller of lessons: open a lesson, move between steps, show a view, answer questions.
import { readLink, readView, withLesson, writeLink } from '../../lessons/link.js';
import { unanswered } from '../../lessons/question.js';
import type { Actions } from '../actions.js';
import { carriedLesson, type CarriedLesson } from './embedded_lesson.js';
import { pageFile } from '../page_files.js';
import { isSample } from '../sample.js';
import { sections } from '../sections.js';
import { shell } from '../shell.js';
import type { State } from '../state.js';
import type { Store } from '../store.js';
import {
  bundledLessons,
  currentLesson,
  lessonEntry,
  placeOf,
  titleOf,
  type LessonsState,
} from './state.js';
import { strings } from '../strings/index.js';
import { lessonTextOf } from './text_file.js';
import {
  languageKey,
  languageOf,
  languageSetting,
  type LanguageTag,
} from '../strings/languages.js';
import { isFolding, learnSection } from '../workspaces.js';

export const sectionId = 'lessons';
/** Of a lesson that is being written, and of the one that the page carries. */
const [draftId, carriedId] = ['own-draft', 'own-carried'];

const labels = strings.lessons.status;

/** Asked for as soon as this code is there, so that nothing is requested once a recording is open. */
const texts = bundledLessons.map((id): [string, Texts] => [
  id,
  { en: textOf(`lessons/${id}.md`), de: textOf(`lessons/de/${id}.md`) },
]);

/** By the language of the page. */
type Texts = Record<LanguageTag, Promise<string>>;

function textOf(name: string): Promise<string> {
  const text = pageFile(name).then((bytes) => new TextDecoder().decode(bytes));
  text.catch(() => undefined); // told when the panel is made
  return text;
}

/** The rest of a view whose place is already shown. */
function withoutPlace(fragment: string, place: string): string {
  const pairs = fragment.split('&').filter((pair) => !pair.startsWith('p='));
  return (isFolding(place) ? [`open=${place}`, ...pairs] : pairs).join('&');
}

/** Places that are not there before a recording is open. */
function needsRecording(id: string): boolean {
  const section = sections.find((one) => one.id === id);
  return section
    ? section.needsRecording
    : ['signals', 'results', 'recording', 'model'].includes(id);
}

export class LessonsPanel {
  /** Of the page in one file that a teacher made. */
  #carried: CarriedLesson | null = null;
  #nShown = 0;

  constructor(
    private readonly page: Store<State>,
    private readonly store: Store<LessonsState>,
    private readonly actions: Actions,
  ) {
    shell.on('fragment', () => this.#follow());
    actions.lessons.read = (text, step, view) => this.#readDraft(text, step, view);
  }

  /** The lessons that come with the page. */
  async load(): Promise<void> {
    await this.speak();
    this.#follow();
  }

  /** The same lessons in the language that the page speaks now; steps and answers stay. */
  async speak(): Promise<void> {
    const language = strings.language as LanguageTag;
    for (const [id, byLanguage] of texts) {
      try {
        const text = await byLanguage[language];
        if (language !== strings.language) return; // another was chosen meanwhile
        this.#add(id, text, false);
      } catch (thrown) {
        this.actions.tasks.report(thrown, labels.lesson(id));
      }
    }
  }

  /** The lesson that this page was made for: shown first, next to its recording. */
  async begin(): Promise<void> {
    this.#carried = await carriedLesson();
    if (!this.#carried) return;
    this.#speakAsWritten(this.#carried.language);
    this.#add(carriedId, this.#carried.text, true);
    this.actions.navigation.enter('signals');
    this.open(carriedId, 0, false);
    await this.#openCarried();
    this.#setStage();
    this.#focusTitle();
  }

  /** In the language in which it was written, unless the address has another one. */
  #speakAsWritten(language: string): void {
    if (this.page.state.urlSettings[languageKey]) return;
    const tag = languageOf({ [languageKey]: language });
    this.actions.navigation.setUrlSetting(languageKey, languageSetting(tag));
  }

  #readDraft(text: string, step: number, view?: string): void {
    this.#forgetAnswers(draftId);
    this.#add(draftId, text, true);
    this.actions.navigation.enter('signals');
    this.open(draftId, step, view === undefined);
    if (view !== undefined) void this.show(view);
  }

  /** Goes on writing the lesson that is open. */
  write(): void {
    const entry = currentLesson(this.store.state);
    if (entry) this.actions.lessons.write(entry.text);
  }

  beginWriting(): void {
    this.actions.navigation.goTo('writing');
  }

  async openFile(file: File): Promise<void> {
    await this.actions.tasks.attempt('lesson', file.name, async () => {
      const id = `file:${file.name}`;
      const text = await lessonTextOf(file);
      const before = this.store.state.entries.find((one) => one.id === id);
      if (before?.text !== text) this.#forgetAnswers(id);
      this.#add(id, text, true);
      this.open(id);
    });
  }

  #add(id: string, text: string, isOwn: boolean): void {
    const added = lessonEntry(id, text, isOwn);
    this.store.update(({ entries }) => ({
      entries: entries.some((entry) => entry.id === id)
        ? entries.map((entry) => (entry.id === id ? added : entry))
        : [...entries, added],
    }));
  }

  #forgetAnswers(id: string): void {
    this.store.update(({ answers }) => ({
      answers: Object.fromEntries(
        Object.entries(answers).filter(([question]) => !question.startsWith(`${id}/`)),
      ),
    }));
  }

  /** `setsStage`: a step shows what it speaks of, unless an address says what is shown. */
  open(id: string | null, step = 0, setsStage = true): void {
    const entry = this.store.state.entries.find((one) => one.id === id);
    const last = (entry?.lesson.steps.length ?? 1) - 1;
    this.store.update({ current: entry ? id : null, step: Math.min(step, Math.max(0, last)) });
    this.actions.navigation.fold(sectionId, false);
    this.actions.navigation.setUrlSetting('lesson', this.#link);
    this.actions.tasks.say(entry ? labels.opened(titleOf(entry)) : strings.lessons.title);
    if (setsStage) this.#setStage();
    this.#focusTitle();
  }

  go(step: number): void {
    this.store.update({ step });
    this.actions.navigation.setUrlSetting('lesson', this.#link);
    this.#setStage();
    this.#focusTitle();
  }

  /** The focus stays with the lesson. */
  #setStage(): void {
    const { step } = this.store.state;
    const shown = currentLesson(this.store.state)?.lesson.steps[step];
    if (shown?.stage) return void this.show(shown.stage, true);
    if (!shown) return;
    const { workspace, urlSettings } = this.page.state;
    const isLearn = workspace === 'learn';
    if (isLearn && learnSection(urlSettings) === 'writing') return;
    const place = placeOf(shown);
    if (isLearn || place === 'playground') this.actions.navigation.bring(place);
  }

  choose(question: string, chosen: number): void {
    this.#answer(question, { chosen });
  }

  reveal(question: string): void {
    this.#answer(question, { isRevealed: true });
  }

  #answer(question: string, change: Partial<LessonsState['answers'][string]>): void {
    this.store.update(({ answers }) => {
      const before = answers[question] ?? unanswered;
      return { answers: { ...answers, [question]: { ...before, ...change } } };
    });
  }

  /**
   * Brings the page to what the lesson speaks of. What is asked for while the sample still opens, here or by a workspace that is
   * chosen, takes the place of what asked for it.
   */
  async show(wanted: string, isQuiet = false): Promise<void> {
    const turn = ++this.#nShown;
    const { nChosen } = this.actions.navigation;
    await this.actions.tasks.untilIdle('open');
    const { wantsSample, fragment, place } = readView(wanted);
    const lacks = this.page.state.recordings.length === 0 && needsRecording(place);
    const isCarried = currentLesson(this.store.state)?.id === carriedId;
    if (lacks && !wantsSample && this.#isOwn && !isCarried)
      return this.actions.tasks.say(labels.openFirst);
    if (wantsSample) await this.#openSample();
    else if (lacks) await (isCarried ? this.#openCarried() : this.#openSample()); // the lessons of the page speak of the sample
    if (turn !== this.#nShown || nChosen !== this.actions.navigation.nChosen) return;
    if (isQuiet && place) this.actions.navigation.bring(place);
    const rest = isQuiet ? withoutPlace(fragment, place) : fragment;
    if (rest.includes('=')) shell.follow(withLesson(rest, this.#link));
    else if (place && !isQuiet) this.actions.navigation.goTo(place);
  }

  async copyLink(): Promise<void> {
    const fragment = withLesson(shell.fragment, this.#link);
    await this.actions.tasks.attempt('lesson', labels.link, async () => {
      await shell.call('copyAddress', fragment);
      this.actions.tasks.say(labels.copied);
    });
  }

  get #link(): string {
    const { current, step } = this.store.state;
    return current && !this.#isOwn ? writeLink(current, step) : '';
  }

  get #isOwn(): boolean {
    return currentLesson(this.store.state)?.isOwn ?? false;
  }

  /** The recording and the model that the page carries with its lesson, classified. */
  async #openCarried(): Promise<void> {
    const { recording, modelFile, model } = this.#carried!;
    const { models } = this.actions;
    if (modelFile) await models.openFiles([modelFile]);
    else if (model) {
      await models.prepareUngatedVersions();
      await models.select(model, true);
    }
    if (!recording) return this.#openSample();
    await this.actions.openRecordings([recording]);
    await this.actions.classifier.classify();
  }

  async #openSample(): Promise<void> {
    const { recordings, recordingKey } = this.page.state;
    const sample = recordings.find(isSample);
    if (!sample) await this.actions.trySample();
    else if (sample.key !== recordingKey) await this.actions.selectRecording(sample.key);
  }

  /** A link to a lesson opens it, when the page starts and later. */
  #follow(): void {
    const text = new URLSearchParams(shell.fragment).get('lesson') ?? '';
    const link = readLink(text);
    const { current, step } = this.store.state;
    if (link && (link.id !== current || link.step !== step)) this.open(link.id, link.step, false);
  }

  #focusTitle(): void {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const title = document.querySelector<HTMLElement>('#lesson-step');
        title?.focus({ preventScroll: true });
        title?.scrollIntoView({ block: 'nearest' });
      }),
    );
  }
}
