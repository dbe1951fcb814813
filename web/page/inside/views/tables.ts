// The drawing as tables, for screen readers and for exact numbers.
import { nothing, type TemplateResult } from 'lit/html.js';
import { valueTable } from '../../views/parts.js';
import type { Inspection, Tensor } from '../../../api/index.js';
import type { Inspected } from '../state.js';
import { layerOf, number, percent, type Grid } from '../value_images.js';
import { strings } from '../../strings/index.js';

const texts = strings.inside.tables;
const maxRows = 64;
const maxCols = 12;
const maxFeatures = 512;

/** Channel by channel: where it lies and how far it reaches. */
export function channelsTable(
  inspected: Inspected,
  values: Float32Array,
  unit: string,
): TemplateResult {
  const names = inspected.model.info.chNames;
  const n = values.length / names.length;
  const rows = names.map((name, i) => {
    const own = values.subarray(i * n, (i + 1) * n);
    const mean = own.reduce((sum, value) => sum + value, 0) / n;
    const sd = Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n);
    const low = own.reduce((least, value) => Math.min(least, value), Infinity);
    const high = own.reduce((most, value) => Math.max(most, value), -Infinity);
    return [name, ...[mean, sd, low, high].map(number)];
  });
  return valueTable(texts.channels, texts.channelsHead(unit), rows);
}

/** Rows are tokens, columns features, as far as a table is of use. */
export function tokensTable({ dims, data }: Tensor): TemplateResult {
  const width = dims.at(-1)!;
  const n = data.length / width;
  const cols = Math.min(width, maxCols);
  const head = Array.from({ length: cols }, (_, i) => texts.feature(i + 1));
  const rows = Array.from({ length: Math.min(n, maxRows) }, (_, token) => [
    token + 1,
    ...Array.from({ length: cols }, (_, i) => number(data[token * width + i]!)),
  ]);
  return valueTable(texts.tokens, [texts.token, ...head], rows, {
    caption: texts.shown(Math.min(n, maxRows), n, cols, width),
  });
}

/** The one list that the tokens become. */
export function pooledTable({ data }: Tensor): TemplateResult {
  const n = Math.min(data.length, maxFeatures);
  return valueTable(
    texts.pooled,
    [texts.place, texts.value],
    Array.from({ length: n }, (_, i) => [i + 1, number(data[i]!)]),
    { caption: n < data.length ? texts.firstOf(n, data.length) : nothing },
  );
}

export function layerTable(tensor: Tensor): TemplateResult {
  const grid: Grid = layerOf(tensor);
  const [rows, cols] = [Math.min(grid.rows, maxRows), Math.min(grid.cols, maxCols)];
  const head = Array.from({ length: cols }, (_, i) => texts.step(i + 1));
  return valueTable(
    texts.layer,
    [texts.map, ...head],
    Array.from({ length: rows }, (_, row) => [
      row + 1,
      ...Array.from({ length: cols }, (_, col) => number(grid.at(row, col))),
    ]),
    { caption: texts.shown(rows, grid.rows, cols, grid.cols) },
  );
}

/** Logits and probabilities, before and after changes, and of the model to compare with. */
export function resultTable(
  inspected: Inspected,
  inspection: Inspection,
  before: Float32Array | null,
  other: { title: string; classes: readonly string[]; shares: Float32Array } | null,
): TemplateResult {
  const { classes } = inspected.model;
  const isRegression = inspected.model.config['task'] === 'regress';
  const head = [
    texts.class,
    texts.logit,
    ...(isRegression ? [] : [texts.probability]),
    ...(before ? [texts.before] : []),
    ...(other ? [other.title] : []),
  ];
  const rows = classes.map((label, i) => {
    const there = other?.shares[other.classes.indexOf(label)];
    return [
      label,
      number(inspection.logits[i] ?? 0),
      ...(isRegression ? [] : [percent(inspection.probabilities[i]!)]),
      ...(before ? [percent(before[i]!)] : []),
      ...(other ? [there === undefined ? '' : percent(there)] : []),
    ];
  });
  return valueTable(texts.result, head, rows);
}
