// Separates warnings about data (samples, units, times) from warnings about the file format. Those about data come first.
import type { Warning } from '../api/index.js';

/** Repairs that change, drop or assume samples, units, channels or times. */
const aboutData = new Set([
  'BDF_EXTENSION',
  'EDF_BAD_DURATION',
  'EDF_BAD_NSAMP',
  'EDF_CLOCK',
  'EDF_DIG_RANGE',
  'EDF_DISCONTINUOUS',
  'EDF_DUPLICATE_LABEL',
  'EDF_LINE_ENDS',
  'EDF_OUT_OF_RANGE',
  'EDF_PARTIAL_RECORD',
  'EDF_PHYS_RANGE',
  'EDF_RECORDS_UNKNOWN',
  'EDF_SIZE_MISMATCH',
  'EDF_TAL_SYNTAX',
  'EDF_TAL_UNTERMINATED',
  'EDF_TOO_MANY_ANNOTATIONS',
  'EDF_UNIT_UNKNOWN',
]);
/** The same of other formats, by the endings of their codes. */
const ofOtherFormats =
  /^(?!EDF_|BDF_).*_(GAP|DISCONTINUOUS|LOST|RAILED|UNIT|UNIT_UNKNOWN|RATE|RATE_UNKNOWN|RANGE|NOT_FINITE|TRUNCATED|SIZE_MISMATCH|PARTIAL_FRAME|WIDTH|CALIBRATION|RESOLUTION|BLOCK_LAYOUT|CLOCK|BAD_CHANNELS|DUPLICATE_LABEL|ROW|CHECKSUM|CHUNK)$/;
const isAboutData = (code: string) => aboutData.has(code) || ofOtherFormats.test(code);

export function bySeverity(warnings: readonly Warning[]): {
  serious: Warning[];
  formal: Warning[];
} {
  return {
    serious: warnings.filter(({ code }) => isAboutData(code)),
    formal: warnings.filter(({ code }) => !isAboutData(code)),
  };
}
