// The languages of the page. English is part of page.js; another one is a script of its own, which comes before a recording opens:
// nothing is fetched after that.
import { languagePart } from '../locale.js';
import { pageFile } from '../page_files.js';
import { inEnglish, type Language } from './index.js';

/** What each is called by those who speak it. */
export const languageNames = { en: 'English', de: 'Deutsch' };
export type LanguageTag = keyof typeof languageNames;

/** The key under which the address holds it. */
export const languageKey = 'lang';

const isTag = (text: string): text is LanguageTag => Object.hasOwn(languageNames, text);

/** The first of the browser's languages that the page has. */
function usualLanguage(
  languages: readonly string[] = globalThis.navigator?.languages ?? [],
): LanguageTag {
  return languages.map(languagePart).find(isTag) ?? 'en';
}

/** What the user chose, or a link says; otherwise that of the browser. */
export function languageOf(
  urlSettings: Record<string, string>,
  languages?: readonly string[],
): LanguageTag {
  const chosen = urlSettings[languageKey] ?? '';
  return isTag(chosen) ? chosen : usualLanguage(languages);
}

/** What the address holds for a choice: nothing where the browser would choose the same. */
export const languageSetting = (tag: string, languages?: readonly string[]): string =>
  tag === usualLanguage(languages) ? '' : tag;

/** Where a script of a language leaves it. */
export interface LanguageGlobals {
  eegateGerman?: Language;
}

const germanFile = 'german.js';
let german: Promise<Language> | null = null;

/** Fetches what is not here yet; after a failure it may be asked for again. */
export function languageIn(tag: LanguageTag): Promise<Language> {
  if (tag === 'en') return Promise.resolve(inEnglish);
  german ??= fetchGerman().catch((thrown: unknown) => {
    german = null;
    throw thrown;
  });
  return german;
}

async function fetchGerman(): Promise<Language> {
  const script = document.createElement('script'); // the policy of the page knows it by its hash
  script.textContent = new TextDecoder().decode(await pageFile(germanFile));
  document.head.append(script);
  const { eegateGerman } = globalThis as LanguageGlobals;
  if (!eegateGerman) throw new Error(germanFile);
  return eegateGerman;
}

/** What may be chosen later comes now, and runs when it is chosen; without it the page stays in the language that it has. */
export async function prepareLanguages(): Promise<void> {
  await (german ?? pageFile(germanFile)).catch(() => undefined);
}
