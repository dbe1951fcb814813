// Base of the elements with a recording, which comes by attribute, property or file chooser; changes are reported by events.
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { EegateError, type Recording } from '../api/index.js';
import { enter, leave, sharedEngine } from './engine.js';
import { errorView } from './error_view.js';
import { fetchFile } from './fetch_file.js';
import { look } from './styles.js';
import { elementStrings } from './strings.js';

/** Elements take no companions: what the error of a recording in several files recommends does not help here. */
function ofOneFile(thrown: unknown): unknown {
  if (!(thrown instanceof EegateError) || !thrown.code.endsWith('_DATA_MISSING')) return thrown;
  return new EegateError({ ...thrown.toJSON(), hint: elementStrings.oneFile }, thrown);
}

const sample = { seed: 1, durationS: 60 };

export abstract class EegElement extends LitElement {
  static override styles = [look];
  static override properties: PropertyDeclarations = {
    src: {},
    sample: { type: Boolean },
    fixed: { type: Boolean },
    file: { attribute: false },
    theme: { reflect: true }, // the styles select it
    recording: { state: true },
    status: { state: true },
    problem: { state: true },
  };

  /** Address of a recording. */
  declare src: string | null;
  /** Shows one minute of simulated EEG. */
  declare sample: boolean;
  /** Hides the button that opens another file. */
  declare fixed: boolean;
  /** A recording as File or Blob, in place of `src`; also what the reader chose. */
  declare file: Blob | null;
  /** "light" or "dark"; default: that of the system. */
  declare theme: string | null;
  /** The open recording; null if none is open. */
  declare recording: Recording | null;
  declare protected status: string;
  declare protected problem: EegateError | null;
  #nOpened = 0;
  #asked: unknown[] = []; // what was opened last, or is being opened
  #isOpening = false;
  #opening: Promise<EegateError | null> = Promise.resolve(null);
  #sizes: ResizeObserver | null = null;

  constructor() {
    super();
    this.src = null;
    this.sample = false;
    this.fixed = false;
    this.file = null;
    this.theme = null;
    this.recording = null;
    this.status = '';
    this.problem = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    enter(this);
    // Environments of tests, such as jsdom, have none.
    if ('ResizeObserver' in globalThis)
      this.#sizes = new ResizeObserver(() => this.requestUpdate());
    this.#sizes?.observe(this);
    if (this.hasUpdated && !this.recording) this.#opening = this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes?.disconnect();
    this.#close();
    leave(this);
  }

  /** Canvases are drawn again when a colour has changed. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.addEventListener('transitionrun', () => this.requestUpdate());
    return root;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['src', 'sample', 'file'].some((name) => changed.has(name))) this.#opening = this.#open();
  }

  /** Called when a recording is open and shown. */
  protected abstract opened(recording: Recording): void;

  /** Called when the recording was closed and there is no other. */
  protected closed(): void {}

  /** Whether a recording is being opened. */
  protected get isOpening(): boolean {
    return this.status !== '' && this.recording === null;
  }

  /** Whether the recording that was asked for is not there yet. */
  protected get isLoading(): boolean {
    return this.#isOpening || this.#wanted.some((given, i) => given !== this.#asked[i]);
  }

  /** Resolves when nothing is being opened any more: with the error if that failed. */
  protected async loaded(): Promise<EegateError | null> {
    while (this.isConnected) {
      await this.updateComplete;
      const failed = await this.#opening;
      if (!this.isLoading) return failed;
    }
    return null;
  }

  get #wanted(): unknown[] {
    return [this.file, this.src, this.sample];
  }

  /** Resolves with the error if it failed; it is reported. */
  async #open(): Promise<EegateError | null> {
    this.#asked = this.#wanted;
    if (!this.isConnected) return null;
    if (!(this.file || this.src || this.sample)) return this.#close();
    this.#isOpening = true;
    const turn = ++this.#nOpened;
    const isOld = () => turn !== this.#nOpened;
    this.status = elementStrings.opening;
    this.problem = null;
    try {
      const recording = await this.openedRecording((share) => {
        if (!isOld()) this.status = elementStrings.openingShare(share);
      }).catch((thrown: unknown) => {
        throw ofOneFile(thrown);
      });
      if (isOld()) return await recording.close().then(() => null);
      const previous = this.recording;
      this.recording = recording;
      this.#isOpening = false;
      this.status = '';
      void previous?.close().catch(() => undefined);
      this.announce('open', recording.info);
      this.opened(recording);
      return null;
    } catch (thrown) {
      if (isOld()) return null;
      this.#close(); // an error below an older recording would be taken for one of it
      return this.fail(thrown);
    }
  }

  /** Nothing is open any more, nor being opened. */
  #close(): null {
    this.#nOpened++;
    this.#isOpening = false;
    this.status = '';
    this.problem = null;
    if (!this.recording) return null;
    void this.recording.close().catch(() => undefined);
    this.recording = null;
    this.closed();
    return null;
  }

  protected async openedRecording(onProgress: (share: number) => void): Promise<Recording> {
    const engine = await sharedEngine();
    if (this.file) return engine.openRecording(this.file);
    if (this.src)
      return engine.openRecording(await fetchFile(this.src, document.baseURI, onProgress));
    return engine.openRecording(await engine.makeSample(sample), { name: 'simulated-eeg.edf' });
  }

  protected announce(name: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(`eegate-${name}`, { detail, bubbles: true, composed: true }),
    );
  }

  protected fail(thrown: unknown): EegateError {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const error =
      thrown instanceof EegateError
        ? thrown
        : new EegateError({ code: 'INTERNAL', message }, thrown);
    this.status = '';
    this.problem = error;
    this.announce('error', error);
    return error;
  }

  /** The name of the recording, the button that opens another one, and what an element adds. */
  protected bar(more: unknown = nothing): TemplateResult {
    return html`<div class="bar" part="bar">
      ${
        this.fixed
          ? nothing
          : html`<label class="choose" part="button"
              >${elementStrings.openRecording}<input
                type="file"
                @change=${(event: Event) => this.#choose(event)}
            /></label>`
      }
      <p part="name">${this.#facts()}</p>
      ${more}
    </div>`;
  }

  protected alert(): TemplateResult {
    return errorView(this.problem);
  }

  #facts(): unknown {
    const { recording } = this;
    if (this.status) return html`<span role="status">${this.status}</span>`;
    if (!recording) return html`<span class="muted">${elementStrings.nothingOpen}</span>`;
    const { durationS, channels, name } = recording;
    const isSample = this.sample && !this.file && !this.src;
    return html`${name}<br /><span class="muted"
        >${elementStrings.recordingFacts(channels.length, durationS, isSample)}</span
      >`;
  }

  #choose(event: Event): void {
    const [file] = (event.target as HTMLInputElement).files ?? [];
    if (file) this.file = file;
  }
}
