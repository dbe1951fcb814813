import { describe, expect, it } from 'vitest';
import { initialState, type RecordingEntry, type State } from './state.js';
import { isSectionOpen, sectionOf } from './sections.js';
import {
  chosenTab,
  withRunning,
  hasDrawer,
  hasTraces,
  isFolding,
  isLearnSection,
  isSheet,
  learnSection,
  withTab,
  workspaceOf,
  workspaces,
} from './workspaces.js';

describe('workspaceOf', () => {
  it.each([
    ['signals', 'signals'],
    ['results', 'signals'],
    ['explain', 'explain'],
    ['train', 'train'],
    ['live', 'live'],
    ['lessons', 'learn'],
    ['playground', 'learn'],
  ])('finds the section %s in %s', (section, workspace) =>
    expect(workspaceOf(section, 'train')).toBe(workspace),
  );

  it('opens Inside below the traces where they are, else in Explain', () => {
    expect(workspaceOf('inside', 'signals')).toBe('signals');
    expect(workspaceOf('inside', 'train')).toBe('explain');
  });

  it.each(['recording', 'model', 'privacy', 'help', 'nonsense', 'constructor'])(
    'stays where it is for %s',
    (section) => expect(workspaceOf(section, 'live')).toBe('live'),
  );
});

describe('workspaces', () => {
  it('show traces in four of six, and what opens below them in three', () => {
    expect(workspaces.filter(hasTraces)).toEqual(['signals', 'explain', 'sleep', 'live']);
    expect(workspaces.filter(hasDrawer)).toEqual(['signals', 'explain', 'live']);
  });
});

describe('sections', () => {
  it('are sheets, or fold, or belong to Learn', () => {
    const sections = ['recording', 'help', 'inside', 'lessons', 'drill', 'writing', 'signals'];
    expect(sections.filter(isSheet)).toEqual(['recording', 'help']);
    expect(sections.filter(isFolding)).toEqual(['inside', 'lessons']);
    expect(sections.filter(isLearnSection)).toEqual(['drill', 'writing']);
  });

  it('of Learn are kept by the address', () => {
    expect(learnSection({ learn: 'drill' })).toBe('drill');
    expect(learnSection({ learn: 'signals' })).toBe('playground');
    expect(learnSection({})).toBe('playground');
  });
});

describe('the tab of the inspector', () => {
  it('is the result until a tool is chosen, and keeps what stands over the traces', () => {
    expect(chosenTab([])).toBe('result');
    expect(chosenTab(['filter'])).toBe('result');
    expect(withTab(['filter', 'head'], 'spectrum')).toEqual(['filter', 'spectrum']);
    expect(chosenTab(['filter', 'spectrum'])).toBe('spectrum');
    expect(withTab(['filter', 'spectrum'], 'result')).toEqual(['filter']);
  });
});

describe('isSectionOpen', () => {
  const state = (change: Partial<State>): State => ({
    ...initialState(),
    recordings: [{ key: 1 } as RecordingEntry],
    ...change,
  });
  const isOpen = (id: string, change: Partial<State>) =>
    isSectionOpen(sectionOf(id), state(change));

  it('follows the workspace', () => {
    expect(isOpen('explain', { workspace: 'explain' })).toBe(true);
    expect(isOpen('explain', { workspace: 'signals' })).toBe(false);
    expect(isOpen('explain', { workspace: 'explain', recordings: [] })).toBe(false);
    expect(isOpen('playground', { workspace: 'learn' })).toBe(true);
  });

  it('keeps a lesson beside the traces it speaks of, and Inside where there are traces', () => {
    expect(isOpen('lessons', { workspace: 'learn' })).toBe(true);
    expect(isOpen('lessons', { workspace: 'signals' })).toBe(false);
    expect(isOpen('lessons', { workspace: 'signals', openSections: ['lessons'] })).toBe(true);
    expect(isOpen('inside', { workspace: 'explain', openSections: ['inside'] })).toBe(true);
    expect(isOpen('inside', { workspace: 'train', openSections: ['inside'] })).toBe(false);
  });
});

describe('workspaces in which something runs', () => {
  it('are named once, until it ends', () => {
    const both = withRunning(withRunning(['live'], 'train', true), 'train', true);
    expect(both).toEqual(['live', 'train']);
    expect(withRunning(both, 'live', false)).toEqual(['train']);
  });
});
