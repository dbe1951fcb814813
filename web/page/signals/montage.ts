// Which rows are shown: channels as they are, picked ones, or what is left of one when its neighbours are subtracted.
import type { DisplaySettings, Recipe, Recording } from '../../api/index.js';
import type { View } from '../state.js';
import { isOfBrain } from './channel_kind.js';
import { ownRows, pairsOf } from './own_montage.js';
import { strings } from '../strings/index.js';

export interface Row {
  name: string;
  /** Of the channel. */
  index: number;
  /** Of the channels whose mean is subtracted: one in a bipolar montage, up to four in a Laplacian; none otherwise. */
  minus: number[];
}

/** Chains of neighbours from front to back, left before right: the "double banana" of clinical reading. */
const longitudinal = [
  ['Fp1', 'F7', 'T7', 'P7', 'O1'],
  ['Fp1', 'F3', 'C3', 'P3', 'O1'],
  ['Fz', 'Cz', 'Pz'],
  ['Fp2', 'F4', 'C4', 'P4', 'O2'],
  ['Fp2', 'F8', 'T8', 'P8', 'O2'],
];
/** From left to right, front before back. */
const transverse = [
  ['Fp1', 'Fp2'],
  ['F7', 'F3', 'Fz', 'F4', 'F8'],
  ['T7', 'C3', 'Cz', 'C4', 'T8'],
  ['P7', 'P3', 'Pz', 'P4', 'P8'],
  ['O1', 'O2'],
];
/** The 10-10 system seen from above, so that a neighbour is the next electrode of a row or column that is there. */
const grid = [
  ',,,Fp1,Fpz,Fp2,,,',
  ',,AF7,AF3,AFz,AF4,AF8,,',
  'F7,F5,F3,F1,Fz,F2,F4,F6,F8',
  'FT7,FC5,FC3,FC1,FCz,FC2,FC4,FC6,FT8',
  'T7,C5,C3,C1,Cz,C2,C4,C6,T8',
  'TP7,CP5,CP3,CP1,CPz,CP2,CP4,CP6,TP8',
  'P7,P5,P3,P1,Pz,P2,P4,P6,P8',
  ',,PO7,PO3,POz,PO4,PO8,,',
  ',,,O1,Oz,O2,,,',
].map((row) => row.split(','));
const fewestNeighbours = 2;
const earPairs = [
  ['A1', 'A2'],
  ['M1', 'M2'],
  ['TP9', 'TP10'],
];

/** The channels to look at: those of the common rate first, triggers last. */
export function rowOrder(recording: Recording): number[] {
  const main = new Set(recording.info.mainChannels);
  const rank = (i: number) => (recording.channels[i]!.isTrigger ? 2 : main.has(i) ? 0 : 1);
  return recording.channels.map((_, i) => i).sort((a, b) => rank(a) - rank(b) || a - b);
}

/** Of the common rate, by name. */
function electrodesOf({ channels, info }: Recording, bad: readonly string[]): Map<string, number> {
  const all = info.mainChannels.map((index) => [channels[index]!.name, index] as const);
  return new Map(all.filter(([name]) => !bad.includes(name)));
}

function bipolarRows(
  recording: Recording,
  bad: readonly string[],
  chains: readonly string[][],
): Row[] {
  const indexOf = electrodesOf(recording, bad);
  return chains.flatMap((chain) =>
    chain.slice(1).flatMap((name, i) => {
      const [index, minus] = [indexOf.get(chain[i]!), indexOf.get(name)];
      if (index === undefined || minus === undefined) return [];
      return [{ name: `${chain[i]}–${name}`, index, minus: [minus] }];
    }),
  );
}

/**
 * Each electrode less the mean of its nearest neighbours in front, behind, left and right (B. Hjorth, "An on-line transformation of EEG
 * scalp potentials into orthogonal source derivations", 1975); at the edge those that there are.
 */
function laplacianRows(recording: Recording, bad: readonly string[]): Row[] {
  const indexOf = electrodesOf(recording, bad);
  const nextTo = (row: number, column: number, [down, right]: readonly [number, number]) => {
    for (let r = row + down, c = column + right; grid[r]?.[c] !== undefined; r += down, c += right)
      if (indexOf.has(grid[r]![c]!)) return [indexOf.get(grid[r]![c]!)!];
    return [];
  };
  const places = grid.flatMap((names, row) => names.map((name, column) => ({ name, row, column })));
  const around = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ] as const;
  const rows = places.flatMap(({ name, row, column }) => {
    const index = indexOf.get(name);
    if (index === undefined) return [];
    const minus = around.flatMap((step) => nextTo(row, column, step));
    return minus.length < fewestNeighbours ? [] : [{ name, index, minus }];
  });
  return rows.sort((a, b) => a.index - b.index);
}

/** As typed, of channels of the common rate. */
function typedRows(recording: Recording, bad: readonly string[], typed: string): Row[] {
  const indexOf = electrodesOf(recording, bad);
  return ownRows(typed, [...indexOf.keys()]).rows.map(({ name, channels }) => {
    const [index, ...minus] = channels.map((one) => indexOf.get(one)!);
    return { name, index: index!, minus };
  });
}

/** Of good electrodes: the nearest one that is not bad is the neighbour. */
const derivations: Record<string, (recording: Recording, bad: readonly string[]) => Row[]> = {
  bipolar: (recording, bad) => bipolarRows(recording, bad, longitudinal),
  transverse: (recording, bad) => bipolarRows(recording, bad, transverse),
  laplacian: laplacianRows,
};

/** At the common rate alone; where there is an A3, A1 and A2 are the first of a row of electrodes and no ears. */
export function earNames({ channels, info }: Recording): string[] {
  const names = new Set(info.mainChannels.map((index) => channels[index]!.name));
  if (names.has('A3')) ['A1', 'A2'].forEach((name) => names.delete(name));
  return (
    earPairs.map((pair) => pair.filter((name) => names.has(name))).find(({ length }) => length) ??
    []
  );
}

/** All rows that could be scrolled to. */
export function rowsOf(recording: Recording, { reference, picked, hidden, bad }: View): Row[] {
  const wanted = picked && new Set(picked);
  const nameOf = (index: number) => recording.channels[index]!.name;
  const isHidden = (index: number) => hidden.includes(nameOf(index));
  const isWanted = (index: number) => !isHidden(index) && (!wanted || wanted.has(nameOf(index)));
  const rowOf = (index: number): Row => ({ name: nameOf(index), index, minus: [] });
  const single = () => rowOrder(recording).filter(isWanted).map(rowOf);
  const typed = pairsOf(reference);
  const derived = typed
    ? typedRows(recording, bad, typed)
    : (derivations[reference]?.(recording, bad) ?? []);
  const shown = derived.filter(({ name, index, minus }) => {
    if (name === nameOf(index)) return isWanted(index);
    const pair = [index, ...minus];
    return pair.some(isWanted) && !pair.some(isHidden);
  });
  if (shown.length) return shown;
  const rows = single();
  return rows.length ? rows : rowOrder(recording).map(rowOf); // never nothing at all
}

/** Montages in which a row is one channel; in others the map shows the channels as recorded. */
const isByChannel = ({ reference }: View) => /^(recorded|average|ears|at:.*)$/.test(reference);

export const viewOfMap = (view: View): View => ({
  ...{ ...view, picked: null, hidden: [] },
  ...(!isByChannel(view) && { reference: 'recorded' }),
});

/** The electrodes that have a place and are not bad. */
export function rowsOfMap(
  recording: Recording,
  view: View,
  places: ReadonlyMap<string, unknown>,
): Row[] {
  return rowsOf(recording, viewOfMap(view)).filter(
    ({ name }) => places.has(name) && !view.bad.includes(name),
  );
}

export function visibleRows(recording: Recording, view: View): Row[] {
  return rowsOf(recording, view).slice(view.firstRow, view.firstRow + view.nRows);
}

/** Whether there is something to scroll to. */
export const hasMoreRows = ({ recording, view }: { recording: Recording; view: View }): boolean =>
  rowsOf(recording, view).length > view.nRows;

interface ReferenceChoice {
  value: string;
  text: string;
}

export function referenceChoices(recording: Recording): ReferenceChoice[] {
  const texts = strings.signals.references;
  const ears = earNames(recording);
  const electrodes = recording.info.mainChannels.map((index) => recording.channels[index]!);
  const choices: ReferenceChoice[] = [{ value: 'recorded', text: texts.recorded }];
  const nVoltages = electrodes.filter((one) => one.isVoltage && !one.isTrigger).length;
  if (nVoltages > 1) choices.push({ value: 'average', text: texts.average });
  if (ears.length) choices.push({ value: 'ears', text: texts.ears(ears) });
  for (const [value, rows] of Object.entries(derivations))
    if (rows(recording, []).length) choices.push({ value, text: texts.derived[value]! });
  if (nVoltages > 1) choices.push({ value: 'own:', text: texts.own });
  const single = electrodes.filter(isOnHead);
  if (single.length > 1)
    choices.push(...single.map(({ name }) => ({ value: `at:${name}`, text: texts.against(name) })));
  return choices;
}

/** What an average is made of: electrodes on the head that are not bad; all of them, where none is good. */
function goodNames({ channels, info }: Recording, bad: readonly string[]): string[] | 'average' {
  const names = info.mainChannels
    .map((index) => channels[index]!)
    .filter(isOnHead)
    .map(({ name }) => name)
    .filter((name) => !bad.includes(name));
  return names.length ? names : 'average';
}

const isOnHead = (channel: Recording['channels'][number]) =>
  channel.isVoltage && !channel.isTrigger && isOfBrain(channel);

/** Processing of displayed samples: the recipe of the model, or reference and filter of the display. */
export interface Seen {
  preview?: Recipe;
  display?: DisplaySettings;
}

export function seenThrough(recording: Recording, view: View, recipe: Recipe | null): Seen {
  if (view.filtering === 'model' && recipe) return { preview: recipe };
  const display: DisplaySettings = {};
  const { reference, bad } = view;
  // The engine leaves out what the file marks as bad, which may be good in this view.
  const isAnyBad = bad.length > 0 || recording.channels.some(({ isBad }) => isBad);
  const ears = earNames(recording).filter((name) => !bad.includes(name));
  if (reference === 'average') display.reference = isAnyBad ? goodNames(recording, bad) : 'average';
  else if (reference === 'ears' && ears.length) display.reference = ears;
  else if (reference.startsWith('at:')) {
    const name = reference.slice(3);
    if (recording.channels.some((channel) => channel.name === name)) display.reference = [name];
  }
  if (view.filtering === 'own') {
    if (view.highpassHz) display.highpass_hz = view.highpassHz;
    if (view.lowpassHz) display.lowpass_hz = view.lowpassHz;
    if (view.notchHz) display.notch_hz = view.notchHz;
  }
  return Object.keys(display).length ? { display } : {};
}

/** What of it channels of another rate can be seen through: no reference, no edge that they cannot hold. */
export function seenBy(seen: Seen, sfreq: number, isMainRate: boolean): Seen {
  const { preview, display } = seen;
  if (preview) {
    if (isMainRate) return seen;
    const { reference: _, ...rest } = preview;
    return { preview: rest };
  }
  if (!display) return seen;
  const kept: DisplaySettings =
    isMainRate && display.reference ? { reference: display.reference } : {};
  for (const key of ['highpass_hz', 'lowpass_hz', 'notch_hz'] as const) {
    const hz = display[key];
    if (hz && hz < sfreq / 2) kept[key] = hz;
  }
  return Object.keys(kept).length ? { display: kept } : {};
}
