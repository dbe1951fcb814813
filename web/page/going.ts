// Going from place to place: what was folded up is unfolded, and scrolled into view.
import { places } from './places.js';
import type { State } from './state.js';
import type { Store } from './store.js';

export class Going {
  readonly #store: Store<State>;

  constructor(store: Store<State>) {
    this.#store = store;
  }

  fold(id: string, isFolded: boolean): void {
    this.#store.update(({ openPlaces }) => {
      const others = openPlaces.filter((one) => one !== id);
      return { openPlaces: isFolded ? others : [...others, id] };
    });
  }

  /** `id` is that of a section: "signals", "results", "train", "explain", ... */
  goTo(id: string): void {
    if (places.some((place) => place.id === id && place.isFolding)) this.fold(id, false);
    this.#store.update({ place: id });
    this.show(id);
  }

  /** Scrolls there and moves the focus, once what was changed is drawn. */
  show(id: string): void {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const section = document.getElementById(id); // drawn by now
        if (!section) return;
        section.scrollIntoView({ block: 'start' });
        section.setAttribute('tabindex', '-1');
        section.focus({ preventScroll: true });
      }),
    );
  }

  /** A setting of a place that the URL shall hold, as the zoom of Inside or the lesson and its step; empty to forget it. */
  keep(key: string, value: string): void {
    if (this.#store.state.kept[key] === value) return;
    this.#store.update(({ kept }) => ({ kept: { ...kept, [key]: value } }));
  }
}
