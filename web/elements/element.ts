// What all elements share: a recording that comes by attribute, property or file chooser, and news as events.
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
import { fetchFile } from './fetch_file.js';
import { look } from './styles.js';
import { elementWords } from './strings.js';

const sample = { seed: 1, durationS: 60 };

export abstract class EegElement extends LitElement {
  static override styles = [look];
  static override properties: PropertyDeclarations = {
    src: {},
    sample: { type: Boolean },
    fixed: { type: Boolean },
    file: { attribute: false },
    theme: {},
    recording: { state: true },
    status: { state: true },
    problem: { state: true },
  };

  /** Address of a recording. */
  declare src: string | null;
  /** Shows a minute of simulated EEG. */
  declare sample: boolean;
  /** No other file can be chosen. */
  declare fixed: boolean;
  /** A recording as File or Blob; goes before `src`. */
  declare file: Blob | null;
  /** "light" or "dark"; without it that of the system. */
  declare theme: string | null;
  /** What is open. */
  declare recording: Recording | null;
  declare protected status: string;
  declare protected problem: EegateError | null;
  #nOpened = 0;
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
    this.#sizes = new ResizeObserver(() => this.requestUpdate());
    this.#sizes.observe(this);
    if (this.hasUpdated && !this.recording) void this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes?.disconnect();
    this.#nOpened++;
    void this.recording?.close().catch(() => undefined);
    this.recording = null;
    leave(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['src', 'sample', 'file'].some((name) => changed.has(name))) void this.#open();
  }

  /** Called when a recording is open and shown. */
  protected abstract opened(recording: Recording): void;

  async #open(): Promise<void> {
    if (!this.isConnected || !(this.file || this.src || this.sample)) return;
    const turn = ++this.#nOpened;
    const isOld = () => turn !== this.#nOpened;
    this.status = elementWords.opening;
    this.problem = null;
    try {
      const recording = await this.#openedRecording();
      if (isOld()) return await recording.close();
      const previous = this.recording;
      this.recording = recording;
      this.status = '';
      void previous?.close().catch(() => undefined);
      this.announce('open', recording.info);
      this.opened(recording);
    } catch (thrown) {
      if (!isOld()) this.fail(thrown);
    }
  }

  async #openedRecording(): Promise<Recording> {
    const engine = await sharedEngine();
    if (this.file) {
      const name = this.file instanceof File ? this.file.name : 'recording';
      return engine.openRecording(this.file, { name });
    }
    if (this.src) return engine.openRecording(await fetchFile(this.src, document.baseURI));
    return engine.openRecording(await engine.makeSample(sample), { name: 'simulated-eeg.edf' });
  }

  protected announce(name: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(`eegate-${name}`, { detail, bubbles: true, composed: true }),
    );
  }

  protected fail(thrown: unknown): void {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const error =
      thrown instanceof EegateError
        ? thrown
        : new EegateError({ code: 'INTERNAL', message }, thrown);
    this.status = '';
    this.problem = error;
    this.announce('error', error);
  }

  /** The name of what is open, the way to open something else, and what an element adds. */
  protected bar(more: unknown = nothing): TemplateResult {
    return html`<div class="bar" part="bar">
      ${
        this.fixed
          ? nothing
          : html`<label class="choose" part="button"
              >${elementWords.openRecording}<input
                type="file"
                accept=".edf,.bdf,.rec"
                @change=${(event: Event) => this.#choose(event)}
            /></label>`
      }
      <p part="name">${this.#facts()}</p>
      ${more}
    </div>`;
  }

  protected alert(): TemplateResult {
    const { problem } = this;
    return html`<div role="alert">
      ${
        problem
          ? html`<div class="alert" part="error">
              <p>${problem.message}</p>
              ${problem.place ? html`<p class="muted">${problem.place}</p>` : nothing}
              ${problem.hint ? html`<p class="muted">${problem.hint}</p>` : nothing}
            </div>`
          : nothing
      }
    </div>`;
  }

  #facts(): unknown {
    const { recording } = this;
    if (this.status) return html`<span role="status">${this.status}</span>`;
    if (!recording) return html`<span class="muted">${elementWords.nothingOpen}</span>`;
    const { durationS, channels, name } = recording;
    const isSample = this.sample && !this.file && !this.src;
    return html`${name}<br /><span class="muted"
        >${elementWords.recordingFacts(channels.length, durationS, isSample)}</span
      >`;
  }

  #choose(event: Event): void {
    const [file] = (event.target as HTMLInputElement).files ?? [];
    if (file) this.file = file;
  }
}
