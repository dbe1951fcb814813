// Which rows are shown: channels as they are, picked ones, or differences between neighbours.
import type { Look, Recipe, Recording } from '../../api/index.js';
import type { View } from '../state.js';
import { words } from '../words/index.js';

export interface Row {
  name: string;
  /** Of the channel. */
  index: number;
  /** Of the channel that is subtracted, in a bipolar montage. */
  minus: number | null;
}

/** Chains of neighbours from front to back, left before right: the "double banana" of clinical reading. */
const chains = [
  ['Fp1', 'F7', 'T7', 'P7', 'O1'],
  ['Fp1', 'F3', 'C3', 'P3', 'O1'],
  ['Fz', 'Cz', 'Pz'],
  ['Fp2', 'F4', 'C4', 'P4', 'O2'],
  ['Fp2', 'F8', 'T8', 'P8', 'O2'],
];
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

export function bipolarRows(recording: Recording): Row[] {
  const indexOf = new Map(recording.channels.map(({ name }, index) => [name, index]));
  const main = new Set(recording.info.mainChannels);
  return chains.flatMap((chain) =>
    chain.slice(1).flatMap((name, i) => {
      const [index, minus] = [indexOf.get(chain[i]!), indexOf.get(name)];
      const areHere = index !== undefined && minus !== undefined;
      return areHere && main.has(index) && main.has(minus)
        ? [{ name: `${chain[i]}–${name}`, index, minus }]
        : [];
    }),
  );
}

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
export function rowsOf(recording: Recording, { reference, picked }: View): Row[] {
  const wanted = picked && new Set(picked);
  const isWanted = (index: number) => !wanted || wanted.has(recording.channels[index]!.name);
  const single = () =>
    rowOrder(recording)
      .filter(isWanted)
      .map((index): Row => ({ name: recording.channels[index]!.name, index, minus: null }));
  if (reference !== 'bipolar') return single();
  const pairs = bipolarRows(recording).filter(
    ({ index, minus }) => isWanted(index) || isWanted(minus!),
  );
  return pairs.length ? pairs : single();
}

export function visibleRows(recording: Recording, view: View): Row[] {
  return rowsOf(recording, view).slice(view.firstRow, view.firstRow + view.nRows);
}

export interface ReferenceChoice {
  value: string;
  text: string;
}

export function referenceChoices(recording: Recording): ReferenceChoice[] {
  const said = words.signals.references;
  const ears = earNames(recording);
  const electrodes = recording.info.mainChannels.map((index) => recording.channels[index]!);
  const choices: ReferenceChoice[] = [{ value: 'recorded', text: said.recorded }];
  if (electrodes.length > 1) choices.push({ value: 'average', text: said.average });
  if (ears.length) choices.push({ value: 'ears', text: said.ears(ears) });
  if (bipolarRows(recording).length) choices.push({ value: 'bipolar', text: said.bipolar });
  const single = electrodes.filter(({ isVoltage, isTrigger }) => isVoltage && !isTrigger);
  if (single.length > 1)
    choices.push(...single.map(({ name }) => ({ value: `at:${name}`, text: said.against(name) })));
  return choices;
}

/** What samples are read through: the model's own preparation, or reference and filter of whoever looks. */
export interface Seen {
  preview?: Recipe;
  look?: Look;
}

export function seenThrough(recording: Recording, view: View, recipe: Recipe | null): Seen {
  if (view.filtering === 'model' && recipe) return { preview: recipe };
  const look: Look = {};
  const { reference } = view;
  if (reference === 'average') look.reference = 'average';
  else if (reference === 'ears' && earNames(recording).length) look.reference = earNames(recording);
  else if (reference.startsWith('at:')) {
    const name = reference.slice(3);
    if (recording.channels.some((channel) => channel.name === name)) look.reference = [name];
  }
  if (view.filtering === 'own') {
    if (view.highpassHz) look.highpass_hz = view.highpassHz;
    if (view.lowpassHz) look.lowpass_hz = view.lowpassHz;
    if (view.notchHz) look.notch_hz = view.notchHz;
  }
  return Object.keys(look).length ? { look } : {};
}

/** What of it channels of another rate can be seen through: no reference, no edge that they cannot hold. */
export function seenBy(seen: Seen, sfreq: number, isMainRate: boolean): Seen {
  const { preview, look } = seen;
  if (preview) {
    if (isMainRate) return seen;
    const { reference: _, ...rest } = preview;
    return { preview: rest };
  }
  if (!look) return seen;
  const kept: Look = isMainRate && look.reference ? { reference: look.reference } : {};
  for (const key of ['highpass_hz', 'lowpass_hz', 'notch_hz'] as const) {
    const hz = look[key];
    if (hz && hz < sfreq / 2) kept[key] = hz;
  }
  return Object.keys(kept).length ? { look: kept } : {};
}
