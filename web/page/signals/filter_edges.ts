// Edges of the filter of the display as they are typed.
import type { EdgeKey, View } from '../view.js';
import { strings } from '../strings/index.js';

type Edges = Pick<View, EdgeKey | 'filtering'>;
/** What the address can say. */
const leastHz = 0.01;
const decimals = 3;

/** With a comma or a point; null for what is no number. */
export function typedHz(text: string): number | null {
  const hz = Number(text.trim().replace(',', '.'));
  return text.trim() && Number.isFinite(hz) ? Number(hz.toFixed(decimals)) : null;
}

/** Why the text is no such edge in a recording of this rate; empty if it is one. */
export function edgeProblem(text: string, key: EdgeKey, view: Edges, sfreq: number): string {
  const { filterEdges: texts } = strings.tools;
  const hz = typedHz(text);
  if (hz === null || hz < leastHz || hz >= sfreq / 2) return texts.range(leastHz, sfreq / 2);
  const { highpassHz: high, lowpassHz: low, filtering } = view;
  if (filtering !== 'own') return '';
  if (key === 'highpassHz' && low !== null && hz >= low) return texts.aboveLowPass(low);
  if (key === 'lowpassHz' && high !== null && hz <= high) return texts.belowHighPass(high);
  return '';
}
