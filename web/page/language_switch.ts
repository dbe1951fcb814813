// Switches the page to the language in the address; everything that is open stays open.
import type { Actions } from './actions.js';
import { renamed } from './bundled_models.js';
import type { Run, State } from './state.js';
import type { Store } from './store.js';
import { setLanguage, strings } from './strings/index.js';
import { languageIn, languageKey, languageOf, languageSetting } from './strings/languages.js';

/** Titles of the models that come with the page, in the list and in results. */
function inThisLanguage({ models, recordings }: State): Partial<State> {
  const named = renamed(models);
  const titles = new Map(models.map(({ title }, i) => [title, named[i]!.title]));
  const renamedRun = (run: Run | null) =>
    run && { ...run, modelTitle: titles.get(run.modelTitle) ?? run.modelTitle };
  return {
    models: named,
    recordings: recordings.map((one) => ({
      ...one,
      run: renamedRun(one.run),
      second: renamedRun(one.second),
    })),
  };
}

export class LanguageSwitch {
  #isChanging = false;

  constructor(
    private readonly store: Store<State>,
    private readonly actions: Actions,
  ) {}

  /** Before every draw; at once where nothing changes. */
  async follow(): Promise<void> {
    const tag = languageOf(this.store.state.urlSettings);
    if (tag === strings.language || this.#isChanging) return;
    this.#isChanging = true;
    try {
      setLanguage(await languageIn(tag));
      document.documentElement.lang = strings.language;
      this.store.update(inThisLanguage);
      this.actions.tasks.say(strings.status.language);
    } catch (thrown) {
      this.actions.navigation.setUrlSetting(languageKey, languageSetting(strings.language));
      this.actions.tasks.report(thrown, strings.errors.subjects.language);
    } finally {
      this.#isChanging = false;
      this.store.invalidate();
    }
  }
}
