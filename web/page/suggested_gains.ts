// Gains that suit the signals: suggested with the first samples, and again where a trace gets much more or less height.
import { firstUvPerMm } from './view_steps.js';

interface Suggested {
  uvPerMm: number;
  height: number;
}

export class SuggestedGains {
  /** By recording; null where the address or the user gave another gain. */
  readonly #last = new WeakMap<object, Suggested | null>();

  /** The gain for traces of this height, which changes with their number and when Inside opens below them. `spreads`: of the rows whose samples are there. */
  gain(
    recording: object,
    uvPerMm: number,
    height: number,
    spreads: () => number[],
    suitable: (typicalUv: number) => number,
  ): number {
    const last = this.#last.get(recording);
    if (last === null) return uvPerMm;
    if (uvPerMm !== (last?.uvPerMm ?? firstUvPerMm)) {
      this.#last.set(recording, null);
      return uvPerMm;
    }
    if (last && height < 1.5 * last.height && last.height < 1.5 * height) return uvPerMm;
    const sorted = spreads().sort((a, b) => a - b);
    const typical = sorted[Math.floor(sorted.length / 2)];
    if (typical === undefined) return uvPerMm;
    const suggested = typical ? suitable(typical) : uvPerMm;
    this.#last.set(recording, { uvPerMm: suggested, height });
    return suggested;
  }
}
