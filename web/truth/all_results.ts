// The results of several recordings as a table of text: a row for each recording, and one for all of them.
import { csvCell } from './annotations.js';
import { intervalOf } from './share_interval.js';

export interface RecordingResult {
  name: string;
  /** Empty where the name does not tell it. */
  person: string;
  durationS: number;
  /** Null where it was not classified. */
  model: string | null;
  /** Empty: none. */
  calibration: string;
  nWindows: number;
  /** Null where annotations do not tell the classes. */
  right: { nRight: number; n: number } | null;
}

const head = [
  ...['recording', 'person', 'duration_s', 'model', 'calibration', 'windows'],
  ...['compared', 'right', 'accuracy', 'low_95', 'high_95'],
];

/** `all` is the common figure; null where there is none. */
export function allResultsCsv(
  results: readonly RecordingResult[],
  all: RecordingResult['right'],
): string {
  const rows = results.map(({ name, person, durationS, model, calibration, nWindows, right }) => [
    ...[name, person, shortened(durationS), model ?? '', calibration],
    ...[model === null ? '' : String(nWindows), ...figures(right)],
  ]);
  const judged = results.filter(({ right }) => right);
  const sum = (of: (one: RecordingResult) => number) =>
    judged.reduce((total, one) => total + of(one), 0);
  const { model = '', calibration = '' } = judged[0] ?? {};
  const together = all && [
    ...['all_recordings', '', shortened(sum(({ durationS }) => durationS))],
    ...[model ?? '', calibration, String(sum(({ nWindows }) => nWindows)), ...figures(all)],
  ];
  const lines = [head, ...rows, ...(together ? [together] : [])];
  return [...lines.map((cells) => cells.map(csvCell).join()), ''].join('\r\n');
}

const shortened = (value: number) => String(Number(value.toFixed(4)));

function figures(right: RecordingResult['right']): string[] {
  if (!right) return ['', '', '', '', ''];
  const { nRight, n } = right;
  return [String(n), String(nRight), ...[nRight / n, ...intervalOf(nRight, n)].map(shortened)];
}
