// Carries the places of the page: fetches their code, makes their panels, and tells them when to draw.
import type { Engine } from '../api/index.js';
import type { Actions } from './actions.js';
import { hostOf, isPlaceOpen, places, type Panel, type Place, type PlaceModule } from './places.js';
import type { State } from './state.js';
import type { Store } from './store.js';

export class Panels {
  readonly #store: Store<State>;
  readonly #actions: Actions;
  readonly #engine: Promise<Engine>;
  readonly #panels = new Map<Place, Panel>();
  readonly #open = new Set<Place>();
  readonly #modules: [Place, Promise<PlaceModule>][];

  /** Fetches the code of all places at once. */
  constructor(store: Store<State>, actions: Actions, engine: Promise<Engine>) {
    this.#store = store;
    this.#actions = actions;
    this.#engine = engine;
    this.#modules = places.map((place) => [place, place.load()]);
    for (const [, module] of this.#modules) module.catch(() => undefined); // told when panels are made
  }

  /** A place whose code does not come is told, and missing; the others stand. */
  async make(): Promise<void> {
    for (const [place, module] of this.#modules) {
      try {
        const { makePanel } = await module;
        const host = hostOf(place);
        if (!host) throw new TypeError(`#${place.id}`);
        this.#panels.set(place, makePanel(this.#store, this.#actions, this.#engine, host));
      } catch (thrown) {
        this.#actions.tasks.report(thrown, place.title);
      }
    }
    this.#store.invalidate();
  }

  async begin(): Promise<void> {
    for (const panel of this.#panels.values()) await panel.begin?.();
  }

  sync(state: State): void {
    for (const [place, panel] of this.#panels) {
      const isOpen = isPlaceOpen(place, state);
      if (isOpen) panel.sync(state);
      else if (this.#open.has(place)) panel.folded?.();
      if (isOpen) this.#open.add(place);
      else this.#open.delete(place);
    }
  }
}
