import { expect, it } from 'vitest';
import { allResultsCsv, type RecordingResult } from './all_results.js';

const result = (name: string, nRight: number | null): RecordingResult => ({
  ...{ name, person: '1', durationS: 60.00001, model: nRight === null ? null : 'm, "x"' },
  ...{ calibration: '', nWindows: nRight === null ? 0 : 12 },
  right: nRight === null ? null : { nRight, n: 10 },
});

it('is a row for each recording, and one for all of which it is known', () => {
  const rows = [result('a.edf', 9), result('=b.edf', 5), result('c.edf', null)];
  const lines = allResultsCsv(rows, { nRight: 14, n: 20 }).split('\r\n');
  expect(lines).toEqual([
    'recording,person,duration_s,model,calibration,windows,compared,right,accuracy,low_95,high_95',
    'a.edf,1,60,"m, ""x""",,12,10,9,0.9,0.5958,0.9821',
    '\'=b.edf,1,60,"m, ""x""",,12,10,5,0.5,0.2366,0.7634',
    'c.edf,1,60,,,,,,,,',
    'all_recordings,,120,"m, ""x""",,24,20,14,0.7,0.481,0.8545',
    '',
  ]);
  expect(allResultsCsv(rows, null)).not.toContain('all_recordings');
});
