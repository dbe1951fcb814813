import { describe, expect, it } from 'vitest';
import type { Decision, SampleSource } from '../../api/index.js';
import { parseTime } from '../../plot/time_axis.js';
import { spread } from '../spread.js';
import type { State } from '../state.js';
import { timeText } from './start_position.js';
import { closed } from './simulated_headset.js';
import { cursorAfter, shownAt } from './cursor_readout.js';
import {
  annotatedClassAt,
  annotationAt,
  headsetSpeed,
  isUnsuitable,
  noCounts,
  modelTitleOf,
  sourceOf,
  withDecision,
  withNews,
  type From,
  type LivePhase,
  type LiveRun,
} from './state.js';
import { decisionsTable } from './decisions_file.js';
import { nSkippedBefore, nUndecided, stallOf } from './losses.js';
import { gainFor, keptS, TraceBuffer } from './trace.js';

const source = { sfreq: 10 } as SampleSource;
const counting = (from: number, n: number) => Float32Array.from({ length: n }, (_, i) => from + i);

describe('the running trace', () => {
  it('holds the last seconds, oldest first, with gaps where samples were lost', () => {
    const buffer = new TraceBuffer(source, [1], ['Cz']);
    buffer.add({ data: [counting(0, 5), counting(100, 5)] });
    expect([...buffer.row(0)].slice(-6)).toEqual([NaN, 100, 101, 102, 103, 104]);
    buffer.add({ data: [counting(0, 3), counting(200, 3)], nLost: 2 });
    expect([...buffer.row(0)].slice(-6)).toEqual([104, NaN, NaN, 200, 201, 202]);
    expect(buffer.nSamples).toBe(10);
    expect([buffer.endS, buffer.valueAt(0, 0.9), buffer.valueAt(0, 0.6)]).toEqual([1, 202, null]);
    buffer.add({ data: [counting(0, 1000), counting(0, 1000)], nLost: 1000 });
    expect([...buffer.row(0)]).toEqual([...counting(1000 - 10 * keptS, 10 * keptS)]);
  });

  it('shows channels from everywhere, at a round gain', () => {
    expect(spread([1, 2, 3], 6)).toEqual([1, 2, 3]);
    expect(spread([...counting(0, 64)], 4)).toEqual([0, 21, 42, 63]);
    const alternating = (amplitude: number, spike = 0) =>
      Float32Array.from({ length: 100 }, (_, i) => (i % 2 ? amplitude : -amplitude)).fill(
        spike,
        99,
      );
    // In the middle: a deviation of 20 µV.
    expect(gainFor([alternating(5), alternating(20), alternating(300)])).toBe(100);
    // A blink of 150 µV takes the row of 10 µV from 50 to 100 µV, not to 200.
    expect([gainFor([alternating(9.9)]), gainFor([alternating(9.9, 150)])]).toEqual([50, 100]);
    // Samples that were lost say nothing, and a flat row needs the least.
    expect([gainFor([Float32Array.of(NaN, 20, -20, NaN)]), gainFor([new Float32Array(9)])]).toEqual(
      [100, 10],
    );
  });
});

describe('where samples come from', () => {
  const open = { recordings: [{ key: 3 }], recordingKey: 3 } as unknown as State;
  const none = { recordings: [], recordingKey: null } as unknown as State;

  it('is the headset while no recording is open, whatever was chosen before', () => {
    expect(sourceOf({ from: 'recording', run: null }, open)).toBe('recording');
    expect(sourceOf({ from: 'headset', run: null }, open)).toBe('headset');
    expect(sourceOf({ from: 'recording', run: null }, none)).toBe('headset');
  });

  it('is no recording that the model does not suit, unless the user insists', () => {
    const refused = { ...open, compatibility: { verdict: 'missing' } } as unknown as State;
    expect(isUnsuitable({ from: 'recording', run: null }, refused)).toBe(true);
    expect(isUnsuitable({ from: 'headset', run: null }, refused)).toBe(false);
    const insisted = { ...refused, isOverridden: true };
    expect(isUnsuitable({ from: 'recording', run: null }, insisted)).toBe(false);
  });

  it('stays while a run is going on, also when a recording is opened or closed', () => {
    const run = (from: From, phase: LivePhase) => ({ from, phase }) as LiveRun;
    expect(sourceOf({ from: 'recording', run: run('headset', 'running') }, open)).toBe('headset');
    expect(sourceOf({ from: 'recording', run: run('recording', 'paused') }, none)).toBe(
      'recording',
    );
    expect(sourceOf({ from: 'recording', run: run('headset', 'ended') }, open)).toBe('recording');
  });

  it('are classified by the model of the run, whichever is chosen meanwhile', () => {
    const page = { models: [{ key: 'b', title: 'b' }], modelKey: 'b' } as unknown as State;
    const run = (phase: LivePhase) => ({ phase, modelKey: 'a', modelTitle: 'a' }) as LiveRun;
    expect(modelTitleOf({ run: run('running') }, page)).toBe('a');
    expect(modelTitleOf({ run: run('ended') }, page)).toBe('b');
    expect(modelTitleOf({ run: null }, page)).toBe('b');
    const renamed = { ...page, models: [{ key: 'a', title: 'A' }] } as unknown as State;
    expect(modelTitleOf({ run: run('running') }, renamed)).toBe('A'); // in another language
  });

  it('never has the headset run as fast as possible', () => {
    expect([headsetSpeed('max'), headsetSpeed(2)]).toEqual([8, 2]);
  });
});

describe('windows in which samples are missing', () => {
  const decided = (onsetS: number) => ({ ...decision(onsetS), label: 'open' });
  const heard = (nLost: number, n: number) => {
    const trace = new TraceBuffer(source, [0], ['Cz']);
    trace.add({ data: [counting(0, 35)] });
    trace.add({ data: [counting(0, n)], nLost });
    return trace;
  };
  const info = { stepS: 0.5, lookAheadS: 0 } as LiveRun['info'];
  const run = (trace: TraceBuffer, nSkipped = 0) =>
    ({
      ...{ decisions: [decided(1.5)], trace, info, nSkipped, startS: 0, all: [] },
      counts: noCounts,
    }) as unknown as LiveRun; // the window ended at 3.5 s

  it('have no decision, and the last one is not one of now', () => {
    const stall = stallOf(run(heard(1, 12)))!;
    expect(stall.agoS).toBeCloseTo(1.3, 9);
    expect(stall.nextInS).toBeCloseTo(0.8, 9);
    expect(stallOf(run(heard(1, 2)))).toBeNull(); // none is due
    expect(stallOf(run(heard(0, 12)))).toBeNull(); // late, but nothing is missing
    expect(stallOf({ ...run(heard(1, 12)), decisions: [] })).toBeNull();
  });

  it('are counted, those of now as well', () => {
    expect(nSkippedBefore(decided(1.5), decided(2), 0, 0.5)).toBe(0);
    expect(nSkippedBefore(decided(1.5), decided(3.7), 0, 0.5)).toBe(3);
    expect(nSkippedBefore(undefined, decided(31), 30, 0.5)).toBe(2);
    expect(nUndecided(run(heard(1, 12), 4))).toBe(6);
    const slow = { ...run(heard(0, 12), 4), counts: { ...noCounts, nDropped: 4 } };
    expect(nUndecided(slow)).toBe(0);
  });

  it('are told in the file of all decisions', () => {
    const before = run(heard(1, 30));
    const after = { ...before, ...withNews(before, decided(4.5), noCounts) };
    const regression = { all: after.all, classes: ['age, years'], isRegression: true };
    expect(after.nSkipped).toBe(5);
    expect(decisionsTable({ ...after, classes: ['open', 'closed'], isRegression: false })).toBe(
      'start_s,end_s,class,probability_open,probability_closed,windows_skipped_before\n' +
        '4.500,6.500,open,1.000000,0.000000,5\n',
    );
    expect(decisionsTable(regression)).toContain('start_s,end_s,"age, years",windows_skipped');
    const formula = { ...after, classes: ['=1+1'], isRegression: true };
    expect(decisionsTable(formula)).toContain("end_s,'=1+1,windows"); // spreadsheets compute nothing
  });
});

const decision = (onsetS: number): Decision => ({
  ...{ index: 0, onsetS, durationS: 2, probabilities: Float32Array.of(1, 0), label: 'a' },
  latencyMs: 1,
});

describe('the reading cursor', () => {
  it('moves within what is kept, and knows which decision became known there', () => {
    const trace = new TraceBuffer(source, [0], ['Cz'], 30);
    trace.add({ data: [counting(0, 100)] });
    expect(cursorAfter('ArrowLeft', null, trace)).toBe(39.9);
    expect(cursorAfter('ArrowLeft', 39.9, trace)).toBeCloseTo(39.8);
    expect(cursorAfter('Home', 39.9, trace)).toBe(30);
    expect(cursorAfter('PageDown', 39.9, trace)).toBe(39.9);
    expect(cursorAfter('Escape', 39.9, trace)).toBeNull();
    expect(cursorAfter('x', 39.9, trace)).toBeUndefined();
    expect(shownAt({ onsetS: 30, durationS: 2 }, 0.5)).toEqual({ onsetS: 31.5, durationS: 0.5 });
  });
});

describe('times', () => {
  it('are read as they are written', () => {
    const texts = [
      '75.25',
      '1:15.25',
      '1:02:05',
      ' 0:30 ',
      '1,5',
      '9:99',
      '',
      'soon',
      '1:-5',
      '1:2:3:4',
    ];
    expect(texts.map(parseTime)).toEqual([
      75.25,
      75.25,
      3725,
      30,
      1.5,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([0, 2.5, 10, 75.25].map(timeText)).toEqual(['0:00', '0:02.5', '0:10', '1:15.25']);
  });
});

describe('the simulated person', () => {
  it('goes round without a jump', () => {
    const [row] = closed([counting(0, 100)], 10);
    expect(row!.length).toBe(90);
    expect(row![89]).toBe(89);
    expect(row![0]).toBeGreaterThan(70); // close to what followed 89
    expect([...row!.slice(10, 13)]).toEqual([10, 11, 12]);
  });
});

describe('the history', () => {
  it('keeps what it shows', () => {
    let kept: Decision[] = [];
    for (let at = 0; at < 100; at++) kept = withDecision(kept, decision(at));
    expect(kept.map(({ onsetS }) => onsetS)).toEqual([...counting(59, 41)]);
  });

  it('tells what the recording says of a window', () => {
    const annotations = [
      { onsetS: 0, durationS: 10, text: 'eyes open' },
      { onsetS: 4, durationS: 0.4, text: 'blink' },
      { onsetS: 10, durationS: 10, text: 'eyes closed' },
    ];
    expect(annotationAt(annotations, decision(3))).toBe('eyes open');
    expect(annotationAt(annotations, decision(9.5))).toBe('eyes closed');
    expect(annotationAt(annotations, decision(30))).toBe('');
    const codes = annotations.map((one) => ({ ...one, text: one.text === 'blink' ? 'x' : 'T2' }));
    const labels = { T2: 'right fist' };
    const recipe = {
      version: 1 as const,
      epochs: { by: 'annotation' as const, labels, tmax_s: 2 },
    };
    const of = (name: string, given: typeof recipe | null, at: number) =>
      annotatedClassAt({ annotations: codes, name }, given, decision(at));
    expect(of('a.edf', recipe, 3)).toBe('right fist (T2)');
    expect(of('a.edf', null, 3)).toBe('T2');
    expect(of('S001R06.edf', null, 3)).toBe('both feet (T2)');
    expect(of('a.edf', recipe, 30)).toBe('');
  });
});
