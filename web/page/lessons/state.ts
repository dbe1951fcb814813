// State of lessons: the open lesson, its step, and the answers.
import { readView } from '../../lessons/link.js';
import { linksOf, parseLesson, type Lesson, type Problem } from '../../lessons/parse.js';
import type { Answer } from '../../lessons/question.js';
import { strings } from '../strings/index.js';

export interface LessonEntry {
  /** Of the lessons that come with the page, the name of the file; in a link to it. */
  id: string;
  readonly lesson: Lesson;
  readonly problems: Problem[];
  isOwn: boolean;
  /** As it was written. */
  text: string;
}

/** Parsed once somebody looks at it, in the language that the page has then. */
export function lessonEntry(id: string, text: string, isOwn: boolean): LessonEntry {
  let parsed: ReturnType<typeof parseLesson> | undefined;
  const parse = () => (parsed ??= parseLesson(text, strings.lessons.inText));
  return {
    id,
    isOwn,
    text,
    get lesson() {
      return parse().lesson;
    },
    get problems() {
      return parse().problems;
    },
  };
}

/** Between who writes a lesson and who reads it. */
export interface LessonHooks {
  /** Opens a text as a reader sees it; `view`: and shows that. */
  read(text: string, step: number, view?: string): void;
  /** Goes on writing a text. */
  write(text: string): void;
}

export interface LessonsState {
  entries: LessonEntry[];
  current: string | null;
  step: number;
  /** By question. */
  answers: Record<string, Answer>;
}

export const titleOf = ({ lesson }: Pick<LessonEntry, 'lesson'>): string =>
  lesson.title || strings.writing.untitled;

export const bundledLessons = ['alpha', 'imagery', 'attention', 'fooling'];

export function initialLessons(): LessonsState {
  return { entries: [], current: null, step: 0, answers: {} };
}

export function currentLesson({ entries, current }: LessonsState): LessonEntry | null {
  return entries.find(({ id }) => id === current) ?? null;
}

/** What a step without a view of its own speaks of: the playground where it links to it, else the traces. */
export function placeOf({ parts }: Pick<Lesson['steps'][number], 'parts'>): string {
  const links = parts.flatMap((part) =>
    part.kind === 'prose' ? linksOf(part.tokens) : linksOf([...part.prompt, ...part.answer]),
  );
  const places = links.map((link) => readView(link.slice(1)).place);
  return places.includes('playground') ? 'playground' : 'signals';
}
