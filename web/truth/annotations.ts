// Edits of annotations.
import type { Annotation } from '../api/index.js';

/** Adds one annotation, in order. Those for which `isReplaced` is true are cut where the new one lies. */
export function withAnnotation(
  annotations: readonly Annotation[],
  added: Annotation,
  isReplaced: (text: string) => boolean = () => false,
): Annotation[] {
  const endS = added.onsetS + added.durationS;
  const kept = annotations.flatMap((one) => {
    const oneEndS = one.onsetS + one.durationS;
    const isApart = oneEndS <= added.onsetS || one.onsetS >= endS;
    if (isApart || !isReplaced(one.text)) return [one];
    const before = { ...one, durationS: added.onsetS - one.onsetS };
    const after = { ...one, onsetS: endS, durationS: oneEndS - endS };
    return [before, after].filter(({ durationS }) => durationS > 0);
  });
  return [...kept, added].sort((a, b) => a.onsetS - b.onsetS);
}

/** Those with one text get another. */
export const renamedAnnotations = (
  annotations: readonly Annotation[],
  from: string,
  to: string,
): Annotation[] =>
  annotations.map((one) => (one.text.trim() === from ? { ...one, text: to } : one));

/** Those with one text get a duration, as far as the recording reaches. */
export const lastingAnnotations = (
  annotations: readonly Annotation[],
  lasting: string,
  durationS: number,
  lengthS: number,
): Annotation[] =>
  annotations.map((one) =>
    one.text.trim() === lasting
      ? { ...one, durationS: Math.min(durationS, Math.max(0, lengthS - one.onsetS)) }
      : one,
  );

/** CSV for `mne.read_annotations`: seconds after the first sample. */
export function annotationsCsv(annotations: readonly Annotation[]): string {
  const rows = annotations.map(({ onsetS, durationS, text }) =>
    [secondsText(onsetS), secondsText(durationS), csvCell(text)].join(),
  );
  return ['onset,duration,description', ...rows, ''].join('\r\n');
}

/** Seconds, to the microsecond. */
export const secondsText = (seconds: number): string => String(Number(seconds.toFixed(6)));

/** Control characters, and those that set the direction of text. */
const harmful = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Spreadsheets skip spaces in front, and take a sign of full width for a sign, too. */
const formula = /^ *[=+\-@|\uff1d\uff0b\uff0d\uff20]/;

/** On one line; text that a spreadsheet would read as a formula gets an apostrophe (src/session/output/table_cells.cc). */
function safeText(text: string): string {
  const plain = text.replace(harmful, ' ');
  return formula.test(plain) && Number.isNaN(Number(plain)) ? `'${plain}` : plain;
}

/** Of a tab-separated table, which has no quotes. */
export const tsvCell = (text: string): string => safeText(text).trim() || 'n/a';

/** RFC 4180. */
export function csvCell(text: string): string {
  const safe = safeText(text);
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
