// What the recordings of a training have in common: channels and a rate.
import type { Source } from './sources.js';

const highestNativeHz = 256;
export const usualHz = 160;

/** Null where all recordings keep theirs. */
export function commonRate(sources: readonly Source[]): number | null {
  const rates = new Set(sources.map(({ sfreq }) => sfreq));
  if (rates.size === 1 && [...rates][0]! <= highestNativeHz) return null;
  const lowest = Math.min(...rates);
  return rates.size === 0 ? null : Math.min(usualHz, lowest);
}

/** In the order of the first recording. */
function sharedChannels(sources: readonly Source[]): string[] {
  const others = sources.slice(1).map(({ chNames }) => new Set(chNames));
  return (sources[0]?.chNames ?? []).filter((name) => others.every((names) => names.has(name)));
}

/** What all have; `notEeg`: what of it is of eyes, heart or muscles, whether it is learnt from or not. */
export function learntChannels(sources: readonly Source[], isOnlyEeg: boolean) {
  const shared = sharedChannels(sources);
  const others = new Set(sources.flatMap(({ notEeg }) => notEeg));
  return {
    chNames: shared.filter((name) => !isOnlyEeg || !others.has(name)),
    notEeg: shared.filter((name) => others.has(name)),
  };
}

interface FewChannels {
  /** Of the recording without which the others share at least twice as many. */
  name: string;
  nShared: number;
  nWithout: number;
}

/** Null where no single recording takes so much away. */
export function fewChannels(sources: readonly Source[]): FewChannels | null {
  const nShared = sharedChannels(sources).length;
  if (sources.length < 2) return null;
  const [most] = sources
    .map(({ name }, i) => ({
      name,
      nShared,
      nWithout: sharedChannels(sources.filter((_, k) => k !== i)).length,
    }))
    .sort((a, b) => b.nWithout - a.nWithout);
  return most && most.nWithout >= 2 * Math.max(1, nShared) ? most : null;
}
