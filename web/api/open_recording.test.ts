import { describe, expect, it } from 'vitest';
import { EegateError } from '../worker/error.js';
import { fakePool } from './fake_pool.test-support.js';
import { openRecording } from './open_recording.js';

describe('a file of samples alone', () => {
  const hintFor = async (code: 'EDF_BAD_VERSION' | 'IO_READ', name: string) => {
    const { pool, engines, nextId } = fakePool(1);
    await pool.start();
    Object.assign(engines[0]!, {
      openRecording: () => {
        throw new EegateError({ code, message: 'none', hint: 'as it was' });
      },
    });
    return openRecording(pool, nextId, new Uint8Array(10), { name }).then(
      () => '',
      (thrown: unknown) => (thrown as EegateError).hint,
    );
  };

  it('names the header that is meant', async () => {
    expect(await hintFor('EDF_BAD_VERSION', 'night.1.EEG')).toMatch(/ night\.1\.vhdr$/);
    expect(await hintFor('EDF_BAD_VERSION', 'a.dat')).toMatch(/ a\.vhdr$/);
    expect(await hintFor('EDF_BAD_VERSION', 'a.fdt')).toMatch(/ a\.set$/);
    for (const name of ['a.edf', 'eeg', '.eeg', 'recording'])
      expect(await hintFor('EDF_BAD_VERSION', name)).toBe('as it was');
    expect(await hintFor('IO_READ', 'a.eeg')).toBe('as it was');
  });
});
