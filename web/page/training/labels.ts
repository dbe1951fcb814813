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
}

const maxRows = 60; // free comments are no classes

/** One row for each text, or several where recordings use one text for different things. */
export function labelRows(sources: Source[]): LabelRow[] {
  const found = new Map<string, { row: LabelRow; lengthsS: number[] }>();
  for (const source of sources) {
    for (const { text, durationS } of source.annotations) {
      if (!text) continue;
      const usual = isRest(text) ? text : usualClass(source.name, text); // runs of rest are states as a whole
      const id = `${text}\n${usual}`;
      let entry = found.get(id);
      if (!entry) {
        const row = { id, text, usual, count: 0, keys: [], shortestS: 0, medianS: 0 };
        found.set(id, (entry = { row, lengthsS: [] }));
      }
      entry.row.count++;
      entry.lengthsS.push(Math.max(0, durationS));
      if (entry.row.keys.at(-1) !== source.key) entry.row.keys.push(source.key);
    }
  }
  const rows = [...found.values()].map(({ row, lengthsS }) => {
    const sorted = lengthsS.sort((a, b) => a - b);
    return { ...row, shortestS: sorted[0]!, medianS: sorted[sorted.length >> 1]! };
  });
  const byCount = rows.sort((a, b) => b.count - a.count).slice(0, maxRows);
  return byCount.sort(
    (a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }) || (a.usual < b.usual ? -1 : 1),
  );
}

const lastingS = 8;
const often = 4;

/**
 * Events that come again and again, or else states that last, or else whatever there is but rest: the first of these
 * with two things to tell apart.
 */
export function usedByDefault(rows: LabelRow[]): Set<string> {
  const active = rows.filter(({ text }) => !isRest(text));
  const events = active.filter(({ count, medianS }) => count >= often && medianS < lastingS);
  const states = active.filter(({ medianS }) => medianS >= lastingS);
  const isEnough = (some: LabelRow[]) => new Set(some.map(({ usual }) => usual)).size >= 2;
  const used = [events, states, active].find(isEnough) ?? rows;
  return new Set(used.map(({ id }) => id));
}
