// Validation of a run: leave-one-person-out if that is possible and takes at most a minute, else with the data that
// the engine sets aside.
import type { EegateError } from '../../worker/error.js';
import { strings } from '../strings/index.js';
import type { Setup } from './choices.js';
import { personsOf } from './set_aside.js';
import { expectedCounts } from './windows.js';
import { PageError } from '../page_error.js';

/** What prevents leaving out each person in turn. */
type Hindrance = 'few' | 'classes' | 'align';

export interface Validation {
  /** Left out one after the other; empty if the engine sets something aside. */
  persons: string[];
  nPersons: number;
  hindrance: Hindrance | null;
  /** Of everything that would be trained by leaving out persons; null if a window's cost is not known. */
  estimateS: number | null;
}

const longestByDefaultS = 60;
const fewestPersons = 3;
const fewestWindows = 4;

/** `msPerWindow`: what training on one window once costs; null if that is not known. */
export function validationOf(setup: Setup, msPerWindow: number | null): Validation {
  const { split, epochs } = setup.settings;
  const persons = personsOf(setup);
  const hindrance = hindranceOf(setup, persons);
  const nWindows = expectedCounts(setup).reduce((sum, { count }) => sum + count, 0);
  // Each window is in all runs but one, and in that of the final model.
  const nRuns = persons.size;
  const estimateS = msPerWindow === null ? null : (nWindows * epochs * nRuns * msPerWindow) / 1000;
  const isShort = estimateS !== null && estimateS <= longestByDefaultS;
  const isWanted = split === 'persons' || (split === 'auto' && isShort);
  return {
    persons: isWanted && !hindrance ? [...persons.keys()] : [],
    ...{ nPersons: persons.size, hindrance, estimateS },
  };
}

function hindranceOf(setup: Setup, persons: Map<string, Map<string, number>>): Hindrance | null {
  if (persons.size < fewestPersons) return 'few';
  if (setup.settings.align) return 'align';
  const lacks = expectedCounts(setup).some(({ className, count }) =>
    [...persons.values()].some((own) => count - (own.get(className) ?? 0) < fewestWindows),
  );
  return lacks ? 'classes' : null;
}

/** Why training cannot begin although leaving out persons is wanted; null if it can, or that is not wanted. */
export function validationObstacle(setup: Setup): EegateError | null {
  if (setup.settings.split !== 'persons') return null;
  const { hindrance } = validationOf(setup, null);
  const { message, hint, why } = strings.trainErrors.persons;
  return (
    hindrance && new PageError({ code: 'TRAIN_SPLIT', message: message(why[hindrance]), hint })
  );
}
