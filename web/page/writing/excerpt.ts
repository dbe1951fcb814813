// Saves a part of a recording as a new EDF+ file with samples, channel names and, if wanted, annotations;
// nothing of its header is copied: neither name nor date.
import type { Annotation, EegateError, Recording } from '../../api/index.js';
import { annotationList, edfHeader, highest, lowest, recordTime } from '../../truth/edf_text.js';
import { overlaps } from '../annotations_in_view.js';
import { strings } from '../strings/index.js';
import { PageError } from '../page_error.js';

interface Excerpt {
  labels: string[];
  sfreq: number;
  /** Microvolts. */
  data: Float32Array[];
  /** Times count from the beginning of the excerpt; what began before it has a negative one. */
  annotations: readonly Annotation[];
}

/** In a lesson's file it takes a third more: base64. */
const maxBytes = 30e6;
const recordSeconds = [1, 2, 4, 5, 8, 10, 0.5, 0.25, 0.2, 0.1, 16, 20, 25, 32, 50, 64, 100];

/** Of the channels with the most common rate. */
export async function excerptOf(
  recording: Recording,
  startS: number,
  durationS: number,
  withAnnotations: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const channels = recording.info.mainChannels;
  const [first] = channels.map((index) => recording.channels[index]!);
  const bytes = 2 * channels.length * (first?.sfreq ?? 0) * durationS;
  if (bytes > maxBytes) throw refused('LESSON_EXCERPT_LONG', strings.numbers.bytes(bytes));
  const {
    data,
    sfreq,
    startS: begin,
  } = await recording.readWindow({ channels, startS, durationS });
  if (data.some((samples) => samples.some(Number.isNaN)))
    throw refused('LESSON_EXCERPT_GAP', strings.numbers.length(durationS));
  const endS = begin + durationS;
  const annotations = withAnnotations
    ? recording.annotations
        .filter((one) => overlaps(one, begin, endS))
        .map((one) => ({ ...one, onsetS: one.onsetS - begin }))
    : [];
  const labels = channels.map((index) => recording.channels[index]!.label);
  return edfOf({ labels, sfreq, data, annotations });
}

const errorTexts = strings.writing.errors;

function refused(code: keyof typeof errorTexts, found: string): EegateError {
  const { message, expected } = errorTexts[code];
  return new PageError({ code, message, found, expected });
}

/** What does not fill a data record at the end is left out. */
export function edfOf({ labels, sfreq, data, annotations }: Excerpt): Uint8Array<ArrayBuffer> {
  const recordS = recordSeconds.find((s) => Math.abs(s * sfreq - Math.round(s * sfreq)) < 1e-6);
  const perRecord = Math.round((recordS ?? 0) * sfreq);
  const nRecords = Math.floor((data[0]?.length ?? 0) / (perRecord || Infinity));
  if (!recordS || !nRecords)
    throw refused('LESSON_EXCERPT_SHORT', strings.numbers.length((data[0]?.length ?? 0) / sfreq));
  const texts = annotationRecords(annotations, nRecords, recordS);
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
  const textBytes = 2 * Math.ceil(longest / 2);
  const ranges = data.map(rangeOf);
  const head = edfHeader(labels, ranges, perRecord, nRecords, recordS, textBytes);
  const recordBytes = 2 * perRecord * data.length + textBytes;
  const out = new Uint8Array(head.length + nRecords * recordBytes);
  out.set(head);
  const view = new DataView(out.buffer);
  for (let record = 0; record < nRecords; record++) {
    let at = head.length + record * recordBytes;
    data.forEach((samples, row) => {
      const { low, high } = ranges[row]!;
      const perUv = (highest - lowest) / (Number(high) - Number(low));
      for (let i = 0; i < perRecord; i++, at += 2) {
        const digital = lowest + (samples[record * perRecord + i]! - Number(low)) * perUv;
        view.setInt16(at, Math.min(highest, Math.max(lowest, Math.round(digital))), true);
      }
    });
    out.set(texts[record]!, at);
  }
  return out;
}

/** The range of a signal in eight letters each, rounded outwards. */
function rangeOf(samples: Float32Array): { low: string; high: string } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of samples) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(high - low > 0.01)) [low, high] = [low - 0.5, high + 0.5];
  return { low: inEight(low, Math.floor), high: inEight(high, Math.ceil) };
}

function inEight(value: number, round: (value: number) => number): string {
  for (let digits = 4; digits > 0; digits--) {
    const text = (round(value * 10 ** digits) / 10 ** digits).toFixed(digits);
    if (text.length <= 8) return text;
  }
  return String(round(value));
}

/** Of each data record: its time, then the annotations that begin in it, or before the first one. */
function annotationRecords(annotations: readonly Annotation[], nRecords: number, recordS: number) {
  const encoder = new TextEncoder();
  const records = Array.from({ length: nRecords }, (_, i) => recordTime(i * recordS));
  for (const one of annotations) {
    const record = Math.max(0, Math.floor(one.onsetS / recordS));
    if (record in records) records[record] += annotationList(one);
  }
  return records.map((record) => encoder.encode(record));
}
