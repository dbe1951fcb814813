// Epochs of the engine without a core.
import type { EpochsInfo } from '../worker/protocol.js';
import { FakeSleep } from './fake_sleep.test-support.js';

export class FakeEpochs extends FakeSleep {
  /** Preparations that are open. */
  readonly preparations = new Set<number>();
  /** Three epochs of 2 s of all channels. */
  openEpochs(id: number): EpochsInfo {
    this.preparations.add(id);
    const epochs = ['left', 'right', ''].map((label, i) => ({
      onsetS: 2 * i,
      durationS: 2,
      label,
    }));
    const leftOut = [{ reason: 'gap', count: 1 }];
    const chNames = ['Fz', 'Cz', 'Oz'];
    return { chNames, sfreq: 10, nTimes: 20, epochs, leftOut, warnings: [] };
  }
  advanceEpochs(): number {
    return 1;
  }
  /** Every value of epoch i is i. */
  readEpochs(id: number, first: number, count: number): Float32Array {
    if (!this.preparations.has(id)) throw new Error('not open');
    return Float32Array.from({ length: count * 60 }, (_, i) => first + Math.floor(i / 60));
  }
  closeEpochs(id: number): void {
    this.preparations.delete(id);
  }
}
