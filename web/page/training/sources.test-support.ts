// A recording as training sees it, for tests: three channels, annotations five seconds apart.
import type { Source } from './sources.js';

export function source(key: number, name: string, texts: [string, number][], more = {}): Source {
  const annotations = texts.map(([text, durationS], i) => ({ onsetS: 5 * i, durationS, text }));
  return {
    key,
    name,
    durationS: 61,
    segments: [],
    isSimulated: false,
    content: key,
    annotations,
    isCorrected: false,
    chNames: ['C3', 'Cz', 'C4'],
    notEeg: [],
    sfreq: 160,
    ...more,
  };
}
