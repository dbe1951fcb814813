// The header of each signal: unit, ranges, number of samples in a record.
import { FieldReader, fieldError, integerOf, type Field, type Findings } from './fields.js';

/** One signal, as the header describes it. */
export interface EdfSignal {
  /** Label as written in the file. */
  label: string;
  /** Transducer as written in the file. */
  transducer: string;
  /** Unit as written in the file. */
  unit: string;
  /** Prefiltering as written in the file. */
  prefiltering: string;
  /** Smallest value in `unit`. */
  physicalMin: number;
  /** Largest value in `unit`. */
  physicalMax: number;
  /** Digital value of `physicalMin`. */
  digitalMin: number;
  /** Digital value of `physicalMax`. */
  digitalMax: number;
  /** Sampling rate in hertz. */
  sfreq: number;
  /** Number of samples in the file. */
  nSamples: number;
  /** Number of samples in a data record. */
  samplesPerRecord: number;
  /** "annotations": text; "status": trigger words of a BDF file, which are not scaled; "ordinary": all others. */
  kind: 'ordinary' | 'annotations' | 'status';
  /** False for texts, trigger words, and where a range of the header is not usable: samples are digital values. */
  calibrated: boolean;
  /** Microvolts per unit; null if the unit is not a known voltage. */
  microvolts: number | null;
  /** Offset in a data record, in bytes. */
  recordOffset: number;
}

const largestPhysical = 1e20;
const largestDigital = 2 ** 40;
const units: Record<string, number> = {
  ...{ uV: 1, UV: 1, uv: 1, '\u00b5V': 1, '\u03bcV': 1 },
  ...{ mV: 1e3, V: 1e6, nV: 1e-3 },
};

const columns = [
  ...(['label', 'transducer', 'dimension'] as const),
  ...(['physicalMin', 'physicalMax', 'digitalMin', 'digitalMax'] as const),
  ...(['prefiltering', 'samples', 'reserved'] as const),
] as const;
type Fields = Record<(typeof columns)[number], Field>;
const widths = [16, 80, 8, 8, 8, 8, 8, 80, 8, 32];
const isNumber = (column: string) => /Min|Max|samples/.test(column);

export interface Kind {
  isBdf: boolean;
  isPlus: boolean;
}

/** Signal headers are stored field by field: all labels, then all transducers, and so on. */
export function readSignals(bytes: Uint8Array, n: number, kind: Kind, findings: Findings) {
  const reader = new FieldReader(bytes, 256, findings);
  const all = Array.from({ length: n }, () => ({}) as Fields);
  columns.forEach((column, k) => {
    all.forEach((fields, i) => {
      const name = `${column} of signal ${i + 1}`;
      const width = widths[k]!;
      fields[column] = isNumber(column) ? reader.number(name, width) : reader.text(name, width);
    });
  });
  return all.map((fields) => judged(fields, kind, findings));
}

function judged(f: Fields, kind: Kind, findings: Findings): EdfSignal {
  const label = f.label.text;
  const signal: EdfSignal = {
    label,
    transducer: f.transducer.text,
    unit: f.dimension.text,
    prefiltering: f.prefiltering.text,
    physicalMin: f.physicalMin.number ?? 0,
    physicalMax: f.physicalMax.number ?? 0,
    digitalMin: 0,
    digitalMax: 0,
    sfreq: 0,
    nSamples: 0,
    samplesPerRecord: 0,
    kind: kindOf(label, kind.isBdf),
    calibrated: kindOf(label, kind.isBdf) === 'ordinary',
    microvolts: null,
    recordOffset: 0,
  };
  if (signal.kind === 'annotations') checkAnnotations(f, kind, findings);
  else {
    if (signal.kind === 'ordinary') {
      signal.microvolts = Object.hasOwn(units, signal.unit) ? units[signal.unit]! : null;
      if (signal.microvolts === null) findings.repair('EDF_UNIT_UNKNOWN');
    }
    judgePhysical(f, signal, findings);
    judgeDigital(f, kind.isBdf, signal, findings);
  }
  judgeCount(f, signal, findings);
  return signal;
}

function kindOf(label: string, isBdf: boolean): EdfSignal['kind'] {
  if (label === (isBdf ? 'BDF Annotations' : 'EDF Annotations')) return 'annotations';
  return isBdf && label.toLowerCase() === 'status' ? 'status' : 'ordinary';
}

function judgePhysical(f: Fields, signal: EdfSignal, findings: Findings): void {
  const isUsable = ({ number }: Field) => number !== null && Math.abs(number) <= largestPhysical;
  const isRange = signal.physicalMin !== signal.physicalMax;
  if (isUsable(f.physicalMin) && isUsable(f.physicalMax) && isRange) return;
  findings.repair('EDF_PHYS_RANGE');
  signal.calibrated = false;
}

function judgeDigital(f: Fields, isBdf: boolean, signal: EdfSignal, findings: Findings): void {
  const [lowest, highest] = isBdf ? [-8388608, 8388607] : [-32768, 32767];
  const limit = (field: Field) => {
    const value = integerOf(field);
    if (value === null || value < lowest! || value > highest!) findings.repair('EDF_DIG_RANGE');
    if (value === null) signal.calibrated = false;
    return Math.min(Math.max(value ?? 0, -largestDigital), largestDigital);
  };
  signal.digitalMin = limit(f.digitalMin);
  signal.digitalMax = limit(f.digitalMax);
  if (signal.digitalMin >= signal.digitalMax) findings.repair('EDF_DIG_RANGE');
  if (signal.digitalMin === signal.digitalMax) signal.calibrated = false;
}

function checkAnnotations(f: Fields, { isBdf, isPlus }: Kind, findings: Findings): void {
  if (!isPlus) return;
  const lowest = isBdf ? -8388608 : -32768;
  const isFull = integerOf(f.digitalMin) === lowest && integerOf(f.digitalMax) === -lowest - 1;
  const [low, high] = [f.physicalMin.number, f.physicalMax.number];
  const isRange = low !== null && high !== null && low !== high;
  const isBlank = f.transducer.text === '' && f.prefiltering.text === '';
  if (!isFull || !isRange || !isBlank) findings.repair('EDF_ANNOT_FIELDS');
}

function judgeCount(f: Fields, signal: EdfSignal, findings: Findings): void {
  const count = integerOf(f.samples);
  if (count !== null && count >= 1) {
    signal.samplesPerRecord = count;
    return;
  }
  // A signal that is no EEG can be left out; its place in the record is empty.
  if (signal.microvolts === null || signal.kind !== 'ordinary') findings.repair('EDF_BAD_NSAMP');
  else
    findings.refuse(
      fieldError(f.samples, 'EDF_BAD_NSAMP', 'A signal has no samples', 'at least 1'),
    );
}
