// Actions on a data set: search recordings, open some of them, train on some of them.
import type { Navigation } from '../navigation.js';
import type { RecordingFiles } from '../recording_files.js';
import type { State } from '../state.js';
import type { Store } from '../store.js';
import type { Tasks } from '../tasks.js';
import { strings } from '../strings/index.js';
import {
  dataSetOf,
  foundIn,
  labelsOf,
  tickedIn,
  type DataSet,
  type DataSetRecording,
  type DataSetState,
} from './data_set.js';

/** Counting labels is told now and then, not with each of thousands of files. */
const countedAtOnce = 50;

export class DataSets {
  readonly #open: (found: readonly RecordingFiles[]) => Promise<void>;

  constructor(
    private readonly store: Store<State>,
    private readonly tasks: Tasks,
    private readonly navigation: Navigation,
    open: (found: readonly RecordingFiles[]) => Promise<void>,
  ) {
    this.#open = open;
  }

  /** Shows what the files hold, if they are those of a data set with several recordings. */
  async show(files: readonly File[]): Promise<boolean> {
    let set: DataSet | null = null;
    await this.tasks.attempt('open', strings.dataSet.title, async () => {
      set = await dataSetOf(files);
    });
    if (!set || (set as DataSet).recordings.length < 2) return false;
    const shown: DataSet = set;
    const ticked = new Set<string>();
    const dataSet = { set: shown, text: '', session: '', task: '', label: '', ticked };
    this.store.update({ dataSet });
    this.tasks.say(strings.dataSet.counted(shown.recordings.length));
    this.navigation.show('data-set');
    void this.tasks.attempt('open', shown.name, () => this.#countLabels(shown));
    return true;
  }

  async #countLabels({ recordings, ...of }: DataSet): Promise<void> {
    let known = [...recordings];
    for (let first = 0; first < known.length; first += countedAtOnce) {
      const some = known.slice(first, first + countedAtOnce);
      const counted = await Promise.all(
        some.map(async (one) => ({ ...one, labels: await labelsOf(one) })),
      );
      known = [...known.slice(0, first), ...counted, ...known.slice(first + countedAtOnce)];
      const { dataSet } = this.store.state;
      if (dataSet?.set.participants !== of.participants) return; // another one was opened meanwhile
      this.store.update({ dataSet: { ...dataSet, set: { ...of, recordings: known } } });
    }
  }

  look(change: Partial<Omit<DataSetState, 'set'>>): void {
    this.store.update(({ dataSet }) => (dataSet ? { dataSet: { ...dataSet, ...change } } : {}));
  }

  tick(recordings: readonly DataSetRecording[], isTicked: boolean): void {
    this.store.update(({ dataSet }) => {
      if (!dataSet) return {};
      const ticked = new Set(dataSet.ticked);
      for (const { key, isMissing } of recordings)
        if (isTicked && !isMissing) ticked.add(key);
        else ticked.delete(key);
      return { dataSet: { ...dataSet, ticked } };
    });
  }

  tickFound(isTicked: boolean): void {
    const { dataSet } = this.store.state;
    if (dataSet) this.tick(foundIn(dataSet), isTicked);
  }

  async open(recordings: readonly DataSetRecording[]): Promise<void> {
    for (const id of ['data-set', 'recordings']) document.getElementById(id)?.hidePopover();
    const isOpen = ({ file }: RecordingFiles) =>
      this.store.state.recordings.some((entry) => entry.file === file);
    await this.#open(recordings.filter((one) => !isOpen(one)));
  }

  async openTicked(): Promise<void> {
    const { dataSet } = this.store.state;
    if (dataSet) await this.open(tickedIn(dataSet));
  }

  /** Each participant is a person of the training, by which it is judged. */
  async trainOnTicked(): Promise<void> {
    await this.openTicked();
    this.navigation.goTo('train');
  }
}
