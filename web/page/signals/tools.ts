// Requests of the analysis tools to the engine: electrode positions, filter response, spectra.
import type { Engine, Recording } from '../../api/index.js';
import { projected, type MapPoint } from '../../plot/head.js';
import { currentModel, type RecordingEntry, type State } from '../state.js';
import { previewRecipe } from '../recipe_text.js';
import type { Store } from '../store.js';
import type { BandId } from '../view.js';
import type { Tasks } from '../tasks.js';
import { Latest } from './latest.js';
import { rowsOfMap, seenBy, seenThrough, viewOfMap, visibleRows, type Row } from './montage.js';
import { readRows } from './row_samples.js';
import { strings } from '../strings/index.js';

export interface Response {
  hz: Float32Array;
  gain: Float32Array;
  sfreq: number;
}

export interface ShownSpectrum {
  names: string[];
  binHz: number;
  /** µV²/Hz, by the names. */
  density: Float32Array[];
  fromS: number;
  toS: number;
}

export class SignalTools {
  readonly #engine: Promise<Engine>;
  readonly #positions: Latest<Map<string, MapPoint>>;
  readonly #response: Latest<Response>;
  readonly #spectrum: Latest<ShownSpectrum | null>;
  readonly #headSpectrum: Latest<ShownSpectrum | null>;
  readonly #store: Store<State>;

  constructor(store: Store<State>, engine: Promise<Engine>, tasks: Tasks) {
    this.#store = store;
    this.#engine = engine;
    const { subjects } = strings.errors;
    const latest = <T>(subject: string) =>
      new Latest<T>(
        () => store.update(({ nToolAnswers }) => ({ nToolAnswers: nToolAnswers + 1 })),
        (thrown) => tasks.report(thrown, subject),
      );
    this.#positions = latest(subjects.headMap);
    this.#response = latest(subjects.filter);
    this.#spectrum = latest(subjects.spectrum);
    this.#headSpectrum = latest(subjects.headMap);
  }

  /** The electrode under the pointer or the focus; null for none. */
  focus(name: string | null): void {
    if (this.#store.state.focusedElectrode !== name) this.#store.update({ focusedElectrode: name });
  }

  /** Moves the cursor of the spectrum. */
  moveCursor(toHz: number): void {
    const cursorHz = Math.max(0.5, toHz);
    if (this.#store.state.cursorHz !== cursorHz) this.#store.update({ cursorHz });
  }

  get cursorHz(): number {
    return this.#store.state.cursorHz;
  }

  /** Where the recording's electrodes lie on the map of the head. */
  positions({ info, channels }: Recording): Map<string, MapPoint> {
    const found = this.#positions.get(String(info.id), async () => {
      const names = channels.filter(({ isTrigger }) => !isTrigger).map(({ name }) => name);
      const positions = await (await this.#engine).electrodes(names);
      return new Map(
        names.flatMap((name, i) => {
          const at = positions[i];
          return at ? [[name, projected(at)] as const] : [];
        }),
      );
    });
    return found ?? new Map<string, MapPoint>();
  }

  /** Gain of what the traces are seen through, from 0.05 Hz to half the sampling rate; null when that changes nothing. */
  response(state: State, { recording, view }: RecordingEntry): Response | null {
    const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
    const sfreq = recording.channels[recording.info.mainChannels[0] ?? 0]?.sfreq ?? 0;
    const seen = seenBy(seenThrough(recording, view, recipe), sfreq, true);
    const { preview, display } = seen;
    const through = preview ? { recipe: preview } : display ? { display } : null;
    if (!through) return null;
    return this.#response.get(JSON.stringify([sfreq, seen]), async () => {
      const n = 320;
      const [low, high] = [0.05, sfreq / 2];
      const hz = Float32Array.from({ length: n }, (_, i) => low * (high / low) ** (i / (n - 1)));
      return { hz, gain: await (await this.#engine).filterResponse(through, sfreq, hz), sfreq };
    });
  }

  /** Of the rows in view. */
  spectrum(state: State, entry: RecordingEntry): ShownSpectrum | null {
    const rows = visibleRows(entry.recording, entry.view);
    return this.#spectra(this.#spectrum, state, entry, rows);
  }

  /** Of all electrodes with a place on the head. */
  headSpectrum(state: State, entry: RecordingEntry): ShownSpectrum | null {
    const rows = rowsOfMap(entry.recording, entry.view, this.positions(entry.recording));
    const ofMap = { ...entry, view: viewOfMap(entry.view) };
    return this.#spectra(this.#headSpectrum, state, ofMap, rows);
  }

  /** Of the chosen epoch if it is in view, else of all that is. */
  #spectra(
    latest: Latest<ShownSpectrum | null>,
    state: State,
    { recording, view, run }: RecordingEntry,
    among: readonly Row[],
  ): ShownSpectrum | null {
    const epoch = run && run.selected !== null ? run.predictions[run.selected] : null;
    const isEpoch = epoch && epoch.onsetS >= view.startS - 1e-6 && epoch.durationS >= 0.5;
    const fromS = isEpoch ? epoch.onsetS : view.startS;
    const toS = Math.min(
      recording.durationS,
      isEpoch ? epoch.onsetS + epoch.durationS : view.startS + view.spanS,
    );
    const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
    const seen = seenThrough(recording, view, recipe);
    const main = recording.channels[recording.info.mainChannels[0] ?? 0]?.sfreq;
    const rows = among.filter(({ index }) => {
      const { isVoltage, isTrigger, sfreq } = recording.channels[index]!;
      return isVoltage && !isTrigger && sfreq === main;
    });
    const key = JSON.stringify([recording.info.id, rows, seen, fromS, toS]);
    return latest.get(key, async () => {
      if (!rows.length || toS - fromS < 0.1) return null;
      const samples = await readRows(recording, rows, seen, fromS, toS - fromS);
      const data = rows.map(({ name }) => samples.get(name)!.samples);
      const { binHz, density } = await (await this.#engine).spectra(data, main!);
      return { names: rows.map(({ name }) => name), binHz, density, fromS, toS };
    });
  }
}

/** From above the first bin, which holds slow drifts, to 70 Hz or as far as there is anything. */
export function binsShown({
  binHz,
  density,
}: Pick<ShownSpectrum, 'binHz' | 'density'>): [number, number] {
  return [1, Math.min((density[0]?.length ?? 1) - 1, Math.floor(70 / binHz))];
}

const named = strings.tools.spectra.bands;
const edges: readonly [BandId, lowHz: number, highHz: number][] = [
  ['delta', 0.5, 4],
  ['theta', 4, 8],
  ['alpha', 8, 13],
  ['beta', 13, 30],
  ['gamma', 30, 50],
];
export const bands = edges.map(([id, lowHz, highHz]) => ({
  id,
  get name() {
    return named[id];
  },
  lowHz,
  highHz,
}));

/** µV² of the bins from lowHz up to highHz. */
export function bandPower(
  density: Float32Array,
  binHz: number,
  { lowHz, highHz }: { lowHz: number; highHz: number },
): number {
  let sum = 0;
  density.forEach((value, k) => {
    if (k * binHz >= lowHz && k * binHz < highHz) sum += value;
  });
  return sum * binHz;
}

/** The mean over channels that have values. */
export function meanDensity(density: Float32Array[]): Float32Array {
  const filled = density.filter((one) => !Number.isNaN(one[0]));
  const mean = new Float32Array(density[0]?.length ?? 0);
  for (const one of filled) one.forEach((value, k) => (mean[k]! += value / filled.length));
  return mean;
}
