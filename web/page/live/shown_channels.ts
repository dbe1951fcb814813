// Which channels of a source Live draws, and their names.
import { spread } from '../spread.js';

const maxTraces = 6;

/** What is drawn while no recording is open: from the front to the back of the head, between which the alpha rhythm differs. */
export const defaultNames = ['Fz', 'Cz', 'Pz', 'O1', 'Oz', 'O2'];

/** As the model spells it, and the page with it; sources write "Fc5." or "EEG FC5". */
export function shownName(written: string, chNames: readonly string[]): string {
  const plain = plainName(written);
  return chNames.find((name) => name.toUpperCase() === plain.toUpperCase()) ?? plain;
}

const plainName = (written: string) => written.replace(/^EEG\s+/i, '').replace(/\.+$/, '');

/**
 * Of the channels that are used, those that the stage shows, in its order, so that both can be compared; else some from all over the
 * head.
 */
export function shownChannels(
  used: readonly number[],
  chNames: readonly string[],
  onStage: readonly string[],
): number[] {
  const upper = (name: string) => plainName(name).toUpperCase();
  const byName = new Map(used.map((channel) => [upper(chNames[channel]!), channel]));
  const both = onStage.flatMap((name) => byName.get(upper(name)) ?? []);
  return spread(both.length ? both : used, maxTraces);
}
