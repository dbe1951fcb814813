// Edits of the Markdown of a lesson.
import { wordsOf } from '../../truth/file_names.js';

/** A part of a text that gives way to another one; where the caret stands afterwards is marked by what is selected. */
export interface Change {
  from: number;
  to: number;
  by: string;
}

/** A block is separate: an empty line before it and after it. */
export function blockInto(text: string, from: number, to: number, block: string): Change {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const lead =
    before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const trail = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  return { from, to, by: `${lead}${block}${trail}` };
}

/** A link with the words that are selected, or with those given. */
export function linkInto(
  text: string,
  from: number,
  to: number,
  label: string,
  view: string,
): Change {
  const selected = text.slice(from, to).trim();
  const isPlain = selected !== '' && !/[\n[\]]/.test(selected);
  return { from, to, by: `[${isPlain ? selected : label}](#${view})` };
}

export const stageBlock = (view: string): string => `\`\`\`stage\n#${view}\n\`\`\``;

/** The place of the stage of the step in which `at` is, which has one stage; null without one. */
function stageIn(text: string, at: number): { from: number; to: number } | null {
  const step = stepAt(text, at);
  for (const { index, 0: block } of text.matchAll(/^```stage\n[^]*?\n```$/gm)) {
    if (stepAt(text, index) === step) return { from: index, to: index + block.length };
  }
  return null;
}

/** Puts the stage of a step, instead of the one that it has. */
export function stageInto(text: string, from: number, to: number, view: string): Change {
  const place = stageIn(text, from);
  return place ? { ...place, by: stageBlock(view) } : blockInto(text, from, to, stageBlock(view));
}

/** The step in which a place of the text is, from 0; -1 before the first one. */
export function stepAt(text: string, at: number): number {
  let [step, isCode] = [-1, false];
  for (const line of text.slice(0, at).split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    else if (!isCode && line.startsWith('## ')) step++;
  }
  return step;
}

/** With another title: that of the line with one "#", which is put in front where there is none. */
export function withTitle(text: string, title: string): string {
  const line = `# ${title.replace(/\s+/g, ' ').trimStart()}`;
  const found = /^#[ \t].*$|^#$/m.exec(text);
  if (!found) return `${line}\n\n${text}`;
  return text.slice(0, found.index) + line + text.slice(found.index + found[0].length);
}

/** What files are called after a title. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss');
  return wordsOf(plain) || 'lesson';
}
