// Arguments that come from the frame. They are data of a stranger: what does not fit is refused, with the reason.
import { lessonParts, type LessonPart, type StoredRun } from './protocol.js';

const longestFragment = 2000;
const longestName = 120;

const refuse = (what: string): never => {
  throw new TypeError(`The shell refuses ${what}`);
};

/** A view: `key=value` pairs with short keys, or the id of a section. Percent escapes stand for all other letters. */
export function checkedFragment(value: unknown): string {
  const isView = (text: string) =>
    /^([a-z][\w-]{0,31}|[a-z][a-z0-9]{0,15}=[\w.,:%~!*'()+-]*(&[a-z][a-z0-9]{0,15}=[\w.,:%~!*'()+-]*)*)?$/.test(
      text,
    );
  if (typeof value === 'string' && value.length <= longestFragment && isView(value)) return value;
  return refuse('this fragment of an address');
}

/** A name without a folder, and without what a browser or a system reads as something else. */
export function checkedName(value: unknown): string {
  if (typeof value !== 'string') return refuse('this name of a file');
  const letters = Array.from(value.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_'));
  const name = letters.slice(-longestName).join('').replace(/^\.+/, '_');
  return name || refuse('a file without a name');
}

export function checkedBlob(value: unknown): Blob {
  return value instanceof Blob ? value : refuse('what is not a file');
}

/** Files by name, as they are stored. */
export function checkedValues(value: unknown): Record<string, Blob> {
  const isValues =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => one instanceof Blob);
  return isValues ? (value as Record<string, Blob>) : refuse('these values of a run');
}

/** The parts of a lesson by their names, and nothing else. */
export function checkedLesson(value: unknown): Partial<Record<LessonPart, Blob>> {
  const values = checkedValues(value);
  const isKnown = (name: string) => (lessonParts as readonly string[]).includes(name);
  return Object.keys(values).every(isKnown) ? values : refuse('these parts of a lesson');
}

/** Nothing that can be read without the key, which no script can export. */
export function checkedRun(value: unknown): StoredRun {
  const { key, values } = (value ?? {}) as Partial<StoredRun>;
  const isKey = key instanceof CryptoKey && !key.extractable;
  return isKey ? { key, values: checkedValues(values) } : refuse('a run without a key');
}
