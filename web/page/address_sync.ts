// Keeps the fragment of the URL and the state together: written when the view rests, read at the start and when it changes. Each
// change of workspace is an entry in the history of the tab; going back or forward changes only the workspace.
import type { Actions } from './actions.js';
import { inWorkspace, readFragment, withWaiting, writeFragment, type Address } from './address.js';
import { ungatedVersions } from './bundled_models.js';
import { shell } from './shell.js';
import { currentRecording, type RecordingEntry, type State, type View } from './state.js';
import type { Store } from './store.js';
import { entered } from './tasks.js';
import { timelineS } from './truncation.js';
import { isFolding, workspaceOf, type Workspace } from './workspaces.js';

const restMs = 300; // browsers refuse more than some hundred changes in half a minute

export class AddressSync {
  readonly #store: Store<State>;
  readonly #actions: Actions;
  #written = '';
  /** The one in the address. */
  #workspace: Workspace;
  #timer = 0;
  #isChoosing = false;
  /** What only makes sense once there is a recording, or results. */
  #pending: Address | null = null;

  constructor(store: Store<State>, actions: Actions) {
    this.#store = store;
    this.#actions = actions;
    shell.on('fragment', ({ isLink = false }) => this.#read(isLink));
    shell.on('visited', ({ fragment }) => this.#visit(fragment));
    this.#workspace = store.state.workspace;
    if (shell.fragment) this.#read();
  }

  /** After every draw. */
  sync(state: State): void {
    this.#applyPending(state);
    this.#enter(state.workspace);
    if (this.#timer) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#write();
    }, restMs);
  }

  #write(): void {
    const { state } = this.#store;
    const waits = this.#pending !== null && !currentRecording(state);
    if (this.#pending?.model || (waits && this.#pending?.place) || state.isBusy) return;
    const text = withWaiting(writeFragment(state), waits ? this.#written : '');
    if (text === this.#written) return;
    this.#written = text;
    shell.setFragment(text);
  }

  /** At once, also while the page is busy: going back must not leave it. */
  #enter(workspace: Workspace): void {
    if (workspace === this.#workspace) return;
    this.#workspace = workspace;
    this.#written = inWorkspace(this.#written, workspace);
    shell.setFragment(this.#written, true);
  }

  #visit(text: string): void {
    this.#written = text;
    this.#workspace = workspaceOf(readFragment(text).place ?? 'signals', 'signals');
    this.#store.update(entered(this.#store.state, this.#workspace));
    this.#store.invalidate();
  }

  #read(isLink = false): void {
    const text = shell.fragment;
    if (!text || text === this.#written) return;
    this.#written = text;
    const address = readFragment(text);
    const { state } = this.#store;
    const change: Partial<State> = {
      urlSettings: { ...state.urlSettings, ...address.urlSettings },
    };
    if (address.open) change.openSections = address.open.filter(isFolding);
    if (address.tools) change.tools = address.tools;
    const { startS, spanS } = address.view;
    const { isOfSample = false } = address;
    change.awaited =
      startS === undefined || spanS === undefined ? null : { startS, spanS, isOfSample };
    if (address.place === 'main') delete address.place; // the link to the top
    // Older links name a section by what was open.
    const section = address.place ?? address.open?.find((id) => !isFolding(id));
    if (section) change.workspace = workspaceOf(section, state.workspace);
    this.#store.update(change);
    const { workspace } = this.#store.state;
    if (isLink) shell.setFragment(text, workspace !== this.#workspace);
    this.#workspace = workspace;
    this.#pending = address;
    this.#store.invalidate();
  }

  /** One of the models that come later is waited for, unless another was chosen meanwhile. */
  async #chooseModel(address: Address): Promise<void> {
    this.#isChoosing = true;
    const key = address.model!;
    const before = this.#store.state.modelKey;
    if (ungatedVersions.some(({ fileName }) => fileName === key))
      await this.#actions.models.prepareUngatedVersions();
    delete address.model;
    this.#isChoosing = false;
    if (key !== before && this.#store.state.modelKey === before)
      await this.#actions.models.select(key, true);
    this.#store.invalidate();
  }

  #applyPending(state: State): void {
    const address = this.#pending;
    if (!address) return;
    if (address.model && !state.isBusy && !this.#isChoosing) void this.#chooseModel(address);
    if (address.place && !state.isBusy) {
      if (document.getElementById(address.place)) {
        this.#actions.navigation.goTo(address.place);
        delete address.place;
      }
    }
    const entry = currentRecording(state);
    if (entry) this.#applyTo(entry, address);
    const { model, place, epoch, view } = address;
    const isDone = !model && !place && epoch === undefined && !Object.keys(view).length;
    if (isDone) this.#pending = null;
  }

  #applyTo(entry: RecordingEntry, address: Address): void {
    if (Object.keys(address.view).length) {
      const names = new Set(entry.recording.channels.map(({ name }) => name));
      const picked = address.view.picked?.filter((name) => names.has(name));
      const view = {
        ...address.view,
        ...(picked && { picked: picked.length ? picked : null }),
        ...spanOf(entry, address.view),
      };
      address.hasTime = view.startS !== undefined;
      address.view = {};
      this.#actions.view.change(view, false);
    }
    if (address.epoch === undefined || !entry.run || entry.run.nDone <= address.epoch) return;
    if (address.hasTime) this.#actions.view.choose(address.epoch);
    else this.#actions.view.showEpoch(address.epoch);
    delete address.epoch;
  }
}

/** Of a shorter recording no more than an hour. */
const longestOfShortS = 3600;

const spanOf = (entry: RecordingEntry, { spanS }: Partial<View>): Partial<View> =>
  spanS === undefined
    ? {}
    : { spanS: Math.min(spanS, Math.max(longestOfShortS, timelineS(entry))) };
