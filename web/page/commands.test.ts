import { describe, expect, it } from 'vitest';
import type { Actions } from './actions.js';
import { commandsOf, matching, namedKey, paletteKey, type Draft } from './commands.js';
import { liveCommands } from './live/commands.js';
import { initialLive } from './live/state.js';
import { stageOfKey } from './sleep/night.js';
import { initialState, type State } from './state.js';
import { trainCommands } from './training/commands.js';
import { initialPanel } from './training/state.js';
import { german } from './strings/german/index.js';
import { inEnglish, setLanguage } from './strings/index.js';

const calls: string[] = [];
const actions = {
  undo: { canUndo: true, canRedo: false, undo: () => calls.push('undo') },
  training: { phase: () => null },
  sectionCommands: {},
  navigation: {
    goToWorkspace: (to: string) => calls.push(`enter ${to}`),
    enter: () => undefined,
    chooseTab: () => undefined,
    show: (id: string) => calls.push(`show ${id}`),
  },
} as unknown as Actions;
const state = (change: Partial<State> = {}): State => ({ ...initialState(), ...change });
const names = (typed: string, change: Partial<State> = {}) =>
  matching(commandsOf(state(change), actions), typed).map(({ name }) => name);

describe('commands', () => {
  it('are those that can be carried out now', () => {
    expect(names('go to')).toEqual([
      'Go to Signals',
      'Go to Explain',
      'Go to Sleep',
      'Go to Train',
      'Go to Live',
      'Go to Learn',
    ]);
    expect(names('undo')).toEqual(['Undo']);
    expect(names('redo')).toEqual([]);
    expect(names('classify')).toEqual([]); // no recording is open
    expect(names('sample', { isBusy: false })).toEqual(['Try the sample recording']);
    expect(names('sample', { isBusy: true })).toEqual([]);
  });

  it('are found by any of their words, in any order', () => {
    expect(names('train go')).toEqual(['Go to Train']);
    expect(names('CARD')).toEqual(['Show Model card']);
    expect(names('xyz')).toEqual([]);
  });

  it('have names of their own, and do what they say', () => {
    const all = commandsOf(state({ isBusy: false }), actions);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    all.find(({ name }) => name === 'Undo')!.run();
    all.find(({ name }) => name === 'Go to Live')!.run();
    all.find(({ name }) => name === 'Show Help')!.run();
    expect(calls).toEqual(['undo', 'enter live', 'show help']); // with the focus
  });
});

describe('commands for the traces', () => {
  const channel = { sfreq: 256, isVoltage: true, isTrigger: false };
  const channels = ['Fz', 'Cz', 'Pz'].map((name) => ({ ...channel, name }));
  const view = { reference: 'average', filtering: 'none', picked: null, startS: 0, spanS: 10 };
  const annotations = [{ onsetS: 30, durationS: 1, text: 'T1' }];
  const recording = {
    ...{ name: 'a.edf', channels, info: { mainChannels: [0, 1, 2] }, annotations },
    durationS: 60,
  };
  const entry = { key: 1, recording, view, run: null };
  const change = { recordings: [entry], recordingKey: 1, workspace: 'signals' } as never;

  it('offer every other montage and filter', () => {
    const offered = commandsOf(state(change), actions).map(({ name }) => name);
    expect(offered).toEqual(expect.arrayContaining(['Montage: as recorded', 'Filter: own edges']));
    expect(offered).not.toContain('Montage: average'); // it is shown
    expect(offered.filter((name) => name.startsWith('Montage: against'))).toEqual([]);
  });

  it('hold what is done with keys, the caliper, annotations and time spans', () => {
    const namesOf = (more: object) =>
      commandsOf(state({ ...(change as object), ...more }), actions).map(({ name }) => name);
    const offered = namesOf({ cursorS: 3 });
    for (const name of [
      'Go to a time',
      'Measure from the cursor',
      'Cursor forward',
      'Add an annotation',
      'Next annotation',
      'Save the annotations',
      'Time: 30\u00a0s',
      'Show Drill: you against the model',
      'Show Lessons',
      'Show Ruler',
    ])
      expect(offered).toContain(name);
    expect(offered).not.toContain('Previous annotation');
    expect(offered).not.toContain('Time: 10\u00a0s'); // it is shown
    expect(namesOf({})).not.toContain('Measure from the cursor');
    expect(matching(commandsOf(state(change), actions), 'bad channel')).toHaveLength(1);
    const whileOpen = namesOf({ tools: ['ruler'] });
    expect(whileOpen).toContain('Hide Ruler');
    expect(whileOpen).not.toContain('Show Ruler');
  });

  it('change it', () => {
    const changes: unknown[] = [];
    const told = { ...actions, view: { change: (one: unknown) => changes.push(one) } };
    const all = commandsOf(state(change), told as unknown as Actions);
    all.find(({ name }) => name.startsWith('Montage: longitudinal'))!.run();
    expect(changes).toEqual([{ reference: 'bipolar', firstRow: 0 }]);
  });
});

describe('commands for the running training', () => {
  const offered = (phase: string | null) => {
    const training = { phase: () => phase, stop: () => calls.push('stop') };
    const all = commandsOf(state(), { ...actions, training } as unknown as Actions);
    return all.filter(({ id }) => id.startsWith('training-'));
  };
  const namesAt = (phase: string | null) => offered(phase).map(({ name }) => name);

  it('are there as long as it goes on, whatever is open', () => {
    expect(namesAt(null)).toEqual([]);
    expect(namesAt('preparing')).toEqual(['Stop the training']);
    expect(namesAt('running')).toEqual(['Pause the training', 'Stop the training']);
    expect(namesAt('paused')).toEqual(['Resume the training', 'Stop the training']);
    expect(namesAt('stopping')).toEqual([]);
    offered('running').at(-1)!.run();
    expect(calls).toContain('stop');
  });
});

describe('commands of Train and Live', () => {
  const began: string[] = [];
  const navigation = { goToWorkspace: (to: string) => began.push(to) };
  const idsOf = (drafts: Draft[]) => drafts.filter((one) => one.if !== false).map(({ id }) => id);

  it('begin, compare and save where that is possible now', () => {
    const panel = {
      ...{ isRunning: false, obstacle: null as object | null },
      train: async () => void began.push('train!'),
    };
    const open = state({ engine: {} as never, recordings: [{}] as never, workspace: 'train' });
    const offered = (page: State, of: object = {}) =>
      trainCommands(page, { ...initialPanel(), ...of }, panel as never, navigation);
    expect(idsOf(offered(open))).toEqual(['train-begin', 'methods']);
    expect(idsOf(offered(state({ engine: {} as never })))).toEqual([]); // without a recording
    expect(idsOf(offered(open, { compared: { isRunning: true } }))).toContain('methods-cancel');
    expect(idsOf(offered(open, { run: { bytes: new Uint8Array(1) } }))).toContain('train-save');
    offered(open)[0]!.run();
    expect(began).toEqual(['train', 'train!']);
    panel.obstacle = {};
    expect(idsOf(offered(open))).toEqual([]);
  });

  it('start, pause and stop what runs, and change its speed', () => {
    const panel = { obstacle: '', start: async () => void began.push('live!') };
    const offered = (of: object = {}, page: Partial<State> = { workspace: 'live' }) =>
      liveCommands(state(page), { ...initialLive(), ...of }, panel as never, navigation);
    expect(idsOf(offered())).toEqual(['live-start', 'live-speed-2', 'live-speed-8']);
    expect(idsOf(offered({}, {}))).toEqual(['live-start']); // speed: only in Live
    offered()[0]!.run();
    expect(began.slice(-2)).toEqual(['live', 'live!']);
    const run = { phase: 'running', from: 'recording' };
    expect(idsOf(offered({ run })).slice(0, 2)).toEqual(['live-stop', 'live-pause']);
    expect(idsOf(offered({ run: { ...run, phase: 'paused' } }))).toContain('live-resume');
    panel.obstacle = 'no model';
    expect(idsOf(offered({}, {}))).toEqual([]);
  });
});

describe('the key of the palette', () => {
  const key = (change: Partial<KeyboardEvent>) =>
    paletteKey({ key: 'k', ctrlKey: false, metaKey: false, ...change } as KeyboardEvent);
  it('is Ctrl+K or Command+K alone', () => {
    expect(key({ ctrlKey: true })).toBe(true);
    expect(key({ metaKey: true })).toBe(true);
    expect(key({})).toBe(false);
    expect(key({ ctrlKey: true, shiftKey: true })).toBe(false);
  });
});

describe('commands of Sleep', () => {
  it('name keys as keyboards of the language do', () => {
    setLanguage({ strings: german, elements: null });
    expect([namedKey('W'), namedKey('Delete')]).toEqual(['W', 'Entf']);
    setLanguage(inEnglish);
    expect(namedKey('Delete')).toBe('Delete');
  });

  it('score the chosen epoch, with the keys that do the same', () => {
    const scored: string[] = [];
    const night = {
      epoch: () => ({ onsetS: 0, durationS: 30 }),
      score: (s: string) => scored.push(s),
      commands: () => [{ id: 'night-save', name: 'Save the stages', run: () => undefined }],
    };
    const inSleep = { ...actions, night } as unknown as Actions;
    const found = commandsOf(state({ workspace: 'sleep' }), inSleep).filter(({ id }) =>
      id.startsWith('stage-'),
    );
    expect(found.map(({ keys }) => keys)).toEqual(['W', '1', '2', '3', 'R', 'Delete']);
    for (const { run } of found) run();
    expect(scored).toEqual(['W', 'N1', 'N2', 'N3', 'R', '?']);
    expect(found.map(({ keys }) => stageOfKey(keys))).toEqual(scored);
    expect(names('score the epoch')).toEqual([]); // elsewhere
    const offered = (workspace: State['workspace']) =>
      matching(commandsOf(state({ workspace }), inSleep), 'save the stages').length;
    expect([offered('sleep'), offered('signals')]).toEqual([1, 0]);
  });
});
