// Missing end of a truncated recording: its header states more data records than the file contains.
import type { Recording } from '../api/index.js';
import type { Span } from '../plot/trace_marks.js';
import { gapsOf } from './gaps.js';
import { strings } from './strings/index.js';

type Length = Pick<Recording, 'durationS' | 'segments'>;

/** Of EDF and BDF: number and duration of data records. */
const fields = { from: 236, to: 252 };

/** Seconds that the header announces; null where it does not know. `fields` are its bytes 236 to 251. */
export function announcedS(fields: string): number | null {
  const [nRecords, recordS] = [Number(fields.slice(0, 8)), Number(fields.slice(8, 16))];
  return nRecords > 0 && recordS > 0 ? nRecords * recordS : null;
}

/** Seconds that are missing at the end; 0 for a file that is whole. */
export function missingAfter({ durationS, segments }: Length, announced: number | null): number {
  const heldS = segments.length
    ? segments.reduce((sum, segment) => sum + segment.durationS, 0)
    : durationS;
  const missing = (announced ?? 0) - heldS;
  return missing > 0.001 ? missing : 0;
}

export async function missingIn(file: Blob, recording: Recording): Promise<number> {
  if (!recording.warnings.some(({ code }) => code === 'EDF_SIZE_MISMATCH')) return 0;
  const text = await file.slice(fields.from, fields.to).text();
  return missingAfter(recording, announcedS(text));
}

interface Timeline {
  recording: Length;
  missingS: number;
}

/** The end of the axis of time: with what is missing, which is shown as such. */
export function timelineS({ recording, missingS }: Timeline): number {
  return recording.durationS + missingS;
}

/** Where there are no samples: gaps, and what is missing at the end. */
export function emptySpans({ recording, missingS }: Timeline): readonly Span[] {
  const { segments, durationS } = recording;
  const gaps = gapsOf(segments, durationS);
  if (!missingS) return gaps;
  return [
    ...gaps,
    { onsetS: durationS, durationS: missingS, text: strings.signals.pictures.missing },
  ];
}
