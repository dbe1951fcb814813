// Windows of annotations that overlap windows of another class: the same samples would be taught as both.
import type { Annotation } from '../../api/index.js';
import type { Setup } from './choices.js';
import type { Source } from './sources.js';
import { classNames, windowsOf, type Window } from './windows.js';

interface SharedWindows {
  n: number;
  /** The two classes that share most of them. */
  classes: [string, string];
}

interface Piece extends Window {
  className: string;
  annotation: Annotation;
  /** Pieces of other classes that overlap it. */
  others: Piece[];
}

/** Null if there are none. */
export function sharedWindows(setup: Setup): SharedWindows | null {
  if (setup.settings.mode !== 'annotations') return null;
  const slackS = 0.5 / setup.sfreq;
  const counts = new Map<string, number>();
  for (const { source } of setup.sources)
    for (const piece of overlapping(piecesOf(setup, source), slackS)) {
      const others = piece.others.map(({ className, annotation }) => ({
        className,
        windows: windowsOf(setup, source, annotation),
      }));
      for (const window of windowsOf(setup, source, piece.annotation)) {
        const touches = (one: Window) => overlap(one, window, slackS);
        const other = others.find(({ windows }) => windows.some(touches));
        if (!other) continue;
        const pair = JSON.stringify([piece.className, other.className].sort());
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most) return null;
  const n = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return { n, classes: JSON.parse(most[0]) as [string, string] };
}

const overlap = (a: Window, b: Window, slackS: number) =>
  a.onsetS < b.endS - slackS && b.onsetS < a.endS - slackS;

/** What the windows of each annotation cover. */
function piecesOf(setup: Setup, source: Source): Piece[] {
  const names = classNames(setup);
  const { cut, tminS, tmaxS, lengthS } = setup.settings;
  return source.annotations.flatMap((annotation) => {
    const { onsetS, durationS, text } = annotation;
    const className = names.get(`${source.key}\n${text}`);
    if (!className || (cut === 'along' && durationS < lengthS)) return [];
    const [fromS, toS] = cut === 'after' ? [tminS, tmaxS] : [0, durationS];
    const covered = { onsetS: onsetS + fromS, endS: onsetS + toS };
    return [{ ...covered, className, annotation, others: [] }];
  });
}

/** Those that overlap one of another class. */
function overlapping(pieces: Piece[], slackS: number): Piece[] {
  pieces.sort((a, b) => a.onsetS - b.onsetS);
  pieces.forEach((piece, i) => {
    for (let k = i + 1; k < pieces.length && pieces[k]!.onsetS < piece.endS - slackS; k++) {
      const next = pieces[k]!;
      if (next.className === piece.className) continue;
      piece.others.push(next);
      next.others.push(piece);
    }
  });
  return pieces.filter(({ others }) => others.length > 0);
}
