import { describe, expect, it } from 'vitest';
import { problemOf } from './annotation_form.js';
import { pointedSpan, suggestedSpan } from './annotation_span.js';
import { initialState, type RecordingEntry, type State } from './state.js';

const entry = {
  ...{ key: 1, run: null, recording: { durationS: 125 }, view: { startS: 0, spanS: 10 } },
} as unknown as RecordingEntry;
const stateWith = (change: Partial<State>): State => ({
  ...initialState(),
  ...{ recordings: [entry], recordingKey: 1, ...change },
});
const measured = { fromS: 3.78, toS: 1.7, fromY: null, toY: null };

describe('where an annotation is suggested', () => {
  it('is what is measured, the chosen window, or the middle of the view', () => {
    expect(suggestedSpan(stateWith({}), entry)).toEqual({ onsetS: 4.5, durationS: 1 });
    const window = { onsetS: 6, durationS: 2 };
    const run = { predictions: [window], selected: 0 };
    const withRun = { ...entry, run } as unknown as RecordingEntry;
    expect(suggestedSpan(stateWith({}), withRun)).toBe(window);
    expect(suggestedSpan(stateWith({ measured }), withRun).onsetS).toBe(1.7);
    expect(suggestedSpan(stateWith({ measured }), entry).durationS).toBeCloseTo(2.08);
    const outside = { ...measured, fromS: -1, toS: 130 };
    expect(suggestedSpan(stateWith({ measured: outside }), entry)).toEqual({
      onsetS: 0,
      durationS: 125,
    });
  });

  it('is what is measured, or the cursor, where it was asked for at the traces', () => {
    expect(pointedSpan(stateWith({}))).toBeNull();
    expect(pointedSpan(stateWith({ cursorS: 7 }))).toEqual({ onsetS: 7, durationS: 0 });
    expect(pointedSpan(stateWith({ cursorS: 7, measured }))?.onsetS).toBe(1.7);
  });
});

describe('what is wrong with an annotation', () => {
  const problem = (onsetS: number, durationS: number, text = 'x') =>
    problemOf({ onsetS, durationS, text }, 125);

  it('is said of the field', () => {
    expect(problem(1, 2)).toBeNull();
    expect(problem(125, 0)).toBeNull();
    expect(problem(1, 2, '')?.field).toBe('text');
    expect(problem(-3, 1)).toEqual({
      field: 'onset',
      text: 'Enter an onset from 0 to 125\u00a0s.',
    });
    expect(problem(300, 1)?.field).toBe('onset');
    expect(problem(NaN, 1)?.field).toBe('onset');
    expect(problem(1, NaN)).toEqual({
      ...{ field: 'duration', text: 'Enter a duration of 0\u00a0s or more.' },
    });
    expect(problem(1, -2)?.field).toBe('duration');
    expect(problem(120, 999)?.text).toBe(
      'The recording ends at 125\u00a0s: from this onset the duration is at most 5\u00a0s.',
    );
  });
});
