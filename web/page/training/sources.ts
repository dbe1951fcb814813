// The facts about an open recording that training needs.
import type { Annotation, Segment } from '../../api/index.js';
import { isOfBrain } from '../signals/channel_kind.js';
import type { RecordingEntry } from '../state.js';

export interface Source {
  key: number;
  name: string;
  /** Nobody was measured. */
  isSimulated: boolean;
  /** Equal in copies of one recording. */
  content: number;
  durationS: number;
  /** Contiguous; of a recording of epochs, each of them. */
  segments: readonly Segment[];
  annotations: readonly Annotation[];
  /** They were changed on the page. */
  isCorrected: boolean;
  /** Names of the voltage channels at the most common rate. */
  chNames: string[];
  /** Those of them that are of eyes, heart or muscles. */
  notEeg: string[];
  sfreq: number;
}

export function sourceOf(entry: RecordingEntry): Source {
  const { key, content, recording, isSimulated, annotationsOfFile } = entry;
  const main = recording.info.mainChannels.map((index) => recording.channels[index]!);
  const voltages = main.filter((one) => one.isVoltage && !one.isTrigger);
  return {
    key,
    name: recording.name,
    isSimulated,
    content,
    durationS: recording.durationS,
    segments: recording.segments,
    annotations: recording.annotations,
    isCorrected: annotationsOfFile !== null,
    chNames: voltages.map(({ name }) => name),
    notEeg: voltages.filter((one) => !isOfBrain(one)).map(({ name }) => name),
    sfreq: main[0]?.sfreq ?? 0,
  };
}
