// The relevance map as a table: rows and time segments.
import { html, type TemplateResult } from 'lit/html.js';
import { valueTable } from '../views/parts.js';
import { strings } from '../strings/index.js';
import { signed } from './reductions.js';
import type { Picture } from './state.js';

const texts = strings.explain.table;
const maxMoments = 20;
/** Next to each other, as columns of a table with a row for each electrode. */
const maxColumns = 8;

export function mapTable(picture: Picture): TemplateResult {
  return html`
    <details>
      <summary>${texts.summary}</summary>
      ${picture.rows.length > 1 ? byElectrode(picture) : byMoment(picture)}
    </details>
  `;
}

function byElectrode(picture: Picture): TemplateResult {
  const parts = stretches(picture.nTimes, maxColumns);
  const begin = ([from]: readonly [number, number]) =>
    texts.moment((picture.durationS * from) / picture.nTimes);
  return valueTable(
    texts.electrodes,
    [texts.electrode, ...parts.map((part) => texts.fromTime(begin(part)))],
    picture.rows.map((name, row) => [
      name,
      ...parts.map((part) => signed(amount(picture, row, part))),
    ]),
  );
}

function byMoment(picture: Picture): TemplateResult {
  const { nTimes, durationS } = picture;
  return valueTable(
    texts.moments,
    [texts.from, texts.window],
    stretches(nTimes, maxMoments).map((part) => [
      texts.moment((durationS * part[0]) / nTimes),
      signed(amount(picture, 0, part)),
    ]),
  );
}

function stretches(nTimes: number, most: number): [number, number][] {
  const n = Math.min(nTimes, most);
  return Array.from({ length: n }, (_, i) => [
    Math.floor((i * nTimes) / n),
    Math.floor(((i + 1) * nTimes) / n),
  ]);
}

/** What the samples of a segment amount to; where each carries that of what was switched off as a whole, their mean. */
function amount(
  { values, nTimes, checks }: Picture,
  row: number,
  [from, to]: readonly [number, number],
): number {
  let sum = 0;
  for (let t = from; t < to; t++) sum += values[row * nTimes + t]!;
  return checks.method.startsWith('occlusion') ? sum / (to - from) : sum;
}
