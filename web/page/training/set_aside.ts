// What the engine will set aside for validation, foretold as `split_by_rule` of the core will choose it.
import type { Setup } from './choices.js';
import { expectedCounts } from './windows.js';

export interface SetAside {
  by: 'subject' | 'run' | 'block';
  /** Of how many people or recordings how many are set aside. */
  n: number;
  nGroups: number;
  /** About how many of all windows. */
  nWindows: number;
  nAll: number;
}

/** The windows of each class in a person or a recording. */
type Counts = Map<string, number>;

const share = 1 / 6;
const shareOf = (n: number) => Math.max(1, Math.min(n - 1, Math.round(share * n)));

/** The first rule that leaves every class in both parts; one that was chosen by hand is kept. */
export function setAsideOf(setup: Setup): SetAside {
  const { split } = setup.settings;
  const nAll = expectedCounts(setup).reduce((sum, { count }) => sum + count, 0);
  const classes = expectedCounts(setup).map(({ className }) => className);
  for (const by of ['subject', 'run'] as const) {
    const groups = [...(by === 'subject' ? personsOf(setup) : recordingsOf(setup)).values()];
    const isPossible = split === 'auto' && canSetAside(groups, classes);
    if (groups.length < 2 || !(isPossible || split === by)) continue;
    const n = shareOf(groups.length);
    return {
      by,
      n,
      nGroups: groups.length,
      nWindows: Math.round((nAll * n) / groups.length),
      nAll,
    };
  }
  return { by: 'block', n: 0, nGroups: 0, nWindows: Math.round(nAll * share), nAll };
}

/** Of several groups only what is needed is known: which of them are drawn is up to the seed. */
function canSetAside(groups: readonly Counts[], classes: readonly string[]): boolean {
  if (groups.length < 2) return false;
  const isInTwo = classes.every((name) => groups.filter((own) => own.has(name)).length > 1);
  const hasAll = (own: Counts) => classes.every((name) => own.has(name));
  return isInTwo && (shareOf(groups.length) > 1 || groups.some(hasAll));
}

/** The windows of each class by person; persons without a window are left out. */
export const personsOf = (setup: Setup): Map<string, Counts> =>
  groupsOf(setup, ({ person, source }) => person.trim() || source.name);

const recordingsOf = (setup: Setup) => groupsOf(setup, ({ source }) => String(source.key));

function groupsOf(
  setup: Setup,
  groupOf: (choice: Setup['sources'][number]) => string,
): Map<string, Counts> {
  const found = new Map<string, Counts>();
  for (const choice of setup.sources.filter(({ isUsed }) => isUsed)) {
    const group = groupOf(choice);
    const counts = found.get(group) ?? new Map<string, number>();
    for (const { className, count } of expectedCounts({ ...setup, sources: [choice] }))
      if (count) counts.set(className, (counts.get(className) ?? 0) + count);
    if (counts.size) found.set(group, counts);
  }
  return found;
}
