// The right end of the drawing: all tokens pooled into one list, and a bar for each class.
import { svg, nothing, type SVGTemplateResult } from 'lit/html.js';
import { classNumber } from '../../class_number.js';
import { number, percent } from '../value_images.js';
import type { Stop } from '../station_layout.js';
import { strings } from '../../strings/index.js';
import { resultRows, shareOfRow } from '../result_rows.js';
import { cellsView } from './cells.js';
import { bandPath, rowSpan, shortened, type Scene } from './scene.js';

const texts = strings.inside.drawing;
/** A class with less height has no room for the number of the model to compare with, which the sentence and the table have. */
const leastForNumber = 40;
/** Of a class: its label, and the number of the model to compare with below its bar. */
const textsPx = 34;

/** Height of the bar of a class; it leaves the texts their room. */
export function barHeight(step: number, isCompared: boolean): number {
  const usual = Math.min(14, step * 0.26);
  return isCompared && step >= leastForNumber ? Math.min(usual, step - textsPx) : usual;
}

/** Every row flows into the pooled list. */
export function poolView({ layout, figures }: Scene, from: Stop, to: Stop): SVGTemplateResult {
  const { top, room } = layout;
  const n = figures.blocks.at(-1)?.rows.length ?? 0;
  const [x0, x1] = [from.x + from.width + 2, to.x + to.width / 2 - 10];
  const part = room / Math.max(1, n);
  return svg`<g class="fan">${Array.from({ length: n }, (_, row) => {
    const middle = top + room / 2 + (row - n / 2) * part * 0.4;
    return svg`<path d=${bandPath(x0, rowSpan(layout, row, n, 4), x1, [middle, middle + part * 0.4])}></path>`;
  })}</g>`;
}

export function pooledView({ layout, figures }: Scene, stop: Stop): SVGTemplateResult {
  const { values, reach } = figures.pooled!;
  const column = { rows: values.length, cols: 1, values, reach };
  const height = 0.8 * layout.room;
  const y = layout.top + (layout.room - height) / 2;
  return svg`${cellsView(column, { x: stop.x + stop.width / 2 - 9, y, width: 18, height })}`;
}

export function classesView(scene: Scene, from: Stop | undefined, stop: Stop): SVGTemplateResult {
  const { figures, layout, inspected } = scene;
  const { classes } = inspected.model;
  const isRegression = inspected.model.config['task'] === 'regress';
  const rows = isRegression
    ? classes.slice(0, figures.logits.length).map((_, i) => i)
    : resultRows(figures.shares, layout.room);
  const step = Math.min(64, layout.room / Math.max(1, rows.length));
  const first = layout.top + (layout.room - step * rows.length) / 2;
  const start = from ? from.x + from.width / 2 + 11 : stop.x;
  return svg`${rows.map((row, i) => {
    const top = first + i * step;
    const share = isRegression ? 0 : shareOfRow(figures.shares, rows, row);
    const label = row === null ? texts.others(classes.length - i) : classes[row]!;
    const width = isRegression ? 2 : Math.max(1, share * step * 0.5);
    const middle = top + step / 2;
    const source = layout.top + layout.room / 2;
    const link = bandPath(start, [source - width / 2, source + width / 2], stop.x - 4, [
      middle - width / 2,
      middle + width / 2,
    ]);
    return svg`<g data-class=${row === null ? '' : classNumber(classes, row)}>
      ${from ? svg`<path class="verdict" d=${link}></path>` : nothing}
      ${isRegression ? outputView(label, figures.logits[i] ?? 0, stop, middle) : barView(scene, stop, { label, row, share, middle, step })}
    </g>`;
  })}`;
}

function outputView(
  label: string,
  value: number,
  { x, width }: Stop,
  y: number,
): SVGTemplateResult {
  return svg`<text class="label" x=${x + 4} y=${y}>${shortened(label, width - 70)}</text>
    <text class="label end" x=${x + width - 4} y=${y}>${number(value)}</text>`;
}

interface Bar {
  label: string;
  /** The class; null: all that have no bar of their own. */
  row: number | null;
  share: number;
  middle: number;
  step: number;
}

/** The share of a class; a tick where it was before parts were changed, a thin bar of the model to compare with. */
function barView(
  { before, other, state }: Scene,
  { x, width }: Stop,
  { label, row, share, middle, step }: Bar,
): SVGTemplateResult {
  const full = width - 8;
  const thick = barHeight(step, other !== null);
  const hasNumber = other !== null && step >= leastForNumber;
  const y = middle - (other ? 2 : 0) - (hasNumber ? thick / 2 : 0);
  const compared = row === null ? undefined : other?.shares[other.classes.indexOf(label)];
  const was = row === null ? undefined : before?.[row];
  return svg`
    <text class="label" x=${x + 4} y=${y - 5}>${shortened(label, full - 50)}</text>
    <text class="label end" x=${x + 4 + full} y=${y - 5}>${percent(share)}</text>
    <rect class="track" x=${x + 4} y=${y} width=${full} height=${thick} rx="2"></rect>
    <rect class="share" x=${x + 4} y=${y} width=${(full * share).toFixed(1)} height=${thick} rx="2"></rect>
    ${was === undefined ? nothing : svg`<rect class="was" x=${x + 3 + full * was} y=${y - 3} width="2" height=${thick + 6}></rect>`}
    ${
      compared === undefined
        ? nothing
        : svg`<rect class="other" x=${x + 4.5} y=${y + thick + 2.5} width=${Math.max(0.5, (full - 1) * compared).toFixed(1)} height="3"></rect>
          ${hasNumber ? svg`<text class="small end" x=${x + 4 + full} y=${y + thick + 15}>${texts.compared(percent(compared), state.ablated !== null)}</text>` : nothing}`
    }`;
}
