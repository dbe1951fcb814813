import { describe, expect, it } from 'vitest';
import type { Compatibility, ModelInfo, Recording } from '../api/index.js';
import { foundModels, listedModels, reasons, stepIn } from './model_list.js';
import { initialState, type ModelEntry, type RecordingEntry, type State } from './state.js';

const entryOf = (key: string, title: string): ModelEntry => ({
  key,
  title,
  fileName: key,
  isBundled: true,
  bytes: new ArrayBuffer(8),
  model: null,
});
const infoOf = (part: Partial<ModelInfo>) =>
  ({ classes: [], chNames: [], train: null, ...part }) as unknown as ModelInfo;
const compatibility = (verdict: Compatibility['verdict']): Compatibility => ({
  verdict,
  items: [],
});

const eyes = entryOf('eyes.safetensors', 'Eyes open or closed');
const fists = entryOf('fists.safetensors', 'Left or right fist');
const recording = { key: 1, recording: { name: 'S001R02.edf' } as Recording } as RecordingEntry;

function stateOf(change: Partial<State>): State {
  return {
    ...initialState(),
    models: [eyes, fists],
    modelKey: eyes.key,
    recordings: [recording],
    recordingKey: 1,
    ...change,
  };
}

const suitOf = (entry: ModelEntry, part: object = {}) => ({
  bytes: entry.bytes,
  recordingKey: 1,
  info: infoOf({}),
  compatibility: compatibility('missing'),
  ...part,
});

describe('listedModels', () => {
  it('tells of the chosen model what is known of it now, of others what the survey found', () => {
    const suits = { [eyes.key]: suitOf(eyes), [fists.key]: suitOf(fists) };
    const [first, second] = listedModels(stateOf({ suits, compatibility: compatibility('ok') }));
    expect([first!.isChosen, first!.compatibility?.verdict]).toEqual([true, 'ok']);
    expect([second!.isChosen, second!.compatibility?.verdict]).toEqual([false, 'missing']);
  });

  it('tells no comparison with another recording, nor with another file of that name', () => {
    const stale = { [fists.key]: suitOf(fists, { recordingKey: 2 }) };
    expect(listedModels(stateOf({ suits: stale }))[1]!.compatibility).toBeNull();
    const other = { [fists.key]: suitOf(fists, { bytes: new ArrayBuffer(8) }) };
    expect(listedModels(stateOf({ suits: other }))[1]).toMatchObject({
      info: null,
      compatibility: null,
    });
    const none = stateOf({ suits: { [fists.key]: suitOf(fists) }, recordingKey: null });
    expect(listedModels(none)[1]!.compatibility).toBeNull();
  });

  it('tells that a model was trained on the recording or on its person', () => {
    const tieOf = (files: string[]) => {
      const info = infoOf({ train: { files } });
      return listedModels(stateOf({ suits: { [fists.key]: suitOf(fists, { info }) } }))[1]!.tie;
    };
    expect(tieOf(['S001R02.edf'])).toBe('recording');
    expect(tieOf(['S001R01.edf'])).toBe('person');
    expect(tieOf(['S002R02.edf'])).toBeNull();
  });
});

describe('foundModels', () => {
  const suits = {
    [fists.key]: suitOf(fists, { info: infoOf({ classes: ['left'], chNames: ['C3', 'C4'] }) }),
  };
  const found = (typed: string) =>
    foundModels(listedModels(stateOf({ suits })), typed).map(({ entry }) => entry.key);

  it('holds every word in title, file, classes or channels', () => {
    expect(found('')).toEqual([eyes.key, fists.key]);
    expect(found('  OPEN eyes ')).toEqual([eyes.key]);
    expect(found('c3 left')).toEqual([fists.key]);
    expect(found('c3 eyes')).toEqual([]);
    expect(found('undefined')).toEqual([]);
  });
});

describe('reasons', () => {
  const items = [
    {
      item: 'channels',
      verdict: 'ok',
      code: 'channels_found',
      values: { nChannels: 2, nUnused: 0, renamed: [] },
    },
    {
      item: 'unit',
      verdict: 'ok',
      code: 'unit_microvolts',
      values: { spreadUv: 10, converted: [] },
    },
    {
      item: 'sampling_rate',
      verdict: 'adapted',
      code: 'rate_resampled',
      values: { sfreqHz: 256, modelHz: 160, nUp: 5, nDown: 8 },
    },
  ] as unknown as Compatibility['items'];

  it('are the channels and the rate, and what is adapted', () => {
    expect(reasons({ verdict: 'adapted', items })).toEqual([
      'All 2 channels found.',
      'The recording has 256\u00a0Hz, the model requires 160\u00a0Hz. The recording is resampled by 5/8; you need not do anything.',
    ]);
  });

  it('are the rate also where it suits, and another item where it is adapted', () => {
    const [channels, unit, rate] = items;
    const all = [
      { ...channels, item: 'window' },
      { ...unit, verdict: 'adapted' },
      { ...rate, verdict: 'ok' },
    ] as unknown as Compatibility['items'];
    expect(reasons({ verdict: 'adapted', items: all })).toHaveLength(2);
  });

  it('are what is incompatible alone, where something is', () => {
    const rate = { ...items[2], verdict: 'incompatible' };
    const all = [...items.slice(0, 2), rate] as unknown as Compatibility['items'];
    expect(reasons({ verdict: 'incompatible', items: all })).toHaveLength(1);
    expect(reasons({ verdict: 'incompatible', items: all })[0]).toContain('160');
  });

  it('leave out what follows from missing channels where these are named', () => {
    const channels = { item: 'channels', verdict: 'missing', code: 'channels_missing' };
    const values = { nFound: 0, nChannels: 2, missing: ['Cz', 'Pz'], ambiguous: [] };
    const rate = { item: 'sampling_rate', verdict: 'missing', code: 'no_channel', values: {} };
    const all = [{ ...channels, values }, rate] as unknown as Compatibility['items'];
    expect(reasons({ verdict: 'missing', items: all })).toEqual([
      '0 of 2 channels found. Missing: Cz, Pz. The model needs each of its channels exactly once: use another model or another recording.',
    ]);
  });

  it('are what does not suit, where something does not', () => {
    const missing = { item: 'sampling_rate', verdict: 'missing', code: 'no_channel', values: {} };
    const all = [
      missing,
      ...items.slice(1),
      { ...missing, item: 'unit' },
    ] as unknown as Compatibility['items'];
    expect(reasons({ verdict: 'missing', items: all })).toEqual([
      'Not compared, because no channel that the model needs was found. Use another model or another recording.',
    ]);
  });
});

describe('stepIn', () => {
  it('stops at both ends, and begins at the first row', () => {
    const models = listedModels(stateOf({}));
    expect(stepIn(models, eyes.key, 1)).toBe(fists.key);
    expect(stepIn(models, fists.key, 4)).toBe(fists.key);
    expect(stepIn(models, eyes.key, -1)).toBe(eyes.key);
    expect(stepIn(models, null, 1)).toBe(eyes.key);
    expect(stepIn([], null, 1)).toBeNull();
  });
});
