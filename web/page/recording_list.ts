// The open recordings as a table: searched, sorted, and grouped by person.
import { intervalOf } from '../truth/share_interval.js';
import { stem, usualPerson } from '../truth/file_names.js';
import { scoreOf, type Score } from '../truth/truth.js';
import { knownTruth, type Truth } from './annotated_classes.js';
import { inTextOrder } from './locale.js';
import type { RecordingEntry } from './state.js';

export type SortColumn = 'name' | 'length' | 'right';

export interface RecordingListState {
  text: string;
  /** Null: in the order in which they were opened. */
  sort: SortColumn | null;
  isDown: boolean;
}

export const initialRecordingList: RecordingListState = { text: '', sort: null, isDown: false };

export interface Right {
  nRight: number;
  /** Windows of which the annotations tell the class. */
  n: number;
  /** So that the true interval is wider. */
  isOverlapping: boolean;
}

export interface ListedRecording {
  entry: RecordingEntry;
  person: string;
  /** Null unless all of it was classified and annotations tell what was the case. */
  right: Right | null;
}

export interface RecordingGroup {
  /** Null: of persons that their names do not tell, or all, where no person has several recordings. */
  person: string | null;
  recordings: ListedRecording[];
  right: Right | null;
}

const scores = new WeakMap<Truth, Score | null>();

/** How often a run was right; counted once for the annotations as they are. */
export function rightOf({
  run,
  recording,
}: Pick<RecordingEntry, 'run' | 'recording'>): Right | null {
  const truth = run?.status === 'done' ? knownTruth(run, recording) : null;
  if (!run || !truth) return null;
  const known = scores.get(truth);
  const score = known === undefined ? scoreOf(run.predictions, truth, run.classes) : known;
  scores.set(truth, score);
  return score && { nRight: score.nRight, n: score.n, isOverlapping: score.isOverlapping };
}

export function recordingGroups(
  entries: readonly RecordingEntry[],
  { text, sort, isDown }: RecordingListState,
): RecordingGroup[] {
  const listed = entries.map((entry) => ({
    entry,
    person: usualPerson(entry.recording.name),
    right: rightOf(entry),
  }));
  const found = listed.filter((one) => holds(one, text));
  if (sort) found.sort((a, b) => (isDown ? -1 : 1) * order[sort](a, b));
  const persons = new Set(listed.map(({ person }) => person));
  const isGrouped = persons.size < listed.length;
  const groups = new Map<string | null, ListedRecording[]>();
  for (const one of found) {
    const person = isGrouped && one.person !== stem(one.entry.recording.name) ? one.person : null;
    groups.set(person, [...(groups.get(person) ?? []), one]);
  }
  return [...groups]
    .sort(([a], [b]) => Number(a === null) - Number(b === null)) // those of nobody that is known come last
    .map(([person, recordings]) => ({ person, recordings, right: total(recordings) }));
}

function holds({ entry, person }: ListedRecording, typed: string): boolean {
  const text = `${entry.recording.name} ${person}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s/)
    .every((word) => text.includes(word));
}

const share = ({ right }: ListedRecording) => (right ? right.nRight / right.n : -1); // what is not known is least

const order: Record<SortColumn, (a: ListedRecording, b: ListedRecording) => number> = {
  name: (a, b) => inTextOrder(a.entry.recording.name, b.entry.recording.name),
  length: (a, b) => a.entry.recording.durationS - b.entry.recording.durationS,
  right: (a, b) => share(a) - share(b),
};

/** Whether the recordings of which it is known were not all classified in one way: by one model, calibrated or not. */
export function isMixed(recordings: readonly ListedRecording[]): boolean {
  const runs = recordings.flatMap(({ entry: { run }, right }) => (run && right ? [run] : []));
  const [first] = runs;
  return runs.some(
    ({ lease, plan }) =>
      lease.bytes !== first!.lease.bytes || plan?.calibration !== first!.plan?.calibration,
  );
}

/** Of all recordings that are known of, copies counted once; null if there is none, or if they were classified in several ways. */
export function total(recordings: readonly ListedRecording[]): Right | null {
  const known = [...contents(recordings).values()].flatMap(({ right }) => right ?? []);
  if (!known.length || isMixed(recordings)) return null;
  const sum = (of: (one: Right) => number) => known.reduce((all, one) => all + of(one), 0);
  const isOverlapping = known.some((one) => one.isOverlapping);
  return { nRight: sum(({ nRight }) => nRight), n: sum(({ n }) => n), isOverlapping };
}

/** Whether some of those that are known of are copies of others. */
export function hasCopies(recordings: readonly ListedRecording[]): boolean {
  return contents(recordings).size < recordings.filter(({ right }) => right).length;
}

const contents = (recordings: readonly ListedRecording[]) =>
  new Map(recordings.filter(({ right }) => right).map((one) => [one.entry.content, one] as const));

export const interval = ({ nRight, n }: Pick<Right, 'nRight' | 'n'>): [number, number] =>
  intervalOf(nRight, n);

/** A press on a column's head: upwards, then downwards, then as they were opened. */
export function nextSort(list: RecordingListState, sort: SortColumn): RecordingListState {
  if (list.sort !== sort) return { ...list, sort, isDown: sort === 'right' };
  const isFirst = list.isDown === (sort === 'right');
  return isFirst ? { ...list, isDown: !list.isDown } : { ...list, sort: null, isDown: false };
}
