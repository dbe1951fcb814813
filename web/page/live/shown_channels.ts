// Which channels of a source Live draws, and their names.
import { visibleRows } from '../signals/montage.js';
import { spread } from '../spread.js';
import type { RecordingEntry } from '../state.js';

const maxTraces = 6;

/** What is drawn if the user has picked no channels: from the front to the back of the head, between which the alpha rhythm differs. */
export const defaultNames = ['Fz', 'Cz', 'Pz', 'O1', 'Oz', 'O2'];

/** Those that the user has picked; from the whole head if none are. */
export function wantedNames(entry: RecordingEntry | null): readonly string[] {
  const picked = entry?.view.picked ? visibleRows(entry.recording, entry.view) : null;
  return picked?.map(({ name }) => name) ?? defaultNames;
}

/** As the model spells it, and the page with it; sources write "Fc5." or "EEG FC5". */
export function shownName(written: string, chNames: readonly string[]): string {
  const plain = plainName(written);
  return chNames.find((name) => name.toUpperCase() === plain.toUpperCase()) ?? plain;
}

const plainName = (written: string) => written.replace(/^EEG\s+/i, '').replace(/\.+$/, '');

/** So many of the channels that are wanted, or all, must be there to stand for the whole head. */
const fewest = 3;

/** Of the channels that are used, those that are wanted, in their order; else, if most of these are missing, some from all over the head. */
export function shownChannels(
  used: readonly number[],
  chNames: readonly string[],
  wanted: readonly string[],
): number[] {
  const upper = (name: string) => plainName(name).toUpperCase();
  const byName = new Map(used.map((channel) => [upper(chNames[channel]!), channel]));
  const both = wanted.flatMap((name) => byName.get(upper(name)) ?? []);
  return spread(
    both.length && both.length >= Math.min(fewest, wanted.length) ? both : used,
    maxTraces,
  );
}
