// Annotations that somebody makes or corrects.
import type { Annotation } from '../api/index.js';

/** With one more, in order. What of the others `isReplaced` is cut away where the new one lies. */
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

/** As `mne.read_annotations` reads it: seconds after the first sample. */
export function annotationsCsv(annotations: readonly Annotation[]): string {
  const rows = annotations.map(({ onsetS, durationS, text }) =>
    [rounded(onsetS), rounded(durationS), cell(text)].join(),
  );
  return ['onset,duration,description', ...rows, ''].join('\r\n');
}

const rounded = (seconds: number) => String(Number(seconds.toFixed(6)));

/** RFC 4180, without control characters; what a spreadsheet would take for a formula begins with an apostrophe. */
function cell(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f]/g, ' ');
  const safe = /^[=+\-@]/.test(plain) && Number.isNaN(Number(plain)) ? `'${plain}` : plain;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
