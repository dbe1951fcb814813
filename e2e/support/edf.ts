// Small EDF files, written here so that every byte of them is known.

export interface EdfOptions {
  labels: string[];
  sfreq?: number;
  nRecords?: number;
  /** Digital value of sample i of channel c; the unit is microvolt, one per step. */
  sample?: (c: number, i: number) => number;
}

const padded = (text: string, width: number) => text.padEnd(width).slice(0, width);

export function edfHeader({ labels, sfreq = 160, nRecords = 10 }: EdfOptions): Buffer {
  const n = labels.length;
  const each = (text: string | ((label: string) => string), width: number) =>
    labels.map((label) => padded(typeof text === 'string' ? text : text(label), width)).join('');
  const fixed = [
    padded('0', 8),
    padded('X X X X', 80),
    padded('Startdate 01-JAN-2020 X X X', 80),
    '01.01.20',
    '12.00.00',
    padded(String(256 * (n + 1)), 8),
    padded('', 44),
    padded(String(nRecords), 8),
    padded('1', 8),
    padded(String(n), 4),
  ].join('');
  const signals = [
    each((label) => label, 16),
    each('', 80),
    each('uV', 8),
    each('-32768', 8),
    each('32767', 8),
    each('-32768', 8),
    each('32767', 8),
    each('', 80),
    each(String(sfreq), 8),
    each('', 32),
  ].join('');
  return Buffer.from(fixed + signals, 'latin1');
}

export function edfFile(options: EdfOptions): Buffer {
  const {
    labels,
    sfreq = 160,
    nRecords = 10,
    sample = (c, i) => Math.round(50 * Math.sin((i * (c + 1)) / 9)),
  } = options;
  const data = Buffer.alloc(nRecords * labels.length * sfreq * 2);
  let at = 0;
  for (let record = 0; record < nRecords; record++) {
    for (let c = 0; c < labels.length; c++) {
      for (let i = 0; i < sfreq; i++) at = data.writeInt16LE(sample(c, record * sfreq + i), at);
    }
  }
  return Buffer.concat([edfHeader(options), data]);
}

/** The channels of the 64-channel model, in its order. */
export const labels64 = (
  'Fc5 Fc3 Fc1 Fcz Fc2 Fc4 Fc6 C5 C3 C1 Cz C2 C4 C6 Cp5 Cp3 Cp1 Cpz Cp2 Cp4 Cp6 Fp1 Fpz Fp2 Af7 Af3 Afz Af4 Af8 F7 F5 F3 F1 Fz F2 F4 F6 F8 ' +
  'Ft7 Ft8 T7 T8 T9 T10 Tp7 Tp8 P7 P5 P3 P1 Pz P2 P4 P6 P8 Po7 Po3 Poz Po4 Po8 O1 Oz O2 Iz'
).split(' ');
