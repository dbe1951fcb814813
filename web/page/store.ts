// Holds one state, changes it in one way, and calls the drawing function once per frame.

export class Store<S extends object> {
  #state: S;
  #listener: (state: S) => void = () => undefined;
  #isScheduled = false;
  readonly #schedule: (draw: () => void) => void;

  constructor(
    state: S,
    schedule: (draw: () => void) => void = (draw) => void requestAnimationFrame(draw),
  ) {
    this.#state = state;
    this.#schedule = schedule;
  }

  get state(): Readonly<S> {
    return this.#state;
  }

  /** A change of nothing draws nothing: what a picture depends on belongs into the state. */
  update(change: Partial<S> | ((state: S) => Partial<S>)): void {
    const changed = typeof change === 'function' ? change(this.#state) : change;
    if (Object.keys(changed).length === 0) return;
    this.#state = { ...this.#state, ...changed };
    this.invalidate();
  }

  /** Draws again although nothing changed, e.g. after the window was resized. */
  invalidate(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => {
      this.#isScheduled = false;
      this.#listener(this.#state);
    });
  }

  onDraw(listener: (state: S) => void): void {
    this.#listener = listener;
  }
}
