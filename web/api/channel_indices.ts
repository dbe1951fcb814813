// The channels that are read of a recording.
import { checkArray, checkNumber } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { Channel } from '../worker/protocol.js';
import type { Recording } from './recording.js';

const newNames: Record<string, string> = { t3: 't7', t4: 't8', t5: 'p7', t6: 'p8' };

/** A name without what recording systems add to it, as the core compares names (docs/FORMATS.md). */
function plainName(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^eeg |[. ]+$/g, '');
  const electrode = plain.replace(/[. ]*- *(ref|le|a1|a2)$/, '').trim();
  return newNames[electrode] ?? electrode;
}

/** Index of a channel by its name or label; -1 without one. */
export function channelNamed(channels: readonly Channel[], given: string): number {
  const exact = channels.findIndex(
    ({ name, label }) => name === given || label.trim() === given.trim(),
  );
  const wanted = plainName(given);
  return exact < 0 ? channels.findIndex(({ name }) => plainName(name) === wanted) : exact;
}

/** Indices of the channels that are asked for; by default `info.mainChannels`. */
export function channelIndices(
  recording: Recording,
  asked?: readonly (number | string)[] | null,
): number[] {
  const { mainChannels, channels } = recording.info;
  if (mainChannels.length === 0 && (!asked || channels.length === 0))
    throw new EegateError({
      code: 'CHANNEL_UNKNOWN',
      message: 'The recording has no channels to read',
      found: 'no channels',
      hint: 'It may hold annotations alone.',
    });
  const wanted = asked ?? mainChannels;
  checkArray(wanted, 'channels', 'indices or names', 1);
  for (const [i, channel] of wanted.entries()) checkChannel(channel, `channels[${i}]`);
  return wanted.map((channel) => recording.channelIndex(channel));
}

/** Throws unless this is an index or a name. */
export function checkChannel(given: unknown, field: string): void {
  if (typeof given !== 'string') checkNumber(given, field);
}
