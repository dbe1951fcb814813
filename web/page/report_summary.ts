// What the page writes at the beginning of a methods report, in English as the report is: a paragraph to paste, the accuracy as a
// figure, the confusion matrix, and the classes over the recording. Everything is in the file; nothing is fetched.
import { classColors } from '../plot/class_colors.js';
import { stripBlocks, type Block } from '../plot/strip.js';
import { element as tag, escaped } from '../plot/svg.js';
import { labelledTicks } from '../plot/time_axis.js';
import { scoreOf, type Score } from '../truth/truth.js';
import { knownTruth, type Truth } from './annotated_classes.js';
import { describeArchitecture, describeRecipe } from './recipe_text.js';
import type { RecordingEntry, Run } from './state.js';
import { english } from './strings/english/index.js';
import { report as texts } from './strings/english/report.js';
import { verdictPicture } from './training/verdict.js';

/** Beside what another page may have: lines and letters of the report. */
const [ink, muted, line] = ['#1b2430', '#5b6b7c', '#ccd3da'];

interface Written {
  /** Of eegate. */
  version: string;
  /** Colours of the classes, by slot. */
  colors: readonly string[];
}

/** Empty for models whose outputs are no classes, and where nothing was classified. */
export function reportSummary(
  { recording }: Pick<RecordingEntry, 'recording'>,
  run: Run,
  { version, colors }: Written,
): string {
  if (run.isRegression || !run.predictions.length) return '';
  const truth = knownTruth(run, recording);
  const score = truth && scoreOf(run.predictions, truth, run.classes);
  const slots = classColors.slotsOf(run.classes);
  const colorOf = (name: string) => colors[slots[run.classes.indexOf(name)] ?? -1] ?? line;
  const parts = [
    tag('h2', {}, texts.title),
    tag('p', {}, escaped(texts.toPaste)),
    tag('blockquote', {}, escaped(paragraph(run, score, version))),
    ...(score ? [accuracyFigure(score), confusionTable(score)] : []),
    lanes(run, score && truth, recording.durationS, colorOf),
  ];
  return tag('section', { class: 'summary' }, parts.join('\n'));
}

function paragraph(
  { predictions, modelTitle, lease, plan }: Run,
  score: Score | null,
  version: string,
) {
  const { config, parameters, recipe } = lease.model.info;
  const steps = describeRecipe(plan?.recipe ?? recipe, english);
  const measured = score && { ...score, ...agreementOf(score) };
  return [
    texts.classified(predictions.length, predictions[0]!.durationS, version),
    texts.by(modelTitle, describeArchitecture(config, english.modelCard), parameters),
    ...(steps.length ? [texts.prepared(steps)] : []),
    ...(measured ? [texts.right(measured)] : [texts.noTruth]),
    ...(measured
      ? [isOneClass(measured) ? english.results.oneClass : texts.compared(measured)]
      : []),
    ...(score?.isOverlapping ? [texts.overlapping] : []),
  ].join(' ');
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const isOneClass = ({ chance }: { chance: number }) => chance === 1;

/** Of the windows with a known class; kappa is Cohen's, 0 where it is undefined. */
export function agreementOf({
  confusion,
  n,
  accuracy,
}: Pick<Score, 'confusion' | 'n' | 'accuracy'>) {
  const ofTruth = confusion.map(sum);
  const ofModel = confusion.map((_, k) => sum(confusion.map((row) => row[k]!)));
  const recalls = confusion.flatMap((row, k) => (ofTruth[k] ? [row[k]! / ofTruth[k]] : []));
  const byChance = sum(ofTruth.map((count, k) => (count / n) * (ofModel[k]! / n)));
  return {
    chance: Math.max(...ofTruth) / n,
    balancedAccuracy: sum(recalls) / recalls.length,
    kappa: byChance < 1 ? (accuracy - byChance) / (1 - byChance) : 0,
  };
}

function figure(title: string, width: number, height: number, marks: string[]): string {
  const drawing = {
    ...{ viewBox: `0 0 ${width} ${height}`, width, style: 'max-width:100%' },
    ...{ role: 'img', 'aria-label': title, 'font-size': 11, fill: ink },
  };
  const caption = tag('figcaption', {}, escaped(title));
  return tag('figure', { style: 'margin-left:0' }, tag('svg', drawing, marks.join('')) + caption);
}

function accuracyFigure(score: Score): string {
  const { chance } = agreementOf(score);
  if (isOneClass({ chance })) return ''; // always predicting it would be right
  const picture = verdictPicture({ ...score, accuracyInterval: score.interval, chance });
  const { axisY, barY, left, right, low, high } = picture;
  const bar = { stroke: ink, 'stroke-width': 2 };
  const level = { x1: picture.chance, x2: picture.chance, y1: 4, y2: axisY };
  return figure(texts.accuracyFigure, picture.width, picture.height, [
    tag('line', { x1: left, x2: right, y1: axisY, y2: axisY, stroke: line }),
    ...picture.ticks.map(({ x, share }) =>
      tag('text', { x, y: axisY + 16, 'text-anchor': 'middle' }, english.numbers.percent(share)),
    ),
    tag('line', { ...level, stroke: muted, 'stroke-dasharray': '4 3' }),
    tag('line', { x1: low, x2: high, y1: barY, y2: barY, ...bar }),
    ...[low, high].map((x) => tag('line', { x1: x, x2: x, y1: barY - 6, y2: barY + 6, ...bar })),
    tag('circle', { cx: picture.accuracy, cy: barY, r: 6 }),
  ]);
}

function confusionTable({ classes, confusion }: Score): string {
  const cells = (name: string, all: readonly string[]) =>
    all.map((one) => tag(name, {}, escaped(one))).join('');
  const rows = confusion.map((row, k) => {
    const n = sum(row);
    const recall = n ? english.numbers.percent(row[k]! / n) : '–';
    return tag(
      'tr',
      {},
      tag('th', { scope: 'row' }, escaped(classes[k]!)) +
        cells('td', [...row.map(english.numbers.number), recall]),
    );
  });
  const head = tag(
    'thead',
    {},
    tag('tr', {}, cells('th', [texts.corner, ...classes, texts.recall])),
  );
  const caption = tag('caption', { style: 'text-align:left' }, escaped(texts.confusion));
  return tag('table', {}, caption + head + tag('tbody', {}, rows.join('\n')));
}

const [gutter, laneWidth, laneHeight, laneGap] = [80, 640, 18, 6];

/** The class of every window, by annotation where there is one, and by the model. */
function lanes(
  { predictions, classes }: Run,
  truth: Truth | null,
  durationS: number,
  colorOf: (name: string) => string,
): string {
  const x = (timeS: number) => gutter + (timeS / durationS) * laneWidth;
  const blocks = stripBlocks(predictions);
  const lane = (label: string, y: number, nameOf: (i: number) => string | null) =>
    tag('text', { x: gutter - 8, y: y + 13, 'text-anchor': 'end' }, label) +
    joined(predictions.map((_, i) => ({ ...blocks[i]!, name: nameOf(i) })))
      .map(({ fromS, toS, name }) =>
        tag('rect', {
          x: x(fromS),
          y,
          width: x(toS) - x(fromS),
          height: laneHeight,
          fill: colorOf(name),
        }),
      )
      .join('');
  const shown: [string, (i: number) => string | null][] = [
    [texts.model, (i) => predictions[i]!.label],
  ];
  if (truth) shown.unshift([texts.annotation, (i) => truth[predictions[i]!.index] ?? null]);
  const axisY = shown.length * (laneHeight + laneGap);
  const axis = { startS: 0, spanS: durationS, left: gutter, right: gutter + laneWidth };
  const legendY = axisY + 38;
  const step = (gutter + laneWidth) / Math.max(1, classes.length);
  return figure(texts.lanesFigure, gutter + laneWidth + 20, legendY + 8, [
    ...shown.map(([label, nameOf], k) => lane(label, k * (laneHeight + laneGap), nameOf)),
    ...labelledTicks(axis).map(({ timeS, text }) =>
      tag('text', { x: x(timeS), y: axisY + 12, 'text-anchor': 'middle' }, text),
    ),
    ...classes.flatMap((name, k) => [
      tag('rect', { x: k * step, y: legendY - 9, width: 10, height: 10, fill: colorOf(name) }),
      tag('text', { x: k * step + 15, y: legendY }, escaped(name)),
    ]),
  ]);
}

interface Piece extends Block {
  name: string | null;
}

/** Neighbours of one class as one; those without a class are left out. */
function joined(pieces: readonly Piece[]): (Piece & { name: string })[] {
  const all: (Piece & { name: string })[] = [];
  for (const { fromS, toS, name } of pieces) {
    const last = all.at(-1);
    if (!name) continue;
    if (last?.name === name && Math.abs(last.toS - fromS) < 1e-6) last.toS = toS;
    else all.push({ fromS, toS, name });
  }
  return all;
}
