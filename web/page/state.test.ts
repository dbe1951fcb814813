import { describe, expect, it } from 'vitest';
import type { Classification, Compatibility } from '../api/index.js';
import { obstacle } from './classify_obstacle.js';
import {
  currentRecording,
  initialState,
  patchRun,
  withModel,
  withRecording,
  withoutRecording,
  type ModelEntry,
  type RecordingEntry,
  type Run,
  type State,
} from './state.js';
import { previewRecipe } from './recipe_text.js';

const entry = (key: number, run: Partial<Run> | null = null) => ({ key, run }) as RecordingEntry;
const model = (key: string, title = key) => ({ key, title, model: {} }) as ModelEntry;
const state = (change: Partial<State>): State => ({ ...initialState(), ...change });

describe('recordings', () => {
  it('shows the one opened last and keeps the others', () => {
    const after = state(
      withRecording(state({ recordings: [entry(1)], recordingKey: 1 }), entry(2)),
    );
    expect(after.recordings.map(({ key }) => key)).toEqual([1, 2]);
    expect(currentRecording(after)?.key).toBe(2);
  });

  it('shows the neighbour of one that is closed', () => {
    const three = state({ recordings: [entry(1), entry(2), entry(3)], recordingKey: 2 });
    expect(withoutRecording(three, 2)).toMatchObject({ recordingKey: 3 });
    expect(withoutRecording(state({ ...three, recordingKey: 3 }), 3)).toMatchObject({
      recordingKey: 2,
    });
    expect(withoutRecording(three, 1).recordingKey).toBeUndefined();
    expect(withoutRecording(state({ recordings: [entry(1)], recordingKey: 1 }), 1)).toMatchObject({
      recordingKey: null,
    });
  });

  it('lets only the newest run change the results', () => {
    const [older, newer] = [{}, {}] as Classification[];
    const before = state({ recordings: [entry(1, { classification: newer!, nDone: 0 })] });
    expect(patchRun(before, 1, older!, { nDone: 5 })).toEqual({});
    expect(patchRun(before, 1, newer!, { nDone: 5 }).recordings?.[0]?.run?.nDone).toBe(5);
  });
});

describe('models', () => {
  it('replaces a model of the same name where it stands', () => {
    const before = state({ models: [model('a'), model('b')] });
    expect(withModel(before, model('a', 'new')).models?.map(({ title }) => title)).toEqual([
      'new',
      'b',
    ]);
    expect(withModel(before, model('c')).models?.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });
});

describe('obstacle', () => {
  const ready = state({
    engine: {
      backend: 'simd',
      why: '',
      version: '',
      workers: 1,
      place: 'worker' as const,
      refused: [],
      wasmBytes: 0,
    },
    recordings: [entry(1)],
    recordingKey: 1,
    models: [model('a')],
    modelKey: 'a',
    compatibility: { verdict: 'adapted', items: [] },
  });
  const misfit: Compatibility = { verdict: 'incompatible', items: [] };

  it('is none when all is there', () => expect(obstacle(ready)).toBe(''));
  it.each<[string, Partial<State>]>([
    ['engine', { engine: null }],
    ['recording', { recordingKey: null }],
    ['model', { modelKey: null }],
    ['compared', { compatibility: null }],
    ['is not compatible', { compatibility: misfit }],
    ['running', { recordings: [entry(1, { status: 'running' })] }],
  ])('names what is missing: %s', (word, change) =>
    expect(obstacle(state({ ...ready, ...change }))).toContain(word),
  );
  it('is none where comparing failed: classifying tells why', () =>
    expect(obstacle(state({ ...ready, compatibility: null, isUncompared: true }))).toBe(''));
  it('gives way to an override', () =>
    expect(obstacle(state({ ...ready, compatibility: misfit, isOverridden: true }))).toBe(''));
});

describe('previewRecipe', () => {
  it('keeps the steps that make sense on a running trace', () => {
    const recipe = {
      version: 1,
      bandpass: { low_hz: 1, high_hz: 40 },
      resample_hz: 128,
      epochs: { by: 'window' as const, length_s: 2 },
    };
    expect(previewRecipe(recipe)).toEqual({ version: 1, bandpass: { low_hz: 1, high_hz: 40 } });
  });
  it('is null when there are none', () => {
    expect(previewRecipe({ version: 1, epochs: { by: 'window', length_s: 2 } })).toBeNull();
    expect(previewRecipe(null)).toBeNull();
  });
});
