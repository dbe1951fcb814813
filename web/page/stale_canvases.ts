// Redraws a canvas only if its content has changed: drawing costs more than comparing.
import { isSame } from './changes.js';
import { shownAppearance } from './theme.js';

export class Redraw {
  readonly #drawn = new WeakMap<HTMLCanvasElement, readonly unknown[]>();

  /**
   * Whether a canvas must be drawn: `shown` (compared by identity), its size, theme, language or screen is another than when this
   * was asked last.
   */
  isStale(canvas: HTMLCanvasElement, shown: readonly unknown[]): boolean {
    const { clientWidth, clientHeight } = canvas;
    const now = [clientWidth, clientHeight, window.devicePixelRatio, shownAppearance(), ...shown];
    const before = this.#drawn.get(canvas);
    this.#drawn.set(canvas, now);
    return !before || !isSame(now, before);
  }
}
