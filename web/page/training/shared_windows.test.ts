import { describe, expect, it } from 'vitest';
import { setup } from './setups.test-support.js';
import { sharedWindows } from './shared_windows.js';
import { source } from './sources.test-support.js';

const night = (texts: [string, number, number][]) =>
  source(1, 'night.edf', [], {
    durationS: 60,
    annotations: texts.map(([text, onsetS, durationS]) => ({ text, onsetS, durationS })),
  });
const stages: [string, number, number][] = [
  ['A', 0, 30],
  ['B', 30, 30],
];
const event: [string, number, number] = ['Event', 10, 10];
const along = { mode: 'annotations', cut: 'along', lengthS: 2, stepS: 1 } as const;
const all = { isClass: { 'A\nA': true, 'B\nB': true, 'Event\nEvent': true } };

describe('windows in two classes', () => {
  it('are none where annotations of other classes only touch', () =>
    expect(sharedWindows(setup([night(stages)], along, all))).toBeNull());

  it('are those of an event and those of the state that it lies in', () => {
    const found = sharedWindows(setup([night([...stages, event])], along, all));
    expect(found).toEqual({ n: 9 + 11, classes: ['A', 'Event'] });
  });

  it('are none if one of the classes is left out, or both have one name', () => {
    const without = { isClass: { ...all.isClass, 'Event\nEvent': false } };
    expect(sharedWindows(setup([night([...stages, event])], along, without))).toBeNull();
    const named = { ...all, classNames: { 'Event\nEvent': 'A' } };
    expect(sharedWindows(setup([night([...stages, event])], along, named))).toBeNull();
  });

  it('are counted around cues, too, but not in whole recordings', () => {
    const cues = night([
      ['A', 10, 0],
      ['B', 12, 0],
      ['A', 20, 0],
    ]);
    const after = { mode: 'annotations', cut: 'after', tminS: 0, tmaxS: 3 } as const;
    expect(sharedWindows(setup([cues], after, all))).toEqual({ n: 2, classes: ['A', 'B'] });
    expect(sharedWindows(setup([cues], { ...after, tmaxS: 2 }, all))).toBeNull();
    expect(sharedWindows(setup([cues], { mode: 'recordings' }, all))).toBeNull();
  });
});
