// Detects whether the user is using the page: work that would use every processor core then leaves one to the page, which
// answers keys and clicks.

const restMs = 400;

export class UserActivity {
  #usedAt = -Infinity;
  #waiting: Promise<void> | null = null;
  readonly #isScarce: () => boolean;

  /** `isScarce` tells whether the engines have as many workers as there are cores. */
  constructor(target: EventTarget, isScarce: () => boolean) {
    this.#isScarce = isScarce;
    const used = () => (this.#usedAt = performance.now());
    for (const name of ['keydown', 'pointerdown', 'wheel', 'input'])
      target.addEventListener(name, used, { capture: true, passive: true });
  }

  /** Settles when nobody has touched anything for a moment; null if that is so already. */
  readonly untilIdle = (): Promise<void> | null => {
    if (!this.#isScarce() || this.#leftMs() <= 0) return null;
    this.#waiting ??= this.#wait().finally(() => (this.#waiting = null));
    return this.#waiting;
  };

  #leftMs(): number {
    return this.#usedAt + restMs - performance.now();
  }

  async #wait(): Promise<void> {
    for (let leftMs = this.#leftMs(); leftMs > 0; leftMs = this.#leftMs())
      await new Promise((resolve) => setTimeout(resolve, leftMs));
  }
}
