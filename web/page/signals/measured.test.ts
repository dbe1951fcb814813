import { describe, expect, it } from 'vitest';
import type { RecordingEntry, State } from '../state.js';
import { cursorText, hasVoltage, measuredText } from './measured.js';

const channel = (name: string, isVoltage: boolean, unit: string) => ({
  ...{ name, isVoltage, unit, isTrigger: false, sfreq: 100 },
});
const recording = {
  channels: [
    channel('Cz', true, 'uV'),
    channel('Temp rectal', false, 'degC'),
    channel('X', false, ''),
  ],
  info: { mainChannels: [0] },
};
const view = {
  uvPerMm: 10,
  firstRow: 0,
  nRows: 16,
  picked: null,
  hidden: [],
  bad: [],
  reference: 'recorded',
};
const entry = { recording, view } as unknown as Pick<RecordingEntry, 'recording' | 'view'>;
/** Spaces that do not break are spaces here. */
const text = (fromY: number | null, toY: number | null) =>
  measuredText(
    { measured: { fromS: 1, toS: 1.5, fromY, toY }, pxPerMm: 4 } as Pick<
      State,
      'measured' | 'pxPerMm'
    >,
    entry,
    300,
    { scaleOf: (name) => (name === 'X' ? 50 : 20) },
  ).replace(/[\u00a0\u202f]/g, ' ');

describe('what is under the cursor', () => {
  const at = (value: number | null) => {
    const rows = Array.from({ length: 10 }, (_, i) => channel(`C${i}`, true, 'uV'));
    const many = { recording: { ...recording, channels: rows, info: { mainChannels: [0] } } };
    const shown = { ...many, view: { ...view, startS: 0, spanS: 10 } } as unknown as RecordingEntry;
    const tiles = { scaleOf: () => 1, valueAt: () => value };
    return cursorText(
      { cursorS: 2, measured: null, urlSettings: {} } as unknown as State,
      shown,
      300,
      tiles,
    );
  };
  it('is time alone where there are no values', () => {
    expect(at(null)).toBe('At 0:02.00');
    expect(at(5)).toMatch(/^At 0:02.00: C0 .*, and 2 more$/);
  });
});

describe('what is measured', () => {
  it('has the unit and the scale of the row in which it began', () => {
    expect(text(60, 100)).toBe('0.50 s (2.0 Hz), 100 µV');
    expect(text(140, 160)).toBe('0.50 s (2.0 Hz), 1 degC');
    expect(text(240, 250)).toBe('0.50 s (2.0 Hz), 0.2');
  });
  it('is time alone by keys', () => expect(text(null, null)).toBe('0.50 s (2.0 Hz)'));
  it('has no calibration bar without a voltage', () => {
    const { channels } = entry.recording;
    expect(hasVoltage({ channels }, [{ index: 1 }, { index: 2 }])).toBe(false);
    expect(hasVoltage({ channels }, [{ index: 1 }, { index: 0 }])).toBe(true);
  });
});
