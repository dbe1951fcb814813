// Annotation texts of several recordings, collected into rows; each row becomes a class or is unused.
import { isRest, usualClass } from '../../truth/file_names.js';
import type { Source } from './sources.js';

export interface LabelRow {
  /** Of this row among the others; survives that recordings are opened and closed. */
  id: string;
  text: string;
  /** What the text usually represents in these recordings; the text itself if nothing is known. */
  usual: string;
  count: number;
  /** Of the recordings it occurs in. */
  keys: number[];
  shortestS: number;
  medianS: number;
  /** Half of the annotated time is in annotations of at least this length: pieces that corrections cut off hardly change it. */
  typicalS: number;
}

const maxRows = 60; // free comments are no classes

/** One row for each text, or several where recordings use one text for different things. */
export function labelRows(sources: Source[]): LabelRow[] {
  const found = new Map<string, { row: LabelRow; lengthsS: number[] }>();
  const isState = namesStates(sources);
  for (const source of sources) {
    for (const { text, durationS } of source.annotations) {
      if (!text) continue;
      const usual = isRest(text) && !isState ? text : usualClass(source.name, text); // runs of rest are states as a whole
      const id = `${text}\n${usual}`;
      let entry = found.get(id);
      if (!entry) {
        const row = { id, text, usual, count: 0, keys: [], shortestS: 0, medianS: 0, typicalS: 0 };
        found.set(id, (entry = { row, lengthsS: [] }));
      }
      entry.row.count++;
      entry.lengthsS.push(Math.max(0, durationS));
      if (entry.row.keys.at(-1) !== source.key) entry.row.keys.push(source.key);
    }
  }
  const rows = [...found.values()].map(({ row, lengthsS }) => {
    const sorted = lengthsS.sort((a, b) => a - b);
    return {
      ...row,
      shortestS: sorted[0]!,
      medianS: sorted[sorted.length >> 1]!,
      typicalS: typical(sorted),
    };
  });
  const byCount = rows.sort((a, b) => b.count - a.count).slice(0, maxRows);
  return byCount.sort(
    (a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }) || (a.usual < b.usual ? -1 : 1),
  );
}

/** Whether annotations name the state of a run of rest, as corrections do: then what was not corrected has its state, too. */
function namesStates(sources: Source[]): boolean {
  const states = new Set(
    sources.map(({ name }) => usualClass(name, 'T0')).filter((one) => !isRest(one)),
  );
  return sources.some(({ annotations }) => annotations.some(({ text }) => states.has(text)));
}

/** Of lengths in order. */
function typical(sorted: number[]): number {
  const halfS = sorted.reduce((sum, one) => sum + one, 0) / 2;
  let sumS = 0;
  return sorted.find((one) => (sumS += one) >= halfS) ?? 0;
}

const lastingS = 8;
const often = 4;

/**
 * Events that come again and again, or else states that last, or else whatever there is but rest: the first of these
 * with two things to tell apart. Few annotations of the same class, such as corrections, are used with it.
 */
export function usedByDefault(rows: LabelRow[]): Set<string> {
  const active = rows.filter(({ usual }) => !isRest(usual));
  const events = active.filter(({ count, typicalS }) => count >= often && typicalS < lastingS);
  const states = active.filter(({ typicalS }) => typicalS >= lastingS);
  const isEnough = (some: LabelRow[]) => new Set(some.map(({ usual }) => usual)).size >= 2;
  const used = [events, states, active].find(isEnough) ?? rows;
  const classes = new Set(used.map(({ usual }) => usual));
  return new Set(rows.filter(({ usual }) => classes.has(usual)).map(({ id }) => id));
}
