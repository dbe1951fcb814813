// How fast samples come: what can be chosen, and when.
import { strings } from '../strings/index.js';
import type { Speed } from '../../api/live/pace.js';
import { headsetSpeed, isGoing, type From, type LiveState } from './state.js';
import { choicesOf, type Choice } from '../views/parts.js';

/** While a recording is replayed: then it is beside the buttons, elsewhere among the choices. */
export const canChangeSpeed = ({ run, speed }: LiveState): boolean =>
  isGoing(run) && run?.from === 'recording' && speed !== 'max';

/** Not as fast as possible: a headset, and a run that began at a speed of its own. */
export function speedsOf(from: From, state: LiveState): Choice<Speed>[] {
  const texts = strings.live.speeds;
  const isLimited = from === 'headset' || (isGoing(state.run) && state.speed !== 'max');
  const speeds: Speed[] = [1, 2, 8, ...(isLimited ? [] : ['max' as const])];
  return choicesOf(speeds, (speed) =>
    speed === 'max' ? texts.max : speed === 1 ? texts.real : texts.times(speed),
  );
}

/** The one that is chosen. */
export const speedSet = (from: From, { speed }: LiveState): Speed =>
  from === 'headset' ? headsetSpeed(speed) : speed;
