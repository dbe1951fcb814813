// Texts in a language that can change while the page runs: groups and functions can be stored, and use the current language when called.

const units = '[%×]|[kmµn]?[VsmΩ]|k?Hz|min|h|dB|[KMGT]B';
const numberBeforeUnit = new RegExp(`(\\d) (?=(?:${units})(?![\\p{L}\\p{N}]))`, 'gu');
/** What both patterns need, found sooner: most texts lack it. */
const mayBreak = /\d[ -]/;
const hyphensAroundPercent = /(?<=\d)-%-/g;

/** No line breaks between a number and its unit. Texts of several lines are for editing or parsing, and are not changed. */
export function unbroken<T>(value: T): T {
  if (typeof value !== 'string' || !mayBreak.test(value) || value.includes('\n')) return value;
  const joined = value.replace(numberBeforeUnit, '$1\u00a0');
  return joined.replace(hyphensAroundPercent, '\u2011%\u2011') as T;
}

/** An object like `shape` whose texts and functions are, at each use, those of the object that `find` returns. */
export function liveStrings<T extends object>(shape: T, find: () => T): T {
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(shape)) {
    const now = () => (find() as Record<string, unknown>)[key];
    const value = (shape as Record<string, unknown>)[key];
    if (typeof value === 'function')
      made[key] = (...args: unknown[]) =>
        unbroken((now() as (...all: unknown[]) => unknown)(...args));
    else if (isGroup(value)) made[key] = liveStrings(value, now as () => object);
    else Object.defineProperty(made, key, { get: () => unbroken(now()), enumerable: true });
  }
  return made as T;
}

/** An object, but not a list or a template. */
export const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('strings' in value);
