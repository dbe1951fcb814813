import { describe, expect, it } from 'vitest';
import { readFragment, writeFragment } from './address.js';
import { initialState, type RecordingEntry, type State, type View } from './state.js';

const view: View = {
  startS: 12.3456789,
  spanS: 10,
  uvPerMm: 20,
  firstRow: 8,
  nRows: 16,
  picked: ['C3', 'C 4&x'],
  hidden: ['EOG'],
  bad: ['T7', 'T8'],
  reference: 'at:Cz',
  filtering: 'own',
  highpassHz: 0.5,
  lowpassHz: null,
  notchHz: 50,
};

function opened(change: Partial<State> = {}): State {
  const entry = { key: 1, view, run: { selected: 3 }, recording: { name: 'Jane Doe.edf' } };
  return {
    ...initialState(),
    recordings: [entry as unknown as RecordingEntry],
    recordingKey: 1,
    workspace: 'explain',
    openPlaces: ['inside', 'lessons'],
    tools: ['head'],
    kept: { m: 'ig' },
    ...change,
  };
}

describe('the fragment', () => {
  it('takes the name of a model with or without its ending', () => {
    expect(readFragment('#model=eyes_standard').model).toBe('eyes_standard.safetensors');
    expect(readFragment('#model=eyes8.safetensors').model).toBe('eyes8.safetensors');
  });
  it('gives back the view that was written', () => {
    const read = readFragment(`#${writeFragment(opened())}`);
    expect(read.view).toEqual({ ...view, startS: 12.346 });
    expect(read).toMatchObject({
      place: 'explain',
      open: ['inside', 'lessons'],
      tools: ['head'],
      epoch: 3,
      kept: { m: 'ig' },
    });
  });

  it('holds no name of a file', () => {
    const bytes = new ArrayBuffer(0);
    const mine = { key: 'opened:Jane Doe.safetensors', isBundled: false, bytes };
    const models = [mine] as unknown as State['models'];
    expect(writeFragment(opened({ models, modelKey: mine.key }))).not.toContain('Jane');
  });

  it('is empty at the start', () => expect(writeFragment(initialState())).toBe(''));

  it('leaves out what makes no sense, and takes plain links', () => {
    const { view } = readFragment('#t=-5&span=abc&gain=&rows=0&hp=off&filter=loud&ch=&__proto__=x');
    expect(view).toEqual({ highpassHz: null, picked: null });
    expect(readFragment('#train').place).toBe('train');
    expect(readFragment('').place).toBeUndefined();
  });
});
