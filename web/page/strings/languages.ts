// The languages of the page. English is part of page.js; another one is a script of its own, which comes before a recording opens:
// nothing is fetched after that.
import { pageFile } from '../page_files.js';
import { inEnglish, type Language } from './index.js';

/** What each is called by those who speak it. */
export const languageNames = { en: 'English', de: 'Deutsch' };
export type LanguageTag = keyof typeof languageNames;

/** The key under which the address holds it. */
export const languageKey = 'lang';

export const languageOf = (urlSettings: Record<string, string>): LanguageTag =>
  urlSettings[languageKey] === 'de' ? 'de' : 'en';

/** Where a script of a language leaves it. */
export interface LanguageGlobals {
  eegateGerman?: Language;
}

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
  script.textContent = new TextDecoder().decode(await pageFile('german.js'));
  document.head.append(script);
  const { eegateGerman } = globalThis as LanguageGlobals;
  if (!eegateGerman) throw new Error('german.js');
  return eegateGerman;
}

/** What may be chosen later comes now; without it the page stays in the language that it has. */
export async function prepareLanguages(): Promise<void> {
  await languageIn('de').catch(() => undefined);
}
