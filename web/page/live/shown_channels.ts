// Which channels of a source Live draws, and their names.
import { spread } from '../spread.js';

const maxTraces = 6;

/** As the model spells it, and the page with it; sources write "Fc5." or "EEG FC5". */
export function shownName(written: string, chNames: readonly string[]): string {
  const plain = plainName(written);
  return chNames.find((name) => name.toUpperCase() === plain.toUpperCase()) ?? plain;
}

const plainName = (written: string) => written.replace(/^EEG\s+/i, '').replace(/\.+$/, '');

/** Of the channels that are used, those that the stage shows, so that both can be compared; else some from all over the head. */
export function shownChannels(
  used: readonly number[],
  chNames: readonly string[],
  onStage: readonly string[],
): number[] {
  const names = new Set(onStage.map((name) => plainName(name).toUpperCase()));
  const both = used.filter((channel) => names.has(plainName(chNames[channel]!).toUpperCase()));
  return spread(both.length ? both : used, maxTraces);
}
