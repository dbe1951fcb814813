// What a reader can do: open a lesson, go from step to step, show a view, predict and reveal.
import { readLink, readView, withLesson, writeLink } from '../../lessons/link.js';
import { parseLesson } from '../../lessons/parse.js';
import { unanswered } from '../../lessons/question.js';
import type { Actions } from '../actions.js';
import { pageFile } from '../page_files.js';
import { places } from '../places.js';
import { shell } from '../shell.js';
import type { State } from '../state.js';
import type { Store } from '../store.js';
import { bundledLessons, currentLesson, type LessonsState } from './state.js';
import { words } from '../words/index.js';

export const placeId = 'lessons';

const said = words.lessons.status;

/** Asked for as soon as this code is there, so that nothing is requested once a recording is open. */
const texts = bundledLessons.map((id): [string, Promise<string>] => {
  const text = pageFile(`lessons/${id}.md`).then((bytes) => new TextDecoder().decode(bytes));
  text.catch(() => undefined); // told when the panel is made
  return [id, text];
});

/** Places that are not there before a recording is open. */
function needsRecording(id: string): boolean {
  const place = places.find((one) => one.id === id);
  return place ? place.needsRecording : ['signals', 'results', 'recording', 'model'].includes(id);
}

export class LessonsPanel {
  readonly #page: Store<State>;
  readonly #store: Store<LessonsState>;
  readonly #actions: Actions;

  constructor(page: Store<State>, store: Store<LessonsState>, actions: Actions) {
    this.#page = page;
    this.#store = store;
    this.#actions = actions;
    shell.on('fragment', () => this.#follow());
  }

  /** The lessons that come with the page. */
  async load(): Promise<void> {
    for (const [id, text] of texts) {
      try {
        this.#add(id, await text, false);
      } catch (thrown) {
        this.#actions.tasks.report(thrown, said.lesson(id));
      }
    }
    this.#follow();
  }

  async openFile(file: File): Promise<void> {
    await this.#actions.tasks.attempt('lesson', file.name, async () => {
      const id = `own-${file.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
      this.#add(id, await file.text(), true);
      this.open(id);
    });
  }

  #add(id: string, text: string, isOwn: boolean): void {
    const { lesson, problems } = parseLesson(text, words.lessons.inText);
    this.#store.update(({ entries }) => ({
      entries: [...entries.filter((entry) => entry.id !== id), { id, lesson, problems, isOwn }],
    }));
  }

  open(id: string | null, step = 0): void {
    const entry = this.#store.state.entries.find((one) => one.id === id);
    const last = (entry?.lesson.steps.length ?? 1) - 1;
    this.#store.update({ current: entry ? id : null, step: Math.min(step, Math.max(0, last)) });
    this.#actions.places.fold(placeId, false);
    this.#actions.places.keep('lesson', this.#link);
    this.#actions.tasks.say(entry ? said.opened(entry.lesson.title) : words.lessons.title);
    this.#focusTitle();
  }

  go(step: number): void {
    this.#store.update({ step });
    this.#actions.places.keep('lesson', this.#link);
    this.#focusTitle();
  }

  choose(question: string, chosen: number): void {
    this.#answer(question, { chosen });
  }

  reveal(question: string): void {
    this.#answer(question, { isRevealed: true });
  }

  #answer(question: string, change: Partial<LessonsState['answers'][string]>): void {
    this.#store.update(({ answers }) => {
      const before = answers[question] ?? unanswered;
      return { answers: { ...answers, [question]: { ...before, ...change } } };
    });
  }

  /** Brings the page to what the lesson speaks of. */
  async show(wanted: string): Promise<void> {
    const { wantsSample, fragment, place } = readView(wanted);
    const lacks = this.#page.state.recordings.length === 0 && needsRecording(place);
    if (lacks && this.#isOwn) return this.#actions.tasks.say(said.openFirst);
    if (wantsSample || lacks) await this.#openSample(); // the lessons of the page speak of the sample
    if (fragment.includes('=')) shell.follow(withLesson(fragment, this.#link));
    else if (place) this.#actions.places.goTo(place);
  }

  async copyLink(): Promise<void> {
    const fragment = withLesson(shell.fragment, this.#link);
    await this.#actions.tasks.attempt('lesson', said.link, async () => {
      await shell.call('copyAddress', fragment);
      this.#actions.tasks.say(said.copied);
    });
  }

  get #link(): string {
    const { current, step } = this.#store.state;
    return current && !this.#isOwn ? writeLink(current, step) : '';
  }

  get #isOwn(): boolean {
    return currentLesson(this.#store.state)?.isOwn ?? false;
  }

  async #openSample(): Promise<void> {
    const { recordings, recordingKey } = this.#page.state;
    const sample = recordings.find(({ isSimulated }) => isSimulated);
    if (!sample) await this.#actions.trySample();
    else if (sample.key !== recordingKey) await this.#actions.selectRecording(sample.key);
  }

  /** A link to a lesson opens it, when the page starts and later. */
  #follow(): void {
    const text = new URLSearchParams(shell.fragment).get('lesson') ?? '';
    const link = readLink(text);
    const { current, step } = this.#store.state;
    if (link && (link.id !== current || link.step !== step)) this.open(link.id, link.step);
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
