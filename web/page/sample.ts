// The simulated recording that comes with the page.
import type { Engine } from '../api/index.js';
import { sleepOf } from '../api/sleep_of.js';
import type { RecordingEntry } from './state.js';

const sampleName = 'simulated-eeg.edf';
const nightName = 'simulated-night.edf';

/** A minute of 64 channels, or eight hours of sleep. */
export async function sampleFile(engine: Engine, isNight: boolean): Promise<File> {
  return isNight
    ? new File([await sleepOf(engine).makeNight({ seed: 2 })], nightName)
    : new File([await engine.makeSample({ seed: 1, durationS: 60 })], sampleName);
}

/** Trials of the playground are simulated, too. */
export const isSample = ({
  isSimulated,
  file,
}: Pick<RecordingEntry, 'isSimulated' | 'file'>): boolean =>
  isSimulated && file.name === sampleName;
