// Canvases of Explain; each is drawn again when its content changes.
import { drawCurves, shareAt, type Line } from '../../plot/curves.js';
import { electrodeAt, headFrame, type MapPoint } from '../../plot/head.js';
import {
  cellAt,
  drawColoredTrace,
  drawLegend,
  drawShareLegend,
  drawRelevanceMap,
} from '../../plot/relevance_map.js';
import { drawScalp } from '../../plot/scalp.js';
import { surfaceOf, type Surface } from '../../plot/surface.js';
import { plotTheme } from '../theme.js';
import { Redraw } from '../stale_canvases.js';
import type { Store } from '../store.js';
import { moveCursor, pressOnDeletion, pressOnHead, pressOnMap, type Press } from './cursors.js';
import { scaleOf } from './reductions.js';
import type { ExplainState, Picture } from './state.js';
import { strings } from '../strings/index.js';

const texts = strings.explain;

const redraw = new Redraw();
const wired = new WeakSet<HTMLCanvasElement>();

export function drawExplanation(host: HTMLElement, store: Store<ExplainState>): void {
  const { state } = store;
  const { picture } = state;
  if (!picture) return;
  const canvasOf = (id: string) => host.querySelector<HTMLCanvasElement>(`canvas#${id}`);
  const draw = (id: string, shown: unknown[], body: (surface: Surface) => void) => {
    const canvas = canvasOf(id);
    const isStale = canvas && redraw.isStale(canvas, [picture, ...shown]);
    const surface = isStale && surfaceOf(canvas, plotTheme());
    if (surface) body(surface);
  };
  const { cursor, positions, dotsOnly, mean } = state;
  const head = [cursor.row, positions, dotsOnly];
  draw('explain-map', [cursor], (surface) =>
    drawRelevanceMap(surface, {
      values: picture.values,
      nTimes: picture.nTimes,
      names: picture.rows,
      scale: picture.scale,
      durationS: picture.durationS,
      cursor,
    }),
  );
  draw('explain-legend', [], (surface) => drawScale(surface, picture));
  draw('explain-trace', [cursor], (surface) => drawTrace(surface, picture, state));
  draw('explain-scalp', head, (surface) => drawMap(surface, picture.byChannel, state, picture));
  if (mean)
    draw('explain-mean', [mean, ...head], (surface) =>
      drawMap(surface, mean.byChannel, state, picture),
    );
  draw('explain-deletion', [state.deletionPoint], (surface) =>
    drawDeletion(surface, picture, state),
  );
  const heads = ['explain-scalp', 'explain-mean'].map(canvasOf);
  listen(canvasOf('explain-map'), store, pressOnMap, followMap);
  for (const head of heads) listen(head, store, pressOnHead, followHead);
  listen(canvasOf('explain-deletion'), store, pressOnDeletion, followDeletion);
}

function drawScale(surface: Surface, { checks, rows, scale }: Picture): void {
  const { against, speaksFor, perSample, perMoment, none, fetches } = texts.map;
  if (checks.method === 'attention_rollout') return drawShareLegend(surface, scale, none, fetches);
  const unit = rows.length > 1 ? perSample : perMoment;
  drawLegend(surface, scale, { unit, against, speaksFor });
}

/** The row under the cursor; where all electrodes are one row, the strongest channel represents them. */
function drawTrace(surface: Surface, picture: Picture, { cursor }: ExplainState): void {
  const { nTimes, rows, chNames } = picture;
  const channel = rows.length > 1 ? cursor.row : 0;
  const row = rows.length > 1 ? cursor.row : 0;
  drawColoredTrace(surface, {
    name: chNames[channel] ?? '',
    samples: picture.x.subarray(channel * nTimes, (channel + 1) * nTimes),
    values: picture.values.subarray(row * nTimes, (row + 1) * nTimes),
    scale: picture.scale,
    durationS: picture.durationS,
    cursor: cursor.time,
  });
}

function electrodesOf({ chNames }: Picture, values: Float32Array, { positions }: ExplainState) {
  return chNames.flatMap((name, i) => {
    const at = positions.get(name);
    return at ? [{ name, at, value: values[i] ?? 0 }] : [];
  });
}

function drawMap(
  surface: Surface,
  values: Float32Array,
  state: ExplainState,
  picture: Picture,
): void {
  if (!values.length) return;
  const focused = picture.chNames[state.cursor.row] ?? null;
  const electrodes = electrodesOf(picture, values, state);
  const { dotsOnly } = state;
  drawScalp(surface, { electrodes, scale: scaleOf(values), dotsOnly, focused });
}

function drawDeletion(
  surface: Surface,
  { checks: { deletion } }: Picture,
  { deletionPoint }: ExplainState,
): void {
  if (!deletion?.curve.length) return;
  const { theme } = surface;
  const x = deletion.shares.map((share) => 100 * share);
  const random: Line[] = deletion.random.map((y) => {
    return { x, y, color: theme.muted, width: 1, alpha: 0.5 };
  });
  const lines = [...random, { x, y: deletion.curve, color: theme.cursor, width: 2.5 }];
  drawCurves(surface, {
    lines,
    xMax: 100,
    cursor: x[deletionPoint] ?? 0,
    xLabel: texts.checks.takenAway,
    format: (value) => strings.numbers.significant(value, 3),
  });
}

/** Where a pointer moves a cursor to, by pixels of a canvas. */
type Follow = (store: Store<ExplainState>, canvas: HTMLCanvasElement, at: MapPoint) => void;

function listen(
  canvas: HTMLCanvasElement | null,
  store: Store<ExplainState>,
  press: Press,
  follow: Follow,
): void {
  if (!canvas || wired.has(canvas)) return;
  wired.add(canvas);
  const point = ({ offsetX: x, offsetY: y }: PointerEvent) => follow(store, canvas, { x, y });
  canvas.addEventListener('pointerdown', point);
  canvas.addEventListener('pointermove', (event) => event.buttons && point(event));
  canvas.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && press(store, event.key))
      event.preventDefault();
  });
}

const followMap: Follow = (store, { clientWidth, clientHeight }, { x, y }) => {
  const { picture } = store.state;
  if (!picture) return;
  const scene = { names: picture.rows, nTimes: picture.nTimes };
  const cell = cellAt(scene, clientWidth, clientHeight, x, y);
  if (cell) moveCursor(store, cell.row, cell.time);
};

const followHead: Follow = (store, { clientWidth, clientHeight }, pixel) => {
  const { state } = store;
  if (!state.picture) return;
  const frame = headFrame(clientWidth, clientHeight);
  const electrodes = electrodesOf(state.picture, state.picture.byChannel, state);
  const hit = electrodeAt(electrodes, frame, pixel);
  if (hit) moveCursor(store, state.picture.chNames.indexOf(hit.name), state.cursor.time);
};

const followDeletion: Follow = (store, { clientWidth }, { x }) => {
  const shares = store.state.picture?.checks.deletion?.shares ?? [];
  const wanted = shareAt(clientWidth, x);
  let nearest = 0;
  shares.forEach((share, i) => {
    if (Math.abs(share - wanted) < Math.abs(shares[nearest]! - wanted)) nearest = i;
  });
  store.update({ deletionPoint: nearest });
};
