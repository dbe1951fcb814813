// Detects a binary file that was transferred or stored as text: the header is text and survives, but after the first change every sample
// is shifted or lost. The rules are those of the core.
import { EegateError } from '../worker/error.js';
import type { Findings } from './fields.js';
import type { EdfHeader } from './header.js';
import type { Source } from './source.js';

const windowBytes = 2 ** 16;
const nWindows = 4;
const minLineFeeds = 16; // samples look like this by chance once in 256^16 files

export async function checkTextDamage(
  source: Source,
  header: EdfHeader,
  findings: Findings,
): Promise<void> {
  const payload = header.fileBytes - header.headerBytes;
  const length = Math.min(payload, windowBytes);
  const last = payload - length;
  const traces = { nBytes: 0, nLineFeeds: 0, nReplaced: 0, nPairs: [0, 0] };
  for (let i = 0; i < nWindows; i++) {
    const offset = header.headerBytes + Math.floor(last / (nWindows - 1)) * i;
    count(await source.read(offset, length), traces);
    if (last === 0) break;
  }
  const [even, odd] = traces.nPairs as [number, number];
  const isEveryPair =
    even + odd === traces.nLineFeeds &&
    traces.nLineFeeds >= minLineFeeds &&
    Math.min(even, odd) >= minLineFeeds / 4;
  if (traces.nReplaced >= minLineFeeds && traces.nReplaced * 60 > traces.nBytes)
    throw damaged(header, 'UTF-8 replacement characters in place of samples');
  const isRightSize =
    header.fileBytes === header.headerBytes + header.nRecords * header.recordBytes &&
    header.declaredRecords === header.nRecords;
  if (isEveryPair && isRightSize) findings.repair('EDF_LINE_ENDS');
  else if (isEveryPair) throw damaged(header, 'a carriage return before every line feed');
  else if (await driftsApart(source, header))
    throw damaged(header, 'records that drift away from where the header puts them');
}

function count(
  bytes: Uint8Array,
  traces: { nBytes: number; nLineFeeds: number; nReplaced: number; nPairs: number[] },
): void {
  traces.nBytes += bytes.length;
  for (let i = 2; i < bytes.length; i++) {
    if (bytes[i] === 0x0a) {
      traces.nLineFeeds++;
      if (bytes[i - 1] === 0x0d) traces.nPairs[i % 2]!++;
    }
    if (bytes[i] === 0xbd && bytes[i - 1] === 0xbf && bytes[i - 2] === 0xef) traces.nReplaced++;
  }
}

/** In a file of the wrong size: the annotations of the first record are where the header says, those of the last are not. */
async function driftsApart(source: Source, header: EdfHeader): Promise<boolean> {
  const { declaredRecords, headerBytes, recordBytes, nRecords } = header;
  if (!header.format.includes('+') || nRecords < 2 || declaredRecords <= 0) return false;
  if (headerBytes + declaredRecords * recordBytes === header.fileBytes) return false;
  const signal = header.signals.find((s) => s.kind === 'annotations' && s.samplesPerRecord > 0);
  if (!signal) return false;
  const beginsWithOnset = async (record: number) => {
    const offset = headerBytes + record * recordBytes + signal.recordOffset;
    const [sign, digit] = await source.read(offset, 2);
    return (sign === 0x2b || sign === 0x2d) && digit! >= 0x30 && digit! <= 0x39;
  };
  return (await beginsWithOnset(0)) && !(await beginsWithOnset(nRecords - 1));
}

function damaged(header: EdfHeader, found: string): EegateError {
  return new EegateError({
    code: 'EDF_LINE_ENDS',
    message:
      'The samples were damaged by a transfer in text mode: the header is intact, the data are not',
    field: 'data records',
    place: `byte ${header.headerBytes}`,
    found,
    expected: 'binary samples',
    hint: 'Get the original file again in binary mode (ftp "binary", git "*.edf binary")',
  });
}
