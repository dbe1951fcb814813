// The simulated recording that comes with the page.
import type { Engine } from '../api/index.js';
import type { RecordingEntry } from './state.js';

const sampleName = 'simulated-eeg.edf';

export async function sampleFile(engine: Engine): Promise<File> {
  return new File([await engine.makeSample({ seed: 1, durationS: 60 })], sampleName);
}

/** Trials of the playground are simulated, too. */
export const isSample = ({
  isSimulated,
  file,
}: Pick<RecordingEntry, 'isSimulated' | 'file'>): boolean =>
  isSimulated && file.name === sampleName;
