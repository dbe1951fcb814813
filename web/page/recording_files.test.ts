import { describe, expect, it } from 'vitest';
import { droppedFiles, ofFolder, sortFiles, withoutHeader } from './recording_files.js';

const named = (...names: string[]) => names.map((name) => new File(['x'], name));
const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

describe('files that are given together', () => {
  it('are one recording per header, with its parts', () => {
    const { recordings, models, strays } = sortFiles(
      named('a.vhdr', 'a.eeg', 'a.vmrk', 'b.edf', 'm.safetensors'),
    );
    expect(recordings.map(({ file }) => file.name)).toEqual(['a.vhdr', 'b.edf']);
    expect(namesOf(recordings[0]!.companions)).toEqual(['a.eeg', 'a.vmrk']);
    expect(recordings[1]!.companions).toEqual([]);
    expect(namesOf(models)).toEqual(['m.safetensors']);
    expect(strays).toEqual([]);
  });

  it('are told apart by their folder', () => {
    const [one, two] = ['one', 'two'].map((folder) =>
      named('a.vhdr', 'a.eeg').map((file) =>
        Object.defineProperty(file, 'webkitRelativePath', { value: `${folder}/${file.name}` }),
      ),
    );
    const { recordings } = sortFiles([...one!, ...two!]);
    expect(recordings.map(({ companions }) => companions)).toEqual([[one![1]], [two![1]]]);
  });

  it('get the side files of their data set that they may inherit', () => {
    const at = (...paths: string[]) =>
      paths.map((path) =>
        Object.defineProperty(new File(['x'], path.split('/').pop()!), 'webkitRelativePath', {
          value: path,
        }),
      );
    const { recordings, strays } = sortFiles(
      at(
        'set/task-rest_events.tsv',
        'set/task-eyes_events.tsv',
        'set/sub-01/eeg/sub-01_task-rest_eeg.edf',
        'set/sub-01/eeg/sub-01_space-CapTrak_electrodes.tsv',
        'set/sub-02/eeg/sub-02_task-rest_eeg.edf',
        'set/sub-02/eeg/sub-02_task-rest_eeg.json',
        'other/task-rest_channels.tsv',
      ),
    );
    expect(recordings.map(({ file, companions }) => [file.name, namesOf(companions)])).toEqual([
      ['sub-01_task-rest_eeg.edf', ['task-rest_events.tsv', 'sub-01_space-CapTrak_electrodes.tsv']],
      ['sub-02_task-rest_eeg.edf', ['task-rest_events.tsv', 'sub-02_task-rest_eeg.json']],
    ]);
    expect(strays).toEqual([]);
  });

  it('are joined where a recording in FIF goes on in others', () => {
    const { recordings } = sortFiles(
      named(
        'a_raw.fif',
        'a_raw-1.fif',
        'a_raw-2.fif',
        'b-1.fif',
        's_split-01_eeg.fif',
        's_split-02_eeg.fif',
      ),
    );
    const parts = ['a_raw-1.fif', 'a_raw-2.fif', 's_split-02_eeg.fif'];
    expect(recordings.map(({ file, companions }) => [file.name, namesOf(companions)])).toEqual([
      ['a_raw.fif', parts],
      ['b-1.fif', parts],
      ['s_split-01_eeg.fif', parts],
    ]);
    expect(sortFiles(named('x/a.fif', 'y/a-1.fif')).recordings).toHaveLength(2);
  });

  it('are side files only beside a recording of a data set', () => {
    const names = (...given: string[]) =>
      sortFiles(named(...given)).recordings.map(({ file }) => file.name);
    expect(names('night.edf', 'night_events.tsv')).toEqual(['night.edf', 'night_events.tsv']);
    expect(names('sub-1_eeg.fif.gz', 'sub-1_events.tsv')).toEqual(['sub-1_eeg.fif.gz']);
  });

  it('without a header are named', () => {
    const { recordings, strays } = sortFiles(named('a.eeg', 'a.vmrk'));
    expect(recordings).toEqual([]);
    expect(withoutHeader(strays)).toMatchObject({
      code: 'RECORDING_PARTS',
      found: 'a.eeg, a.vmrk',
    });
  });
});

describe('a folder', () => {
  it('is opened without what lies beside its recordings', () => {
    const files = named('a.set', 'a.fdt', 'README', 'participants.tsv', 'b.edf', 'notes.txt');
    expect(namesOf(ofFolder(files))).toEqual(['a.set', 'a.fdt', 'b.edf']);
    expect(namesOf(ofFolder(named('b_events.tsv', 'c_raw.fif')))).toEqual(['c_raw.fif']);
    const ofSet = named('sub-1_eeg.edf', 'sub-1_events.tsv', 'participants.tsv');
    expect(namesOf(ofFolder(ofSet))).toEqual(['sub-1_eeg.edf', 'sub-1_events.tsv']);
  });

  it('without a recording by its name is opened by its text files, but notes', () => {
    const files = named('OpenBCI-RAW.txt', 'muse.CSV', 'README.txt', 'photo.png', 'events.tsv');
    expect(namesOf(ofFolder(files))).toEqual(['OpenBCI-RAW.txt', 'muse.CSV']);
    expect(ofFolder(named('README.txt', 'photo.png'))).toEqual([]);
  });
});

describe('a drop', () => {
  const file = (name: string) => ({
    ...{ name, isFile: true, isDirectory: false },
    file: (done: (file: File) => void) => done(new File(['x'], name)),
  });
  const folder = (name: string, children: object[]) => ({
    ...{ name, isFile: false, isDirectory: true, fullPath: `/${name}` },
    createReader: () => {
      const answers = [children.slice(0, 2), children.slice(2), []]; // some at a time
      return { readEntries: (done: (some: object[]) => void) => done(answers.shift()!) };
    },
  });

  it('of a folder is the recordings inside, each with the parts of its folder', async () => {
    const inner = folder('sub', [file('b.vhdr'), file('b.eeg'), file('notes.txt')]);
    const entries = [
      folder('study', [file('a.vhdr'), file('a.eeg'), file('a.vmrk'), file('photo.png'), inner]),
    ];
    const dropped = {
      items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
      files: [],
    };
    const files = await droppedFiles(dropped as unknown as DataTransfer);
    expect(namesOf(files)).not.toContain('photo.png');
    const { recordings } = sortFiles(files);
    expect(recordings.map(({ file, companions }) => [file.name, namesOf(companions)])).toEqual([
      ['a.vhdr', ['a.eeg', 'a.vmrk']],
      ['b.vhdr', ['b.eeg']],
    ]);
  });

  it('of a folder of text files is these, and those beside a recording are not opened', async () => {
    const drop = (...children: object[]) => {
      const entry = folder('day', children);
      return { items: [{ webkitGetAsEntry: () => entry }], files: [] } as unknown as DataTransfer;
    };
    const texts = [file('OpenBCI-RAW.txt'), file('muse.csv')];
    expect(namesOf(await droppedFiles(drop(...texts)))).toEqual(['OpenBCI-RAW.txt', 'muse.csv']);
    expect(namesOf(await droppedFiles(drop(...texts, file('a.edf'))))).toEqual(['a.edf']);
  });

  it('of files is those files', async () => {
    const files = named('a.edf');
    expect(await droppedFiles({ items: [], files } as unknown as DataTransfer)).toEqual(files);
  });
});
