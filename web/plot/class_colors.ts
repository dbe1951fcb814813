// Colours of classes by their name, not by their index in a model, so that two models use the same colours.

/** Six hues, then the same darker, then nearly as dark as ink (in a dark theme as light): see --class-1 to --class-18 of the style sheets. */
export const nClassColors = 18;

/** A name keeps the colour that it got first. */
export class ClassColors {
  readonly #slots = new Map<string, number>();
  readonly #lists = new Map<string, number[]>();

  /** A slot, from 0, for each class; all different if there are at most as many classes as colours. */
  slotsOf(classes: readonly string[]): number[] {
    const key = JSON.stringify(classes);
    const known = this.#lists.get(key);
    if (known) return known;
    const slots = this.#assigned(classes);
    this.#lists.set(key, slots);
    return slots;
  }

  #assigned(classes: readonly string[]): number[] {
    const taken = new Set<number>();
    const take = (slot: number) => {
      taken.add(slot);
      return slot;
    };
    const kept = classes.map((name) => {
      const slot = this.#slots.get(name);
      return slot === undefined || taken.has(slot) ? null : take(slot); // two old names may share a colour
    });
    return kept.map((slot, k) => {
      const fresh = slot ?? take(this.#lowestFree(taken, k));
      if (!this.#slots.has(classes[k]!)) this.#slots.set(classes[k]!, fresh);
      return fresh;
    });
  }

  #lowestFree(taken: ReadonlySet<number>, otherwise: number): number {
    for (let slot = 0; slot < nClassColors; slot++) if (!taken.has(slot)) return slot;
    return otherwise % nClassColors;
  }
}

/** The colours of everything that is shown together. */
export const classColors = new ClassColors();
