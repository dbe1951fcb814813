// Navigation to a section of the page: its workspace is shown, what was closed is opened, and the focus moves there.
import type { State } from './state.js';
import type { Store } from './store.js';
import { entered } from './tasks.js';
import {
  isFolding,
  isLearnSection,
  isSheet,
  learnSection,
  withTab,
  workspaceOf,
  type InspectorTab,
  type Workspace,
} from './workspaces.js';

export class Navigation {
  /** How often a workspace was chosen by hand: what was asked for earlier and comes later does not take its place. */
  nChosen = 0;

  constructor(private readonly store: Store<State>) {}

  /** Opens or closes what has a heading of its own: Inside, and the lessons next to the traces. */
  fold(id: string, isFolded: boolean): void {
    this.store.update(({ openSections }) => {
      const others = openSections.filter((one) => one !== id);
      return { openSections: isFolded ? others : [...others, id] };
    });
  }

  enter(workspace: Workspace): void {
    this.store.update((state) => entered(state, workspace));
  }

  choose(workspace: Workspace): void {
    this.nChosen++;
    this.enter(workspace);
  }

  /** The same, and the focus moves to what is shown there. */
  goToWorkspace(workspace: Workspace): void {
    this.choose(workspace);
    this.show(workspace, learnSection(this.store.state.urlSettings), 'start', 'main');
  }

  /** `id` is that of a section: "signals", "results", "train", "explain", ... */
  goTo(id: string): void {
    this.bring(id);
    this.show(id);
  }

  /** The same, and the focus stays where it is. */
  bring(id: string): void {
    if (isFolding(id)) this.fold(id, false);
    if (isLearnSection(id)) this.setUrlSetting('learn', id === 'playground' ? '' : id);
    const isHidden = id === 'lessons' && learnSection(this.store.state.urlSettings) === 'writing';
    if (isHidden) this.setUrlSetting('learn', '');
    this.store.update((state) => ({
      ...entered(state, workspaceOf(id, state.workspace)),
      ...(id === 'results' ? { tools: withTab(state.tools, 'result') } : {}),
    }));
  }

  chooseTab(tab: InspectorTab): void {
    this.store.update(({ tools }) => ({ tools: withTab(tools, tab) }));
  }

  resizeDrawer(isDrawerTall: boolean): void {
    this.store.update({ isDrawerTall });
  }

  /** Moves the focus there, once what was changed is drawn: to the first that is a sheet or is on the screen. */
  show(...ids: string[]): void {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const section = ids
          .map((id) => document.getElementById(id)) // drawn by now
          .find((one) => one && (isSheet(one.id) || one.checkVisibility()));
        if (!section) return;
        if (isSheet(section.id)) section.showPopover();
        section.scrollIntoView({ block: 'nearest' });
        if (section.tabIndex < 0) section.setAttribute('tabindex', '-1');
        section.focus({ preventScroll: true });
      }),
    );
  }

  /** A setting of a place that the URL shall hold, as the zoom of Inside or the lesson and its step; empty to forget it. */
  setUrlSetting(key: string, value: string): void {
    if (this.store.state.urlSettings[key] === value) return;
    this.store.update(({ urlSettings }) => ({ urlSettings: { ...urlSettings, [key]: value } }));
  }
}
