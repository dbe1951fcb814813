// The header as a whole: format, layout of the records, damage of the file.
import { EegateError } from '../worker/error.js';
import { FieldReader, fieldError, Findings, integerOf, latin1, type Field } from './fields.js';
import { beginningBytes, foreignError } from './foreign.js';
import { readSignals, type EdfSignal } from './signals.js';
import type { Source } from './source.js';
import { checkSubfields, startOf } from './start.js';
import { checkTextDamage } from './text_damage.js';

/** The header of an EDF or BDF file. */
export interface EdfHeader {
  /** Format of the file; +C: continuous, +D: with gaps. */
  format: 'EDF' | 'EDF+C' | 'EDF+D' | 'BDF' | 'BDF+C' | 'BDF+D';
  /** Patient field, which may identify a person. */
  patient: string;
  /** Recording field, which may identify a person. */
  recordingField: string;
  /** Start by the header, as ISO 8601 local time; empty if unknown. Clocks of records, by which the first sample may be later, are not read. */
  startedAt: string;
  /** Size of the header in bytes. */
  headerBytes: number;
  /** Size of the file in bytes. */
  fileBytes: number;
  /** Number of complete data records in the file. */
  nRecords: number;
  /** Number of data records by the header; -1 if unknown. */
  declaredRecords: number;
  /** Seconds of a data record. */
  recordDurationS: number;
  /** Bytes of a data record. */
  recordBytes: number;
  /** Seconds of samples, without gaps. */
  durationS: number;
  /** All signals, including those of annotations. */
  signals: EdfSignal[];
  /** Codes of repairs (docs/FORMATS.md). */
  warnings: string[];
}

const mebibyte = 2 ** 20;
const maxDurationS = 2e9;
const maxSignals = 4096;

export async function readHeader(source: Source): Promise<EdfHeader> {
  const findings = new Findings();
  await checkBeginning(source);
  const fields = fixedFields(await source.read(0, 256), findings);
  const isBdf = fields.version.raw[0] === '\xff';
  if (!isBdf && fields.reserved.raw.startsWith('24BIT'))
    findings.refuse(
      fieldError(
        fields.version,
        'EDF_BAD_VERSION',
        'The header announces 24-bit samples but begins like EDF',
        '"\\xFF" "BIOSEMI"',
      ),
    );
  const mark = fields.reserved.raw.slice(0, 5);
  let suffix = mark === (isBdf ? 'BDF+C' : 'EDF+C') ? '+C' : '';
  if (mark === (isBdf ? 'BDF+D' : 'EDF+D')) suffix = '+D';
  const isPlus = suffix !== '';
  const startedAt = startOf(fields.date, fields.time, fields.recording, isPlus, findings);
  if (isPlus) checkSubfields(fields.patient, fields.recording, findings);
  const nSignals = countOfSignals(fields, findings);
  if (findings.refused) throw findings.refused;
  const headerBytes = 256 * (nSignals + 1);
  if (headerBytes > source.size) throw truncated(source.size, headerBytes);

  const bytes = await source.read(256, headerBytes - 256);
  const signals = readSignals(bytes, nSignals, { isBdf, isPlus }, findings);
  const hasAnnotations = signals.some(({ kind }) => kind === 'annotations');
  if (isPlus && !hasAnnotations) {
    findings.repair('EDF_NO_ANNOTATIONS');
    suffix = '';
  } else if (!isPlus && hasAnnotations) findings.repair('EDF_ANNOT_IN_PLAIN');
  const header: EdfHeader = {
    format: `${isBdf ? 'BDF' : 'EDF'}${suffix}` as EdfHeader['format'],
    patient: fields.patient.text,
    recordingField: fields.recording.text,
    startedAt,
    headerBytes,
    fileBytes: source.size,
    nRecords: 0,
    declaredRecords: integerOf(fields.nRecords) ?? -1,
    recordDurationS: 0,
    recordBytes: 0,
    durationS: 0,
    signals,
    warnings: [],
  };
  if (!findings.refused) layOut(fields, header, findings);
  if (findings.refused) throw findings.refused;
  await checkTextDamage(source, header, findings);
  return { ...header, warnings: [...findings.codes].sort() };
}

async function checkBeginning(source: Source): Promise<void> {
  const beginning = await source.read(0, Math.min(source.size, beginningBytes));
  const version = latin1(beginning.subarray(0, 8));
  const isKnown = version === '\xffBIOSEMI' || /^0[ \0]{7}$/.test(version);
  if (!isKnown) {
    const foreign = foreignError(beginning);
    if (foreign && beginning[0] !== 0x30) throw foreign;
  }
  if (beginning.length < 256) throw truncated(source.size, 256);
  if (isKnown) return;
  throw new EegateError({
    code: 'EDF_BAD_VERSION',
    message: 'The file does not begin like an EDF or BDF recording',
    field: 'version',
    place: 'byte 0',
    found: JSON.stringify(version),
    expected: '"0       " (EDF) or "\\xFF" "BIOSEMI" (BDF)',
    hint: 'Open a recording in EDF, EDF+, BDF or BDF+ format',
  });
}

function truncated(found: number, needed: number): EegateError {
  return new EegateError({
    code: 'EDF_TRUNCATED_HEADER',
    message: 'The file ends inside its header',
    field: 'header',
    place: `byte ${found}`,
    found: `${found} bytes`,
    expected: `at least ${needed} bytes`,
    hint: 'Copy or download the file again',
  });
}

function fixedFields(bytes: Uint8Array, findings: Findings) {
  const version = new FieldReader(bytes, 0, new Findings()).text('version', 8); // BDF's begins with 0xFF
  const reader = new FieldReader(bytes.subarray(8), 8, findings);
  return {
    version,
    patient: reader.text('patient', 80),
    recording: reader.text('recording', 80),
    date: reader.text('start date', 8),
    time: reader.text('start time', 8),
    headerBytes: reader.number('bytes in header', 8),
    reserved: reader.text('reserved', 44),
    nRecords: reader.number('number of data records', 8),
    duration: reader.number('duration of a data record', 8),
    nSignals: reader.number('number of signals', 4),
  };
}
type FixedFields = ReturnType<typeof fixedFields>;

function countOfSignals({ nSignals, headerBytes }: FixedFields, findings: Findings): number {
  const n = integerOf(nSignals);
  if (n === null || n < 1 || n > maxSignals) {
    const message = 'The number of signals cannot be used';
    findings.refuse(fieldError(nSignals, 'EDF_BAD_NS', message, `1 to ${maxSignals}`));
    return 0;
  }
  if (integerOf(headerBytes) !== 256 * (n + 1)) findings.repair('EDF_HEADER_SIZE');
  return n;
}

/** How long a record lasts, where its signals lie, and how many complete records there are. */
function layOut(fields: FixedFields, header: EdfHeader, findings: Findings): void {
  const { duration } = fields;
  const badDuration = (message: string, expected: string) =>
    findings.refuse(fieldError(duration, 'EDF_BAD_DURATION', message, expected));
  const seconds = duration.number;
  const hasSamples = header.signals.some((s) => s.kind !== 'annotations' && s.samplesPerRecord > 0);
  if (seconds === null || seconds < 0 || seconds >= maxDurationS)
    return badDuration('The duration of a data record cannot be used', 'a number of seconds');
  if (seconds === 0 && hasSamples)
    return badDuration('A data record lasts no time', 'more than 0 beside ordinary signals');
  header.recordDurationS = seconds;
  const isBdf = header.format.startsWith('BDF');
  for (const signal of header.signals) {
    signal.recordOffset = header.recordBytes;
    header.recordBytes += signal.samplesPerRecord * (isBdf ? 3 : 2);
    signal.sfreq = seconds > 0 ? signal.samplesPerRecord / seconds : 0;
  }
  const { recordBytes } = header;
  if (recordBytes === 0 || recordBytes > 256 * mebibyte)
    return findings.refuse(
      new EegateError({
        code: recordBytes === 0 ? 'EDF_BAD_NSAMP' : 'EDF_RECORD_TOO_LARGE',
        message: 'A data record has a size that cannot be used',
        field: 'samples per record',
        found: `${recordBytes} bytes`,
      }),
    );
  if (recordBytes > (isBdf ? 15 : 10) * mebibyte) findings.repair('EDF_RECORD_TOO_LARGE');
  countRecords(fields.nRecords, header, findings);
  header.durationS = header.nRecords * seconds;
  if (header.durationS > maxDurationS)
    badDuration('The recording would last for decades', 'a shorter data record');
  for (const signal of header.signals) signal.nSamples = header.nRecords * signal.samplesPerRecord;
}

function countRecords(field: Field, header: EdfHeader, findings: Findings): void {
  const payload = header.fileBytes - header.headerBytes;
  const nComplete = Math.floor(payload / header.recordBytes);
  const rest = payload % header.recordBytes;
  const declared = Math.max(0, header.declaredRecords);
  header.nRecords = declared > 0 ? Math.min(declared, nComplete) : nComplete;
  if (header.nRecords === 0) {
    const code = declared > 0 ? 'EDF_SIZE_MISMATCH' : 'EDF_RECORDS_UNKNOWN';
    const message = 'The file holds no complete data record';
    return findings.refuse(fieldError(field, code, message, 'at least one record'));
  }
  if (declared === 0) findings.repair('EDF_RECORDS_UNKNOWN');
  else if (declared !== nComplete || rest !== 0) findings.repair('EDF_SIZE_MISMATCH');
  if (rest !== 0 && (declared === 0 || declared > nComplete)) findings.repair('EDF_PARTIAL_RECORD');
}
