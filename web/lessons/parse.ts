// Parses a lesson: Markdown, with a step for each second-level heading. A code block with the language `question` is a question, one with
// `stage` is a view that the step shows when it is opened; everything else is text. docs/LESSONS.md explains the format.
import { Lexer, lexer, type Token, type Tokens } from 'marked';
import { lessonStrings, type LessonStrings } from './strings.js';

export interface Option {
  text: Token[];
  isRight: boolean;
}

export interface Question {
  kind: 'question';
  prompt: Token[];
  /** Empty: the reader thinks of an answer, then reveals it. */
  options: Option[];
  answer: Token[];
}

export interface Prose {
  kind: 'prose';
  tokens: Token[];
}

export interface Step {
  title: string;
  /** The view that the step shows when it is opened, without "#"; empty if it does not change the view. */
  stage: string;
  parts: (Prose | Question)[];
}

export interface Lesson {
  title: string;
  /** The paragraphs before the first step. */
  summary: string;
  steps: Step[];
}

export interface Problem {
  line: number;
  message: string;
}

const optionLine = /^\(([ xX]?)\)\s*(.+)$/;

export function parseLesson(
  text: string,
  { problems: strings }: LessonStrings = lessonStrings,
): { lesson: Lesson; problems: Problem[] } {
  const problems: Problem[] = [];
  const lesson: Lesson = { title: '', summary: '', steps: [] };
  let line = 1;
  for (const token of lexer(text.replaceAll('\r\n', '\n'))) {
    const here = line;
    line += token.raw.split('\n').length - 1;
    const depth = token.type === 'heading' ? (token as Tokens.Heading).depth : 0;
    if (depth === 1 && !lesson.title) {
      lesson.title = plainText([token]);
    } else if (depth === 2) {
      lesson.steps.push({ title: plainText([token]), stage: '', parts: [] });
    } else if (token.type !== 'space') {
      const problem = addPart(lesson, token, strings);
      if (problem) problems.push({ line: here, message: problem });
    }
  }
  if (!lesson.title) problems.push({ line: 1, message: strings.noTitle });
  if (!lesson.steps.length) problems.push({ line: 1, message: strings.noStep });
  return { lesson, problems };
}

/** The language of a block between three backticks. */
const languageOf = (token: Token) =>
  token.type === 'code' ? ((token as Tokens.Code).lang?.trim() ?? '') : '';

/** Returns what is wrong with a question or a stage; empty if nothing is. */
function addPart(lesson: Lesson, token: Token, strings: LessonStrings['problems']): string {
  const step = lesson.steps.at(-1);
  if (!step) {
    if (['def', 'hr'].includes(token.type) || token.raw.startsWith('<!--')) return '';
    if (token.type !== 'paragraph') return strings.noPlace;
    lesson.summary += `${lesson.summary && ' '}${plainText([token])}`;
    return '';
  }
  const last = step.parts.at(-1);
  if (languageOf(token) === 'stage') {
    const view = (token as Tokens.Code).text.trim();
    const isView = /^#[^\s#]+$/.test(view) && !step.stage;
    if (isView) step.stage = view.slice(1);
    return isView ? '' : strings.oneStage;
  }
  if (languageOf(token) === 'question') {
    const { question, problem } = parseQuestion((token as Tokens.Code).text, strings);
    step.parts.push(question);
    return problem;
  }
  if (last?.kind === 'prose') last.tokens.push(token);
  else step.parts.push({ kind: 'prose', tokens: [token] });
  return '';
}

/** Prompt, options "( ) wrong" and "(x) right", a line of three dashes, the answer. */
function parseQuestion(
  text: string,
  strings: LessonStrings['problems'],
): { question: Question; problem: string } {
  const lines = text.split('\n');
  const border = lines.findIndex((line) => /^-{3,}\s*$/.test(line));
  const { prompt, written } = parseOptions(border < 0 ? lines : lines.slice(0, border));
  const options = written.map(({ text, isRight }) => ({ text: Lexer.lexInline(text), isRight }));
  const answer = border < 0 ? '' : lines.slice(border + 1).join('\n');
  const nRight = options.filter(({ isRight }) => isRight).length;
  const problem = !answer.trim()
    ? strings.noAnswer
    : options.length > 0 && nRight !== 1
      ? strings.oneRight
      : '';
  return {
    question: { kind: 'question', prompt: lexer(prompt), options, answer: lexer(answer) },
    problem,
  };
}

/** A line below an option goes on with it, unless one is empty between them. */
function parseOptions(lines: string[]) {
  const prompt: string[] = [];
  const written: { text: string; isRight: boolean }[] = [];
  let isOption = false;
  for (const line of lines) {
    const [, mark, text] = optionLine.exec(line.trim()) ?? [];
    isOption = text !== undefined || (isOption && line.trim() !== '');
    if (text !== undefined) written.push({ text, isRight: /x/i.test(mark!) });
    else if (isOption) written.at(-1)!.text += ` ${line.trim()}`;
    else prompt.push(line);
  }
  return { prompt: prompt.join('\n'), written };
}

/** Where links lead to, in their order. */
export function linksOf(tokens: Token[]): string[] {
  return tokens.flatMap((token) => {
    const { tokens: nested = [], items = [] } = token as Tokens.ListItem & Tokens.List;
    const own = token.type === 'link' ? [(token as Tokens.Link).href] : [];
    return [...own, ...linksOf(nested), ...items.flatMap(({ tokens }) => linksOf(tokens))];
  });
}

/** What stays of tokens when all marks are gone. */
export function plainText(tokens: Token[]): string {
  return tokens
    .map((token) => {
      const nested = (token as { tokens?: Token[] }).tokens;
      return nested ? plainText(nested) : unescaped((token as { text?: string }).text ?? '');
    })
    .join('');
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
export function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);
}
