// <eeg-classifier>: a recording, a model, and its prediction for each epoch.
import {
  css,
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { type Compatibility, EegateError, type Prediction, type Recording } from '../api/index.js';
import { drawStrip, stripBlocks } from '../plot/strip.js';
import { classColors } from '../plot/class_colors.js';
import { classColor, plotThemeOf, surfaceOf } from '../plot/surface.js';
import { textOr } from './attributes.js';
import { EegElement } from './element.js';
import { Classifying, type Job, type ModelSource } from './classifying.js';
import { loadedFrom } from './engine.js';
import { look } from './styles.js';
import { elementStrings } from './strings.js';

const strings = elementStrings.classifier;

/** Verdicts with which a recording is classified only by `override`, which the element does not have. */
const isRefused = ({ verdict }: Pick<Compatibility, 'verdict'>): boolean =>
  verdict === 'missing' || verdict === 'incompatible';

/**
 * @tag eeg-classifier
 * @fires eegate-compatibility - Recording and model were compared; detail is the compatibility.
 * @fires eegate-prediction - One epoch; detail { index, onsetS, durationS, label, probabilities }.
 * @fires eegate-done - All epochs, as an array.
 */
export class EegClassifier extends EegElement {
  static override styles = [
    look,
    css`
      canvas {
        height: var(--eeg-strip-height, 72px);
      }
      ul {
        list-style: none;
        margin: 12px 0 0;
        padding: 0;
      }
      li {
        align-items: center;
        display: grid;
        gap: 4px 10px;
        grid-template-columns: 12px minmax(6em, auto) 1fr;
      }
      svg {
        display: block;
        height: 12px;
        width: 12px;
      }
      .compatibility {
        margin: 8px 0 0;
      }
    `,
  ];
  static override properties: PropertyDeclarations = {
    model: textOr('eyes'),
    modelFile: { attribute: false },
    autorun: { type: Boolean },
    predictions: { state: true },
    isRunning: { state: true },
    classes: { state: true },
    compatibility: { state: true },
  };

  /** Address of a model file, or the name of a bundled one: eyes, eyes8, eyes_standard, leftright, leftright_rhythm, eyes_tangent, leftright_csp. */
  declare model: string;
  /** A model file as Blob, in place of `model`. */
  declare modelFile: Blob | null;
  /** Classifies as soon as recording and model are open. */
  declare autorun: boolean;
  /** Predictions so far. */
  declare predictions: Prediction[];
  /** How the recording suits the model. */
  declare compatibility: Compatibility | null;
  declare protected isRunning: boolean;
  declare protected classes: readonly string[];
  readonly #engine = new Classifying(loadedFrom);

  constructor() {
    super();
    this.model = 'eyes';
    this.modelFile = null;
    this.autorun = false;
    this.predictions = [];
    this.compatibility = null;
    this.isRunning = false;
    this.classes = [];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#engine.close(); // its engine may end
    this.isRunning = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.model ||= 'eyes'; // frameworks set undefined
    super.willUpdate(changed);
    const { recording } = this;
    const isOther = changed.has('model') || changed.has('modelFile');
    if (isOther && recording && this.hasUpdated) this.opened(recording);
    else if (changed.has('autorun') && !this.isRunning && this.predictions.length === 0)
      this.#runIfWanted();
  }

  protected override opened(recording: Recording): void {
    this.closed();
    void this.#compare(recording);
  }

  /** Of the previous recording or model; a call that waits goes on. */
  protected override closed(): void {
    this.#engine.supersede();
    this.isRunning = this.#engine.isRunning;
    this.predictions = [];
    this.compatibility = null;
  }

  async #compare(recording: Recording): Promise<void> {
    const source = this.#source;
    const isOld = () => recording !== this.recording || source !== this.#source;
    try {
      this.status = strings.loadingModel;
      const model = await this.#engine.model(source);
      if (isOld()) return;
      const compatibility = await model.checkCompatibility(recording);
      if (isOld()) return;
      this.status = '';
      this.compatibility = compatibility;
      this.announce('compatibility', compatibility);
      this.#runIfWanted();
    } catch (thrown) {
      if (!isOld()) this.#failOnce(thrown);
    }
  }

  #runIfWanted(): void {
    const { autorun, compatibility } = this;
    if (autorun && compatibility && !isRefused(compatibility)) this.#classifyQuietly();
  }

  /** What fails to load is met by the comparison and by a call. */
  #failOnce(thrown: unknown): unknown {
    return thrown === this.problem ? thrown : this.fail(thrown);
  }

  /**
   * Classifies every epoch of the recording, once it and the model are loaded; resolves with the predictions. Calls share one run.
   * Rejects with the error that is shown, or with an AbortError.
   */
  classify(): Promise<Prediction[]> {
    const call = this.#engine.callOf(this.isLoading ? null : this.#source);
    return call ?? this.#begin();
  }

  #begin(): Promise<Prediction[]> {
    const call = this.#engine.classify(() => this.#ready(), {
      onBegin: ({ classes }, predictions) => {
        this.classes = classes;
        this.predictions = predictions;
      },
      onPrediction: (prediction) => {
        this.announce('prediction', prediction);
        this.requestUpdate();
      },
      onDone: (predictions) => this.announce('done', predictions),
      onFailed: (thrown) => this.#failOnce(thrown),
    });
    this.isRunning = true;
    const end = () => (this.isRunning = this.#engine.isRunning);
    call.then(end, end);
    return call;
  }

  async #ready(): Promise<Job> {
    const failed = await this.loaded();
    const { recording } = this;
    if (!recording)
      throw failed ?? new EegateError({ code: 'ELEMENT_EMPTY', message: strings.nothingOpen });
    this.problem = null;
    return { source: this.#source, recording };
  }

  get #source(): ModelSource {
    return this.modelFile ?? this.model;
  }

  /** For who looks at the events alone. */
  #classifyQuietly(): void {
    this.classify().catch(() => undefined); // it is shown and reported
  }

  /** Stops a classification, whose call rejects; predictions so far stay. */
  stop(): void {
    this.#engine.stop();
    this.isRunning = false;
  }

  protected override render(): TemplateResult {
    const canRun = this.recording && this.compatibility && !isRefused(this.compatibility);
    const action = this.isRunning
      ? html`<button part="button" type="button" @click=${() => this.stop()}>
          ${strings.stop}
        </button>`
      : html`<button
          part="button"
          class="first"
          type="button"
          ?disabled=${!canRun}
          @click=${() => this.#classifyQuietly()}
        >
          ${strings.classify}
        </button>`;
    return html`<div class="base" part="base" dir="ltr" lang=${elementStrings.language}>
      ${this.bar(action)} ${this.#verdict()} ${this.#results()} ${this.alert()}
    </div>`;
  }

  #verdict(): unknown {
    const { compatibility } = this;
    if (!compatibility || !isRefused(compatibility)) return nothing;
    const why = compatibility.items.filter(isRefused).map(({ message }) => message);
    return html`<p class="compatibility" part="compatibility">${strings.doesNotSuit(why)}</p>`;
  }

  #results(): unknown {
    const { predictions } = this;
    if (predictions.length === 0) return nothing;
    const theme = plotThemeOf(this, '--_');
    const slots = classColors.slotsOf(this.classes);
    const counts = this.classes.map((name) => ({
      name,
      n: predictions.filter(({ label }) => label === name).length,
    }));
    const share = (n: number) => strings.share(n, predictions.length);
    const strip = strings.strip(counts.map(({ name, n }) => `${name} ${share(n)}`));
    return html`<canvas part="strip" role="img" aria-label=${strip}></canvas>
      <ul part="summary">
        ${counts.map(
          ({ name, n }, k) =>
            html`<li>
              <svg viewBox="0 0 1 1" aria-hidden="true">
                <rect width="1" height="1" fill=${classColor(theme, slots[k]!)} />
              </svg>
              <span>${name}</span><span class="muted">${share(n)}</span>
            </li>`,
        )}
      </ul>`;
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const surface = canvas && surfaceOf(canvas, plotThemeOf(this, '--_'));
    if (!surface || !this.recording) return;
    drawStrip(surface, {
      axis: { startS: 0, spanS: this.recording.durationS, left: 0, right: surface.width - 1 },
      epochs: this.predictions,
      blocks: stripBlocks(this.predictions),
      classes: this.classes,
      selected: null,
      cursorS: null,
    });
  }
}
