// The channels that are read of a recording.
import { checkArray } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { Recording } from './recording.js';

/** Indices of the channels that are asked for; by default of those at the most common rate. */
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
  return wanted.map((channel) => recording.channelIndex(channel));
}
