import { describe, expect, it } from 'vitest';
import {
  dataSetOf,
  foundIn,
  labelCounts,
  labelsOf,
  rowsOf,
  tickedIn,
  valuesOf,
  withoutDerived,
} from './data_set.js';
import type { DataSet, DataSetState } from './data_set.js';

/** Files as an input for folders gives them. */
const folder = (texts: Record<string, string>): File[] =>
  Object.entries(texts).map(([path, text]) =>
    Object.defineProperty(new File([text], path.split('/').pop()!), 'webkitRelativePath', {
      value: path,
    }),
  );

const events = (...labels: string[]) =>
  `onset\tduration\ttrial_type\n${labels.map((label, i) => `${i}\t1\t${label}\n`).join('')}`;
const samples = '0'.repeat(300);

const study = {
  'set/dataset_description.json': '\uFEFF{"Name": "Moves", "BIDSVersion": "1.8.0"}',
  'set/participants.tsv': '\uFEFFparticipant_id\tage\tsex\r\nsub-02\t27\tn/a\r\nsub-10\t34\tF\r\n',
  'set/task-move_events.tsv': events('left', 'right', 'left'),
  'set/sub-10/ses-1/eeg/sub-10_ses-1_task-move_run-1_eeg.edf': samples,
  'set/sub-02/ses-1/eeg/sub-02_ses-1_task-move_eeg.edf': samples,
  'set/sub-02/ses-1/eeg/sub-02_ses-1_task-move_events.tsv': events('feet', 'n/a'),
  'set/sub-02/ses-2/eeg/sub-02_ses-2_task-rest_eeg.vhdr': samples,
  'set/sub-02/ses-2/eeg/sub-02_ses-2_task-rest_eeg.eeg': '../../../.git/annex/objects/a/b/MD5',
  'set/sub-02/ses-2/eeg/sub-02_ses-2_task-rest_eeg.vmrk': samples,
  'set/derivatives/clean/dataset_description.json': '{"Name": "Cleaned"}',
  'set/derivatives/clean/sub-02/eeg/sub-02_task-move_eeg.edf': samples,
  'set/README': 'About',
};

async function opened(): Promise<DataSet> {
  const set = await dataSetOf(folder(study));
  const recordings = await Promise.all(
    set!.recordings.map(async (one) => ({ ...one, labels: await labelsOf(one) })),
  );
  return { ...set!, recordings };
}
const stateOf = (set: DataSet, change: Partial<DataSetState> = {}): DataSetState => ({
  ...{ set, text: '', session: '', task: '', label: '', ticked: new Set<string>() },
  ...change,
});

describe('a data set', () => {
  it('is the folder with a description, without what is derived from it', async () => {
    const set = await opened();
    expect(set.name).toBe('Moves');
    expect(
      set.recordings.map(({ participant, session, task, run }) =>
        [participant, session, task, run].join(' '),
      ),
    ).toEqual(['02 1 move ', '02 2 rest ', '10 1 move 1']);
    expect([...set.participants]).toEqual([
      ['02', 'age 27'],
      ['10', 'age 34, sex F'],
    ]);
    expect(valuesOf(set.recordings, 'session')).toEqual(['1', '2']);
    expect(await dataSetOf(folder({ 'set/sub-1_eeg.edf': samples }))).toBeNull();
  });

  it('is opened without what is derived from it, also where it has one recording', () => {
    const names = (files: File[]) =>
      withoutDerived(files).map(({ webkitRelativePath }) => webkitRelativePath);
    expect(names(folder(study)).filter((path) => path.includes('derivatives'))).toEqual([]);
    expect(names(folder(study))).toContain(
      'set/sub-10/ses-1/eeg/sub-10_ses-1_task-move_run-1_eeg.edf',
    );
    const loose = folder({ 'derivatives/sub-1_eeg.edf': samples });
    expect(withoutDerived(loose)).toEqual(loose); // no data set
  });

  it('without a readable description has no name', async () => {
    const set = await dataSetOf(
      folder({ 'a/dataset_description.json': 'no JSON', 'a/sub-1_eeg.edf': samples }),
    );
    expect(set).toMatchObject({ name: '', participants: new Map() });
    expect(set!.recordings).toHaveLength(1);
  });

  it('next to another folder holds what is inside of it alone', async () => {
    const set = await dataSetOf(
      folder({
        'set/dataset_description.json': '{}',
        'set/sub-1_eeg.edf': samples,
        'set2/sub-2_eeg.edf': samples,
      }),
    );
    expect(set!.recordings.map(({ key }) => key)).toEqual(['sub-1_eeg.edf']);
  });

  it('takes a label from the first column that has one', async () => {
    const tsv = 'onset\tstim_type\tevent_type\tvalue\n1\ta\tb\tc\n2\ta\tb\tn/a\n3\ta\tn/a\tn/a\n';
    const [file, table] = folder({ 'sub-1_eeg.edf': '', 'sub-1_events.tsv': tsv });
    const labels = await labelsOf({ file: file!, companions: [table!] });
    expect([...labels.keys()]).toEqual(['c', 'b', 'a']);
  });

  it('takes labels from the nearest table of events', async () => {
    const { recordings } = await opened();
    expect(recordings.map(({ labels }) => [...labels!])).toEqual([
      [['feet', 1]],
      [],
      [
        ['left', 2],
        ['right', 1],
      ],
    ]);
    expect(labelCounts(recordings)[0]).toEqual({ text: 'left', n: 2, nRecordings: 1 });
  });

  it('knows what is not downloaded, and does not open it', async () => {
    const set = await opened();
    const ticked = new Set(set.recordings.map(({ key }) => key));
    expect(set.recordings.map(({ isMissing }) => isMissing)).toEqual([false, true, false]);
    expect(tickedIn(stateOf(set, { ticked })).map(({ participant }) => participant)).toEqual([
      '02',
      '10',
    ]);
  });

  it('is searched by name, participant and label', async () => {
    const set = await opened();
    const found = (change: Partial<DataSetState>) =>
      foundIn(stateOf(set, change)).map(({ participant, session }) => participant + session);
    expect(found({})).toEqual(['021', '022', '101']);
    expect(found({ text: 'AGE 34' })).toEqual(['101']);
    expect(found({ text: 'sub-02 rest' })).toEqual(['022']);
    expect(found({ text: 'feet' })).toEqual(['021']);
    expect(found({ session: '1', task: 'move' })).toEqual(['021', '101']);
    expect(found({ label: 'right' })).toEqual(['101']);
    expect(found({ label: 'right', session: '2' })).toEqual([]);
  });
});

describe('a table', () => {
  it('leaves out rows of another length', () => {
    expect(rowsOf('a\tb\n1\t2\n3\n\n4\tn/a\n').map((row) => [...row.values()])).toEqual([
      ['1', '2'],
      ['4', ''],
    ]);
  });
});
