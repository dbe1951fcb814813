// A BIDS data set as described by its folder: participants, sessions, tasks, and the events of each recording.
import { lazy } from '../lazy.js';
import { belowRoot, rootOf, sortFiles, type RecordingFiles } from '../recording_files.js';

export interface DataSetRecording extends RecordingFiles {
  /** Its path below the root of the data set. */
  key: string;
  participant: string;
  /** Empty where the name has none. */
  session: string;
  task: string;
  run: string;
  /** What is here is the link that represents it until it is downloaded. */
  isMissing: boolean;
  /** How often each text is in its events; null: not read. */
  labels: ReadonlyMap<string, number> | null;
}

export interface DataSet {
  name: string;
  recordings: DataSetRecording[];
  /** What participants.tsv says of each: "age 34, sex F". */
  participants: ReadonlyMap<string, string>;
}

export interface DataSetState {
  set: DataSet;
  /** Words that a recording must have, in its name, about its participant or in its events. */
  text: string;
  /** Empty: all. */
  session: string;
  task: string;
  label: string;
  /** Keys of those that are ticked. */
  ticked: ReadonlySet<string>;
}

/** Larger texts are not read to count what is in them. */
const largestTextBytes = 16 << 20;
/** A link of git-annex in the place of a file. */
const longestLink = 200;

/** Without what other programs derived from a data set. */
export function withoutDerived(files: readonly File[]): File[] {
  const root = rootOf(files);
  const isDerived = (file: File) => root !== null && derived.test(belowRoot(file, root) ?? '');
  return files.filter((file) => !isDerived(file));
}
const derived = /^(derivatives|sourcedata|code)\//;

/** Null unless the files are those of a data set. Throws what reading a file throws. */
export async function dataSetOf(files: readonly File[]): Promise<DataSet | null> {
  const root = rootOf(files);
  if (!root) return null;
  const below = files.filter((file) => belowRoot(file, root) !== null);
  const found = sortFiles(below).recordings.flatMap((one) => {
    const path = belowRoot(one.file, root)!;
    const named = derived.test(path) ? null : entitiesOf(one.file.name);
    return named ? [{ ...one, ...named, key: path, isMissing: false, labels: null }] : [];
  });
  const recordings = await Promise.all(
    found.map(async (one) => ({ ...one, isMissing: await isLink(one) })),
  );
  const table = below.find((file) => belowRoot(file, root) === 'participants.tsv');
  return {
    name: nameIn(await root.text()),
    recordings: recordings.sort((a, b) => byName().compare(a.key, b.key)),
    participants: table ? participantsIn(await table.text()) : new Map(),
  };
}

const byName = lazy(() => new Intl.Collator('en', { numeric: true }));

function entitiesOf(name: string) {
  const entity = (key: string) => new RegExp(`(?:^|_)${key}-([^_.]+)`).exec(name)?.[1] ?? '';
  const participant = entity('sub');
  return (
    participant && {
      ...{ participant, session: entity('ses'), task: entity('task'), run: entity('run') },
    }
  );
}

/** A header may be here while its samples are not. */
async function isLink({ file, companions }: RecordingFiles): Promise<boolean> {
  const stem = file.name.replace(/\.[^.]*$/, '');
  const parts = companions.filter(({ name }) => name.startsWith(`${stem}.`));
  for (const one of [file, ...parts])
    if (one.size < longestLink && /(^|\/)annex\//.test(await one.text())) return true;
  return false;
}

function nameIn(description: string): string {
  try {
    const { Name: name } = JSON.parse(description.replace(/^\uFEFF/, '')) as { Name?: unknown };
    return typeof name === 'string' ? name.trim() : '';
  } catch {
    return ''; // what is wrong with it matters to no recording
  }
}

/** The rows of a table by its columns; those of another length are left out. */
export function rowsOf(tsv: string): Map<string, string>[] {
  const lines = tsv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const columns = (lines.shift() ?? '').split('\t').map((name) => name.trim());
  return lines
    .map((line) => line.split('\t'))
    .filter((cells) => cells.length === columns.length)
    .map((cells) => new Map(columns.map((name, i) => [name, known(cells[i]!)])));
}

const known = (cell: string) => (cell.trim() === 'n/a' ? '' : cell.trim());

function participantsIn(tsv: string): Map<string, string> {
  const rows = rowsOf(tsv).map((row): [string, string] => {
    const facts = [...row].filter(([name, value]) => name !== 'participant_id' && value);
    const id = (row.get('participant_id') ?? '').replace(/^sub-/, '');
    return [id, facts.map(([name, value]) => `${name} ${value}`).join(', ')];
  });
  return new Map(rows.filter(([id]) => id));
}

/** How often each text is in the events that a recording has; none where no file says. */
export async function labelsOf({ companions }: RecordingFiles): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const nearest = companions
    .filter(({ name, size }) => /_events\.tsv$/i.test(name) && size <= largestTextBytes)
    .sort((a, b) => b.name.split('_').length - a.name.split('_').length)[0];
  for (const row of nearest ? rowsOf(await nearest.text()) : []) {
    const columns = ['trial_type', 'value', 'event_type', 'stim_type'];
    const text = columns.map((name) => row.get(name)).find(Boolean);
    if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** Those that search and choices leave. */
export function foundIn(state: DataSetState): DataSetRecording[] {
  const { set, session, task, label } = state;
  const wanted = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  return set.recordings.filter((one) => {
    if ((session && one.session !== session) || (task && one.task !== task)) return false;
    if (label && !one.labels?.has(label)) return false;
    const told = [
      one.key,
      set.participants.get(one.participant) ?? '',
      ...(one.labels?.keys() ?? []),
    ];
    const text = told.join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Those that are ticked, and are here to be opened. */
export function tickedIn({ set, ticked }: DataSetState): DataSetRecording[] {
  return set.recordings.filter(({ key, isMissing }) => ticked.has(key) && !isMissing);
}

/** What there is of an entity, in the order of its names. */
export function valuesOf(
  recordings: readonly DataSetRecording[],
  entity: 'participant' | 'session' | 'task',
): string[] {
  const values = new Set(recordings.map((one) => one[entity]).filter(Boolean));
  return [...values].sort(byName().compare);
}

interface LabelCount {
  text: string;
  n: number;
  nRecordings: number;
}

/** Every text of the events, the most frequent first. */
export function labelCounts(recordings: readonly DataSetRecording[]): LabelCount[] {
  const counts = new Map<string, LabelCount>();
  for (const [text, n] of recordings.flatMap(({ labels }) => [...(labels ?? [])])) {
    const count = counts.get(text) ?? { text, n: 0, nRecordings: 0 };
    counts.set(text, { text, n: count.n + n, nRecordings: count.nRecordings + 1 });
  }
  return [...counts.values()].sort((a, b) => b.n - a.n || byName().compare(a.text, b.text));
}
