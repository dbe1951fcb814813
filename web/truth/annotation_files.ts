// Annotations as files that other programs read.
import type { Annotation } from '../api/index.js';
import { annotationsCsv, secondsText, tsvCell } from './annotations.js';
import { annotationList, edfHeader, recordTime } from './edf_text.js';
import { savedName } from './file_names.js';

export type AnnotationFormat = 'csv' | 'tsv' | 'edf';

/** Of the format in which results are saved. */
export const annotationFormatOf = (format: string): AnnotationFormat =>
  format === 'tsv' || format === 'edf' ? format : 'csv';

export const annotationFileName = (recording: string, format: AnnotationFormat): string =>
  savedName(recording, 'annotations', format);

/** `startedAt` is the start of the recording, "2009-08-12T16:15:00"; empty if it is not known. */
export function annotationFile(
  annotations: readonly Annotation[],
  format: AnnotationFormat,
  startedAt: string,
): Uint8Array {
  if (format === 'edf') return annotationsEdf(annotations, startedAt);
  const table = format === 'csv' ? annotationsCsv(annotations) : eventsTsv(annotations);
  return new TextEncoder().encode(table);
}

/** Events of BIDS: seconds after the first sample. */
function eventsTsv(annotations: readonly Annotation[]): string {
  const rows = annotations.map(({ onsetS, durationS, text }) =>
    [secondsText(onsetS), secondsText(durationS), tsvCell(text)].join('\t'),
  );
  return [['onset', 'duration', 'trial_type'].join('\t'), ...rows, ''].join('\n');
}

/** EDF+ of annotations alone, one in each record, on the clock of the recording. */
function annotationsEdf(annotations: readonly Annotation[], startedAt: string): Uint8Array {
  const lists = (annotations.length ? annotations.map(annotationList) : ['']).map((list) =>
    new TextEncoder().encode(recordTime(0) + list),
  );
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  const nBytes = 2 * Math.ceil(longest / 2);
  const head = edfHeader([], [], 0, lists.length, 0, nBytes, startedAt);
  const file = new Uint8Array(head.length + nBytes * lists.length);
  file.set(head);
  lists.forEach((list, i) => file.set(list, head.length + nBytes * i));
  return file;
}
