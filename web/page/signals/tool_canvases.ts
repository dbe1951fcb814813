// Canvases of the analysis tools: head, filter response, spectrum. Drawn after every render in which one is open.
import { drawCurves, type Line } from '../../plot/curves.js';
import { drawHead, electrodeAt, headFrame } from '../../plot/head.js';
import { classColor, surfaceOf } from '../../plot/surface.js';
import type { Actions } from '../actions.js';
import { strings } from '../strings/index.js';
import { currentRecording, type RecordingEntry, type State } from '../state.js';
import { plotTheme } from '../theme.js';
import { headPower, shareOfPower } from './head_power.js';
import { leastDensity, powerOfTen } from './decades.js';
import { binsShown, meanDensity } from './tools.js';
import { visibleRows } from './montage.js';

const heads = new WeakSet<HTMLCanvasElement>();

const canvasOf = (id: string) => document.querySelector<HTMLCanvasElement>(`canvas#${id}`);

export function drawTools(state: State, actions: Actions, entryNow: () => RecordingEntry | null) {
  const entry = currentRecording(state);
  if (!entry || !state.tools.length) return;
  drawHeadMap(state, entry, actions, entryNow);
  drawResponse(state, entry, actions);
  drawSpectrum(state, entry, actions);
}

function drawHeadMap(
  state: State,
  entry: RecordingEntry,
  actions: Actions,
  entryNow: () => RecordingEntry | null,
): void {
  const canvas = canvasOf('head-map');
  const surface = canvas && surfaceOf(canvas, plotTheme());
  if (!surface) return;
  const { recording, view } = entry;
  const shown = new Set(view.picked ?? recording.channels.map(({ name }) => name));
  const spectrum = state.headBand && actions.tools.headSpectrum(state, entry);
  const power = spectrum && state.headBand && headPower(spectrum, state.headBand);
  const electrodes = [...actions.tools.positions(recording)].map(([name, at]) => ({
    name,
    at,
    isOn: shown.has(name),
    ...(power && { share: shareOfPower(power, name) }),
  }));
  drawHead(surface, { electrodes, focused: state.focusedElectrode });
  if (heads.has(canvas)) return;
  heads.add(canvas);
  const under = (event: PointerEvent | MouseEvent): string | null => {
    const now = entryNow();
    if (!now) return null;
    const here = [...actions.tools.positions(now.recording)].map(([name, at]) => ({ name, at }));
    const frame = headFrame(canvas.clientWidth, canvas.clientHeight);
    return electrodeAt(here, frame, { x: event.offsetX, y: event.offsetY })?.name ?? null;
  };
  canvas.addEventListener('click', (event) => {
    const name = under(event);
    if (name) actions.view.toggle(name);
  });
  canvas.addEventListener('pointermove', (event) => actions.tools.focus(under(event)));
  canvas.addEventListener('pointerleave', () => actions.tools.focus(null));
}

const decades = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

function drawResponse(state: State, entry: RecordingEntry, actions: Actions): void {
  const canvas = canvasOf('filter-response');
  const surface = canvas && surfaceOf(canvas, plotTheme());
  if (!surface) return;
  const response = actions.tools.response(state, entry);
  if (!response) return;
  const { hz, gain, sfreq } = response;
  const floorDb = -60;
  const x = [...hz].map((one) => Math.log10(one));
  const y = [...gain].map((one) => Math.max(floorDb - 5, 20 * Math.log10(Math.max(1e-6, one))));
  const ticks = decades
    .filter((one) => one >= hz[0]! && one <= sfreq / 2)
    .map((one) => ({ at: Math.log10(one), text: strings.numbers.atMost(one, 1) }));
  drawCurves(surface, {
    lines: [{ x, y, color: surface.theme.cursor }],
    xMin: x[0]!,
    xMax: x.at(-1)!,
    xTicks: ticks,
    range: [floorDb, 3],
    level: { y: -6, text: '−6 dB', isNamedLeft: true },
    xLabel: 'Hz',
    format: (value) => `${value}`.replace('-', '−'),
  });
}

/** Of at most so many channels each has a line with a colour and a name. */
export const maxNamed = 6;

function drawSpectrum(state: State, entry: RecordingEntry, actions: Actions): void {
  const canvas = canvasOf('spectrum');
  const surface = canvas && surfaceOf(canvas, plotTheme());
  if (!surface || !visibleRows(entry.recording, entry.view).length) return;
  const spectrum = actions.tools.spectrum(state, entry);
  if (!spectrum) return;
  const { density, names } = spectrum;
  const [first, last] = binsShown(spectrum);
  const floor = leastDensity(density.map((values) => values.subarray(first, last + 1)));
  const lineOf = (values: Float32Array, look: Omit<Line, 'x' | 'y'>): Line => {
    const [x, y]: [number[], number[]] = [[], []];
    for (let k = first; k <= last; k++) {
      x.push(k * spectrum.binHz);
      y.push(Math.log10(Math.max(floor, values[k]!)));
    }
    return { x, y, ...look };
  };
  const { theme } = surface;
  const filled = density.filter((one) => !Number.isNaN(one[0]));
  const isNamed = names.length <= maxNamed;
  const lines = filled.map((one, i) =>
    lineOf(
      one,
      isNamed
        ? { color: classColor(theme, i), width: 1.6 }
        : { color: theme.trace, width: 1, alpha: 0.35 },
    ),
  );
  if (!isNamed) lines.push(lineOf(meanDensity(density), { color: theme.ink, width: 2.4 }));
  const all = lines.flatMap(({ y }) => y).sort((a, b) => a - b);
  if (!all.length) return;
  const range: [number, number] = [Math.floor(all[0]!), Math.ceil(all.at(-1)! + 0.05)];
  const shown: [number, number] = range[0] === range[1] ? [range[0] - 1, range[1] + 1] : range;
  const cursor = state.cursorHz;
  lines.push({ x: [cursor, cursor], y: shown, color: theme.cursor, width: 1, dash: [4, 3] });
  drawCurves(surface, {
    lines,
    xMax: last * spectrum.binHz,
    ...(last * spectrum.binHz >= 20 && { xTicks: tens(last * spectrum.binHz) }),
    range: shown,
    xLabel: 'Hz',
    format: (value) => (Number.isInteger(value) ? powerOfTen(value, shown) : ''),
  });
}

/** The bands begin and end near them. */
const tens = (lastHz: number) =>
  Array.from({ length: Math.floor(lastHz / 10) + 1 }, (_, i) => ({
    at: 10 * i,
    text: `${10 * i}`,
  }));
