import { describe, expect, it } from 'vitest';
import { readView } from '../../lessons/link.js';
import { readFragment } from '../address.js';
import { initialState, type RecordingEntry, type State } from '../state.js';
import { viewOf } from './views.js';

function stateWith(isSimulated: boolean): State {
  const view = {
    startS: 26,
    spanS: 10,
    uvPerMm: 10,
    firstRow: 0,
    nRows: 16,
    picked: ['O1', 'EEG (left)'],
    hidden: [],
    bad: ['T7'],
    reference: 'average',
    filtering: 'none',
  };
  const file = { name: 'simulated-eeg.edf' };
  const entry = { key: 1, isSimulated, file, view, run: null } as unknown as RecordingEntry;
  const urlSettings = { learn: 'writing', lesson: 'alpha.2', lang: 'de' };
  return {
    ...initialState(),
    workspace: 'learn',
    recordings: [entry],
    recordingKey: 1,
    urlSettings,
  };
}

describe('a view for a lesson', () => {
  it('is what the traces show now, in the place that is chosen', () => {
    const view = viewOf(stateWith(true), 'explain');
    expect(view).toBe(
      'sample&p=explain&t=26&span=10&gain=10&rows=16&ch=O1,EEG%20%28left%29&bad=T7&ref=average',
    );
    const { fragment, wantsSample, place } = readView(view);
    expect([wantsSample, place]).toEqual([true, 'explain']);
    expect(readFragment(fragment).view).toMatchObject({ startS: 26, picked: ['O1', 'EEG (left)'] });
  });

  it('names no recording but the sample', () => {
    expect(viewOf(stateWith(false), 'signals')).toMatch(/^p=signals&t=26/);
    expect(viewOf(initialState(), 'signals')).toBe('sample&p=signals');
  });

  it('is a place alone where there are no traces', () => {
    expect(viewOf(stateWith(true), 'train')).toBe('train');
  });
});
