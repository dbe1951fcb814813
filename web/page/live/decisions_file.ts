// All decisions of a run as a table in a file.
import { csvCell } from '../../truth/annotations.js';
import { saveFile } from '../files.js';
import { strings } from '../strings/index.js';
import type { LivePanel } from './panel.js';
import type { LiveRun } from './state.js';

/** A row for each decision; the last column tells how many windows before it have none. */
export function decisionsTable({
  all,
  classes,
  isRegression,
}: Pick<LiveRun, 'all' | 'classes' | 'isRegression'>): string {
  const names = classes.map((name) => (isRegression ? name : `probability_${name}`));
  const head = ['start_s', 'end_s', ...(isRegression ? [] : ['class']), ...names];
  const rows = all.map(({ onsetS, durationS, label, probabilities, nSkipped }) => [
    onsetS.toFixed(3),
    (onsetS + durationS).toFixed(3),
    ...(isRegression ? [] : [label]),
    ...Array.from(probabilities, (value) => value.toFixed(6)),
    String(nSkipped),
  ]);
  return [[...head, 'windows_skipped_before'], ...rows]
    .map((row) => `${row.map(csvCell).join(',')}\n`)
    .join('');
}

export function saveDecisions(run: LiveRun, panel: LivePanel): void {
  const stem = run.from === 'headset' ? 'headset' : run.sourceName.replace(/\.[^.]*$/, '');
  const name = `${stem}_live.csv`;
  saveFile(new TextEncoder().encode(decisionsTable(run)), name, 'text/csv');
  panel.say(strings.status.saved(name));
}
