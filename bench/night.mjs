// A recording as long as one likes, for measurements: an EDF file of noise and a rhythm.
import { closeSync, openSync, writeSync } from 'node:fs';

/** Noise and a rhythm, the same ten seconds again and again: what is drawn is as dense as EEG. */
export function writeNight(path, { hours, nChans = 64, sfreq = 256 }) {
  const nRecords = hours * 3600;
  const pad = (text, width) => String(text).padEnd(width).slice(0, width);
  const names =
    'Fc5 Fc3 Fc1 Fcz Fc2 Fc4 Fc6 C5 C3 C1 Cz C2 C4 C6 Cp5 Cp3 Cp1 Cpz Cp2 Cp4 Cp6 Fp1 Fpz Fp2 Af7 Af3 Afz Af4 Af8 F7 F5 F3 F1 Fz F2 F4 F6 F8 Ft7 Ft8 T7 T8 T9 T10 Tp7 Tp8 P7 P5 P3 P1 Pz P2 P4 P6 P8 Po7 Po3 Poz Po4 Po8 O1 Oz O2 Iz'
      .split(' ')
      .slice(0, nChans);
  const each = (text, width) => names.map((name) => pad(text ?? name, width)).join('');
  const header = [
    pad('0', 8),
    pad('X X X X', 80),
    pad('Startdate 01-JAN-2020 X X X', 80),
    '01.01.2012.00.00',
    pad(256 * (nChans + 1), 8),
    pad('', 44),
    pad(nRecords, 8),
    pad('1', 8),
    pad(nChans, 4),
    each(undefined, 16),
    each('', 80),
    each('uV', 8),
    each('-32768', 8),
    each('32767', 8),
    each('-32768', 8),
    each('32767', 8),
    each('', 80),
    each(sfreq, 8),
    each('', 32),
  ].join('');
  const block = Buffer.alloc(10 * nChans * sfreq * 2);
  let [at, seed] = [0, 1];
  for (let record = 0; record < 10; record++)
    for (let c = 0; c < nChans; c++)
      for (let i = 0; i < sfreq; i++) {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        const rhythm = 25 * Math.sin((2 * Math.PI * 10 * (record * sfreq + i)) / sfreq + c);
        at = block.writeInt16LE(Math.round((seed / 2 ** 31 - 0.5) * 50 + rhythm), at);
      }
  const file = openSync(path, 'w');
  writeSync(file, Buffer.from(header, 'latin1'));
  for (let i = 0; i < nRecords / 10; i++) writeSync(file, block);
  closeSync(file);
}
