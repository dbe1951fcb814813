// <eeg-viewer>: traces of a recording, with a slider for the time.
import {
  css,
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { EegateError, Recording, SamplesReply } from '../api/index.js';
import { summarize } from '../plot/decimate.js';
import { plotThemeOf, surfaceOf } from '../plot/surface.js';
import { commonScale, drawTraces, rowHeight, type TraceRow } from '../plot/traces.js';
import { numberOr } from './attributes.js';
import { EegElement } from './element.js';
import { look } from './styles.js';
import { elementStrings } from './strings.js';

const strings = elementStrings.viewer;
const namesPx = 64;
const maxRows = 24;

/** What is drawn: samples, and the channels that they are of. */
interface Shown {
  samples: SamplesReply;
  indices: readonly number[];
}

const numberElse = (given: number, otherwise: number) =>
  Number.isNaN(Number(given)) ? otherwise : Number(given);

/**
 * @tag eeg-viewer
 * @fires eegate-view - The part in view has changed; detail { startS, durationS }.
 */
export class EegViewer extends EegElement {
  static override styles = [
    look,
    css`
      canvas,
      .reserved {
        height: var(--eeg-height, 320px);
      }
      .reserved {
        margin-top: 12px;
      }
      input[type='range'] {
        accent-color: var(--_accent);
        width: 100%;
        min-height: 32px;
        margin: 4px 0 0;
      }
    `,
  ];
  static override properties: PropertyDeclarations = {
    channels: {},
    start: { ...numberOr(0), noAccessor: true },
    duration: { ...numberOr(10), noAccessor: true },
    shown: { state: true },
  };

  /** Names of channels, separated by commas; default: the first 24. */
  declare channels: string | null;
  declare protected shown: Shown | null;
  #indices: readonly number[] = [];
  #nReads = 0;
  #readProblem: EegateError | null = null;
  /** As asked for: another recording may allow more of it than this one. */
  #wanted = { startS: 0, durationS: 10 };

  constructor() {
    super();
    this.channels = null;
    this.shown = null;
  }

  /** Start of the view, in seconds; of an open recording as it is shown. */
  get start(): number {
    return this.recording ? this.#view(this.recording).startS : this.#wanted.startS;
  }
  set start(startS: number) {
    this.#want({ ...this.#wanted, startS: numberElse(startS, 0) });
  }

  /** Duration of the view, in seconds; of an open recording as it is shown. */
  get duration(): number {
    return this.recording ? this.#view(this.recording).durationS : this.#wanted.durationS;
  }
  set duration(durationS: number) {
    this.#want({ ...this.#wanted, durationS: numberElse(durationS, 10) });
  }

  #want(wanted: { startS: number; durationS: number }): void {
    const before = this.#wanted;
    this.#wanted = wanted;
    // What is read back may be the same.
    if (wanted.startS !== before.startS) this.requestUpdate('start', undefined);
    if (wanted.durationS !== before.durationS) this.requestUpdate('duration', undefined);
  }

  protected override opened(recording: Recording): void {
    const { info } = recording;
    const named = (this.channels ?? '').split(',').map((name) => name.trim());
    const indices: number[] = [];
    this.problem = null;
    for (const name of named.filter(Boolean))
      try {
        indices.push(recording.channelIndex(name));
      } catch (thrown) {
        this.fail(thrown); // the other channels are shown
      }
    this.#indices = indices.length > 0 ? indices : info.mainChannels.slice(0, maxRows);
    this.shown = null;
    void this.#read();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { recording } = this;
    if (!recording || changed.has('recording')) return;
    if (changed.has('channels')) this.opened(recording);
    else if (changed.has('start') || changed.has('duration')) void this.#read();
  }

  async #read(): Promise<void> {
    const { recording } = this;
    if (!recording) return;
    const turn = ++this.#nReads;
    const isOld = () => turn !== this.#nReads || recording !== this.recording;
    const { startS, durationS } = this.#view(recording);
    const indices = this.#indices;
    try {
      const samples = await recording.readWindow({ channels: indices, startS, durationS });
      if (isOld()) return;
      this.shown = { samples, indices };
      if (this.problem === this.#readProblem) this.problem = null;
      this.announce('view', { startS, durationS });
    } catch (thrown) {
      if (!isOld()) this.#readProblem = this.fail(thrown);
    }
  }

  #view(recording: Recording): { startS: number; durationS: number } {
    const { startS, durationS } = this.#wanted;
    const shownS = Math.min(Math.max(0.1, durationS || 10), recording.durationS);
    const lastS = recording.durationS - shownS;
    return { startS: Math.min(Math.max(0, startS), lastS), durationS: shownS };
  }

  protected override render(): TemplateResult {
    const { recording } = this;
    return html`<div class="base" part="base" dir="ltr" lang=${elementStrings.language}>
      ${this.bar()} ${recording ? this.#traces(recording) : this.#reserved()} ${this.alert()}
    </div>`;
  }

  /** Space for the traces of a recording that is being opened, so that the page below does not move. */
  #reserved(): unknown {
    return this.isOpening ? html`<div class="reserved"></div>` : nothing;
  }

  protected override closed(): void {
    this.shown = null;
  }

  #traces(recording: Recording): TemplateResult {
    const { startS, durationS } = this.#view(recording);
    const names = this.#indices.map((index) => recording.channels[index]?.name).join(', ');
    return html`<canvas
        part="traces"
        role="img"
        aria-label=${strings.traces(names, startS, startS + durationS)}
      ></canvas>
      <input
        part="slider"
        type="range"
        aria-label=${strings.timeline}
        min="0"
        max=${recording.durationS - durationS}
        step="any"
        .value=${String(startS)}
        ?hidden=${recording.durationS <= durationS}
        @input=${(event: Event) => (this.start = Number((event.target as HTMLInputElement).value))}
      />`;
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const surface = canvas && surfaceOf(canvas, plotThemeOf(this, '--_'));
    const { recording, shown } = this;
    if (!surface || !recording || !shown) return;
    const { samples, indices } = shown;
    const { startS, durationS } = this.#view(recording);
    const axis = {
      startS,
      spanS: durationS,
      left: Math.min(namesPx, surface.width / 5),
      right: surface.width - 1,
    };
    const pitch = rowHeight(surface.height, indices.length);
    const scale = commonScale(samples.data, pitch);
    const rows = indices.map((index, i): TraceRow => {
      const { name } = recording.channels[index]!;
      const data = samples.data[i] ?? new Float32Array(0);
      const center = summarize(data).mean;
      return { name, samples: data, sfreq: samples.sfreq, startS: samples.startS, center, scale };
    });
    drawTraces(surface, {
      axis,
      rows,
      annotations: recording.annotations,
      gaps: [],
      selected: null,
      cursorS: null,
      pxPerUv: scale,
    });
  }
}
