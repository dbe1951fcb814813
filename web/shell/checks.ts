// Checks of the arguments from the frame, which is not trusted: invalid ones are refused with the reason.
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

/** A file name without folders and without characters that browsers or systems interpret. */
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

/** A run that cannot be read without its key, which no script can export. */
export function checkedRun(value: unknown): StoredRun {
  const { key, values } = (value ?? {}) as Partial<StoredRun>;
  const isKey = key instanceof CryptoKey && !key.extractable;
  return isKey ? { key, values: checkedValues(values) } : refuse('a run without a key');
}
