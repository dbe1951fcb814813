// Loads the sections of the page, creates their panels, and updates those that are open.
import type { Engine } from '../api/index.js';
import type { Actions } from './actions.js';
import { hostOf, isSectionOpen, sections, type Panel, type Section } from './sections.js';
import type { State } from './state.js';
import type { Store } from './store.js';

export class Panels {
  readonly #panels = new Map<Section, Panel>();
  readonly #open = new Set<Section>();

  constructor(
    private readonly store: Store<State>,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
  ) {}

  /** A section whose code cannot be loaded is reported and missing; the others work. */
  async make(): Promise<void> {
    for (const section of sections) {
      try {
        const { makePanel } = await section.load();
        const host = hostOf(section);
        if (!host) throw new TypeError(`#${section.id}`);
        this.#panels.set(section, makePanel(this.store, this.actions, this.engine, host));
      } catch (thrown) {
        this.actions.tasks.report(thrown, section.title);
      }
    }
    this.store.invalidate();
  }

  /** One that fails is reported; the others begin. */
  async begin(): Promise<void> {
    for (const [section, panel] of this.#panels)
      try {
        await panel.begin?.();
      } catch (thrown) {
        this.actions.tasks.report(thrown, section.title);
      }
  }

  sync(state: State): void {
    for (const [section, panel] of this.#panels) {
      const isOpen = isSectionOpen(section, state);
      if (isOpen) panel.sync(state);
      else if (this.#open.has(section)) panel.folded?.();
      if (isOpen) this.#open.add(section);
      else this.#open.delete(section);
    }
  }
}
