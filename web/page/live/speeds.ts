// How fast samples come: what can be chosen, and when.
import { strings } from '../strings/index.js';
import { headsetSpeed, isGoing, type From, type LiveState } from './state.js';

/** While a recording is replayed: then it is beside the buttons, elsewhere among the choices. */
export const canChangeSpeed = ({ run, speed }: LiveState): boolean =>
  isGoing(run) && run?.from === 'recording' && speed !== 'max';

/** Not as fast as possible: a headset, and a run that began at a speed of its own. */
export function speedsOf(from: From, state: LiveState): { value: string; text: string }[] {
  const texts = strings.live.speeds;
  const timed = [
    { value: '1', text: texts.real },
    { value: '2', text: texts.times(2) },
    { value: '8', text: texts.times(8) },
  ];
  const isLimited = from === 'headset' || (isGoing(state.run) && state.speed !== 'max');
  return isLimited ? timed : [...timed, { value: 'max', text: texts.max }];
}

/** The value of the one that is chosen. */
export const speedSet = (from: From, { speed }: LiveState): string =>
  String(from === 'headset' ? headsetSpeed(speed) : speed);
