// The verdict of a run as one picture: the accuracy with its interval over the level of the majority class, a dot for each person.
// Lengths are those of the drawing's own coordinates, which scale with it.
import type { TrainingEvaluation } from '../../api/training_types.js';
import { accuracyOf, type PersonResult } from './person_results.js';

export type Measured = Pick<TrainingEvaluation, 'accuracy' | 'accuracyInterval' | 'chance'>;
type Standing = 'above' | 'unclear' | 'below';

/** Where the interval lies to what always predicting the commonest class would reach. */
export function standingOf({
  accuracyInterval: [low, high],
  chance,
}: Omit<Measured, 'accuracy'>): Standing {
  if (low > chance) return 'above';
  return high < chance ? 'below' : 'unclear';
}

interface Dot {
  person: string;
  share: number;
  nRight: number;
  n: number;
  x: number;
  y: number;
}

export interface VerdictPicture {
  width: number;
  height: number;
  /** The line of the interval, and the axis below everything. */
  barY: number;
  axisY: number;
  left: number;
  right: number;
  low: number;
  high: number;
  accuracy: number;
  chance: number;
  ticks: { x: number; share: number }[];
  dots: Dot[];
  /** The text at the level of the majority class begins at its line, or ends there where it would leave the drawing. */
  chanceAnchor: 'start' | 'end';
}

const [padX, barY, dotR, rowHeight] = [22, 34, 5, 13]; // at its sides, half of "100 %"

export function verdictPicture(
  { accuracy, accuracyInterval, chance }: Measured,
  persons: readonly PersonResult[] = [],
  width = 360,
): VerdictPicture {
  const [left, right] = [padX, width - padX];
  const toX = (share: number) => left + share * (right - left);
  const dots = stacked(persons, toX, barY + 24);
  const lowest = Math.max(barY + 14, ...dots.map(({ y }) => y + dotR + 4));
  return {
    ...{ width, height: lowest + 24, barY, axisY: lowest + 4, left, right },
    low: toX(accuracyInterval[0]),
    high: toX(accuracyInterval[1]),
    accuracy: toX(accuracy),
    chance: toX(chance),
    ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, x: toX(share) })),
    dots,
    chanceAnchor: toX(chance) > width / 2 ? 'end' : 'start',
  };
}

/** Dots that would touch are below each other. */
function stacked(
  persons: readonly PersonResult[],
  toX: (share: number) => number,
  top: number,
): Dot[] {
  const rows: number[] = []; // where the last dot of each row stands
  return persons
    .filter(({ truth }) => truth.length > 0)
    .map((result) => ({ result, share: accuracyOf(result) }))
    .sort((a, b) => a.share - b.share)
    .map(({ result: { person, truth }, share }) => {
      const x = toX(share);
      const free = rows.findIndex((last) => x - last >= 2 * dotR + 1);
      const row = free < 0 ? rows.length : free;
      rows[row] = x;
      const n = truth.length;
      return { person, share, nRight: Math.round(share * n), n, x, y: top + row * rowHeight };
    });
}
