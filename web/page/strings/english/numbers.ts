// Numbers and plurals as English writes them. Every other file of this folder formats with these.
import { numbersIn } from '../number_formats.js';

export const {
  number,
  fixed,
  atMost,
  significant,
  percent,
  percents,
  finePercent,
  weight,
  hertz,
  seconds,
  bytes,
  plural,
  counted,
  length,
} = numbersIn({ point: '.', group: ',', bytesName: 'bytes' });
