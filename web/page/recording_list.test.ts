import { describe, expect, it } from 'vitest';
import { intervalOf } from '../truth/share_interval.js';
import {
  hasCopies,
  initialRecordingList,
  interval,
  isMixed,
  nextSort,
  recordingGroups,
  rightOf,
  total,
  type RecordingListState,
} from './recording_list.js';
import { missingEvents, pointTexts, textsToName, unknownTexts } from './annotated_classes.js';
import { initialState, withRecording, type RecordingEntry, type Run, type State } from './state.js';

const someModel = new ArrayBuffer(1);

function runOf(labels: string[], model = someModel, calibration = ''): Run {
  const epochs = labels.map((_, index) => ({
    index,
    onsetS: 2 * index,
    durationS: 2,
    label: '',
  }));
  return {
    status: 'done',
    classes: ['open', 'closed'],
    isRegression: false,
    classification: {},
    lease: { bytes: model },
    plan: { epochs, calibration },
    predictions: epochs.map((epoch, i) => ({ ...epoch, label: labels[i] })),
  } as unknown as Run;
}

const annotations = [{ onsetS: 0, durationS: 8, text: 'open' }];
let key = 0;
const entryOf = (name: string, durationS = 8, run: Run | null = null) =>
  ({
    ...{ key: ++key, content: key, run },
    recording: { name, durationS, annotations },
  }) as unknown as RecordingEntry;

const good = runOf(['open', 'open', 'open', 'closed']);
const poor = runOf(['closed', 'closed', 'closed', 'open']);
const list = (change: Partial<RecordingListState>) => ({ ...initialRecordingList, ...change });

/** Persons with the names of their recordings. */
const told = (entries: RecordingEntry[], change: Partial<RecordingListState> = {}) =>
  recordingGroups(entries, list(change)).map(({ person, recordings }) => [
    person,
    ...recordings.map(({ entry }) => entry.recording.name),
  ]);

describe('recordingGroups', () => {
  it('puts the recordings of a person together, those of nobody that is known last', () => {
    const entries = ['S001R02.edf', 'night.edf', 'S002R02.edf', 'S001R01.edf'].map((name) =>
      entryOf(name),
    );
    expect(told(entries)).toEqual([
      ['1', 'S001R02.edf', 'S001R01.edf'],
      ['2', 'S002R02.edf'],
      [null, 'night.edf'],
    ]);
  });

  it('makes no groups where each person has one recording', () => {
    const entries = ['S001R02.edf', 'S002R02.edf'].map((name) => entryOf(name));
    expect(told(entries)).toEqual([[null, 'S001R02.edf', 'S002R02.edf']]);
  });

  it('finds every word in name or person', () => {
    const entries = ['S001R02.edf', 'S012R02.edf', 'night.edf'].map((name) => entryOf(name));
    expect(told(entries, { text: 'r02 12' })).toEqual([[null, 'S012R02.edf']]);
    expect(told(entries, { text: 'x' })).toEqual([]);
  });

  it('sorts by name as people count, by length, and by how often the model was right', () => {
    const entries = [entryOf('b10.edf', 3, poor), entryOf('b9.edf', 7), entryOf('a.edf', 5, good)];
    const names = (change: Partial<RecordingListState>) => told(entries, change)[0]!.slice(1);
    expect(names({ sort: 'name' })).toEqual(['a.edf', 'b9.edf', 'b10.edf']);
    expect(names({ sort: 'length', isDown: true })).toEqual(['b9.edf', 'a.edf', 'b10.edf']);
    expect(names({ sort: 'right', isDown: true })).toEqual(['a.edf', 'b10.edf', 'b9.edf']);
    expect(names({ text: '  EDF  b', sort: 'name' })).toEqual(['b9.edf', 'b10.edf']);
  });

  it('sorts by the share that was right, not by the number', () => {
    const half = runOf(['open', 'open', 'closed', 'closed']);
    const entries = [entryOf('half.edf', 8, half), entryOf('one.edf', 8, runOf(['open']))];
    expect(told(entries, { sort: 'right' })[0]!.slice(1)).toEqual(['half.edf', 'one.edf']);
  });

  it('leaves what is equal as it was opened, in both directions', () => {
    const entries = ['b.edf', 'a.edf', 'c.edf'].map((name) => entryOf(name, 8));
    for (const isDown of [false, true])
      expect(told(entries, { sort: 'length', isDown })[0]!.slice(1)).toEqual([
        'b.edf',
        'a.edf',
        'c.edf',
      ]);
  });
});

describe('how often a model was right', () => {
  it('is counted where it has finished, and added up over recordings', () => {
    const entries = [entryOf('S001R01.edf', 8, good), entryOf('S001R02.edf', 8, poor)];
    expect(entries.map(rightOf)).toEqual([
      { nRight: 3, n: 4, isOverlapping: false },
      { nRight: 1, n: 4, isOverlapping: false },
    ]);
    const [group] = recordingGroups(entries, initialRecordingList);
    expect(group!.right).toEqual({ nRight: 4, n: 8, isOverlapping: false });
    expect(rightOf(entryOf('a.edf', 8, { ...good, status: 'running' }))).toBeNull();
    expect(total([])).toBeNull();
    const unknown = entryOf('S001R03.edf');
    expect(recordingGroups([...entries, unknown], initialRecordingList)[0]!.right).toEqual({
      nRight: 4,
      n: 8,
      isOverlapping: false,
    });
    expect(recordingGroups([unknown], initialRecordingList)[0]!.right).toBeNull();
  });

  it('is counted once in copies of one recording', () => {
    const first = entryOf('S001R01.edf', 8, good);
    const copy = { ...entryOf('copy.edf', 8, good), content: first.content };
    const other = entryOf('S001R02.edf', 8, poor);
    const listed = (entries: RecordingEntry[]) =>
      recordingGroups(entries, initialRecordingList).flatMap(({ recordings }) => recordings);
    expect(total(listed([first, copy, other]))).toMatchObject({ nRight: 4, n: 8 });
    expect(hasCopies(listed([first, copy, other]))).toBe(true);
    expect(hasCopies(listed([first, other]))).toBe(false);
  });

  it('tells of overlapping windows in one recording', () => {
    const overlapping = runOf(['open', 'open']);
    overlapping.plan!.epochs.forEach((epoch, i) =>
      Object.assign(epoch, { onsetS: i, durationS: 2 }),
    );
    overlapping.predictions.forEach((one, i) => Object.assign(one, { onsetS: i, durationS: 2 }));
    const entries = [entryOf('S001R01.edf', 8, good), entryOf('S001R02.edf', 8, overlapping)];
    expect(recordingGroups(entries, initialRecordingList)[0]!.right!.isOverlapping).toBe(true);
  });

  it('is not added up over several models or calibrations, which each recording alone may have', () => {
    const other = runOf(['open', 'open', 'open', 'closed'], new ArrayBuffer(1));
    const calibrated = runOf(['open', 'open', 'open', 'closed'], someModel, 'median');
    for (const run of [other, calibrated]) {
      const mixed = [entryOf('S001R01.edf', 8, good), entryOf('S001R02.edf', 8, run)];
      const [group] = recordingGroups(mixed, initialRecordingList);
      expect([group!.right, isMixed(group!.recordings)]).toEqual([null, true]);
      expect(group!.recordings.map(({ right }) => right?.nRight)).toEqual([3, 3]);
    }
    const [same] = recordingGroups(
      [entryOf('S001R01.edf', 8, good), entryOf('S001R02.edf', 8, poor)],
      initialRecordingList,
    );
    expect(isMixed(same!.recordings)).toBe(false);
  });

  it('is counted once for a run and its annotations', () => {
    const run = runOf(['open', 'closed']);
    const entry = entryOf('a.edf', 8, run);
    expect(rightOf(entry)).toMatchObject({ nRight: 1, n: 2 });
    run.predictions.pop();
    expect(rightOf(entry)).toMatchObject({ nRight: 1, n: 2 });
  });

  it('has an interval of its share', () => {
    expect(interval({ nRight: 3, n: 4 })).toEqual(intervalOf(3, 4));
  });
});

describe('nextSort', () => {
  it('goes from one direction to the other, and back to how they were opened', () => {
    const steps = ['name', 'name', 'name', 'right', 'right', 'right'] as const;
    let now = initialRecordingList;
    const seen = steps.map((column) => {
      now = nextSort(now, column);
      return [now.sort, now.isDown];
    });
    expect(seen).toEqual([
      ['name', false],
      ['name', true],
      [null, false],
      ['right', true],
      ['right', false],
      [null, false],
    ]);
  });
});

describe('annotations that name no class of the model', () => {
  const told = (...texts: string[]) =>
    unknownTexts(runOf(['open', 'closed']), {
      ...{ name: 'a.edf', durationS: 8 },
      annotations: texts.map((text, i) => ({ onsetS: 100 + i, durationS: 1, text })),
    } as unknown as RecordingEntry['recording']);

  it('are named, each once', () => expect(told('eyes', 'rest', 'eyes')).toEqual(['eyes', 'rest']));
  it('are nothing to speak of where there are none, or one names a class', () => {
    expect(told()).toBeNull();
    expect(told('')).toBeNull();
    expect(told('Open', 'rest')).toBeNull();
  });
});

describe('annotations in which no window lies', () => {
  it('are those without a duration, wherever they are', () => {
    const one = (text: string, durationS: number) => ({ onsetS: 1, durationS, text });
    const annotations = [one('EO', 0), one('EC', 0), one('EC', 2), one('EO', 0), one('eat', 1)];
    const recording = { annotations } as unknown as RecordingEntry['recording'];
    expect(pointTexts(['EO', 'EC', 'eat'], recording)).toEqual(['EO']);
  });
});

describe('texts that may be classes', () => {
  const told = (isChanged: boolean, durationS: number, ...texts: string[]) => {
    const annotations = texts.map((text, i) => ({ onsetS: i, durationS, text }));
    return textsToName(runOf(['open', 'closed']), {
      recording: {
        name: 'a.edf',
        durationS: 8,
        annotations,
      } as unknown as RecordingEntry['recording'],
      annotationsOfFile: isChanged ? [] : null,
    });
  };

  it('are asked for where none names a class', () =>
    expect(told(false, 1, 'EO', 'EC', 'EO')).toEqual(['EO', 'EC']));
  it('and, once one was said, until every class has one', () => {
    expect(told(false, 1, 'open', 'blink')).toEqual([]);
    expect(told(true, 1, 'open', 'EC')).toEqual(['EC']);
    expect(told(true, 1, 'open', 'closed', 'blink')).toEqual([]);
  });
  it('but not where they have no duration, so that no window lies in them', () =>
    expect(told(false, 0, 'EO', 'EC')).toEqual([]));
});

describe('annotations that a model cuts windows around', () => {
  const missing = (isChanged: boolean, ...texts: string[]) => {
    const annotations = texts.map((text, i) => ({ onsetS: i, durationS: 0, text }));
    const annotationsOfFile = isChanged ? [] : null;
    const entry = { key: 1, annotationsOfFile, recording: { name: 'a.edf', annotations } };
    const recipe = { epochs: { by: 'annotation', labels: { T1: 'left fist', T2: 'right fist' } } };
    return missingEvents({
      ...{ ...initialState(), modelKey: 'm', models: [{ key: 'm', model: { info: { recipe } } }] },
      ...withRecording(initialState(), entry as unknown as RecordingEntry),
    } as unknown as State);
  };

  it('can be chosen for those that the recording has instead', () =>
    expect(missing(false, 'L', 'R')).toEqual({
      found: ['L', 'R'],
      wanted: [
        { text: 'T1', className: 'left fist' },
        { text: 'T2', className: 'right fist' },
      ],
    }));
  it('until none is missing', () => {
    expect(missing(true, 'T1', 'R')?.found).toEqual(['R']);
    expect(missing(true, 'T1', 'T2', 'rest')).toBeNull();
  });
  it('but not in a recording that has some of them, or none at all', () => {
    expect(missing(false, 'T1', 'rest')).toBeNull();
    expect(missing(false)).toBeNull();
  });
});
