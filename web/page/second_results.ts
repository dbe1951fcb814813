// What a second model said of the same recording, in the files of results.
import type { Prediction } from '../api/index.js';
import { csvCell } from '../truth/annotations.js';

/** A table with what the second model says of each window, in two columns more: `second_model` and `second_label`. */
export function csvWithSecond(
  csv: ArrayBuffer,
  title: string,
  predictions: readonly Prediction[],
  labels: readonly (string | null)[],
): ArrayBuffer {
  const of = new Map(predictions.map(({ index }, i) => [index, labels[i]]));
  const [head = '', ...rows] = new TextDecoder().decode(csv).trimEnd().split('\n');
  const lines = rows.map((row, i) =>
    [row.trimEnd(), csvCell(title), csvCell(of.get(i) ?? '')].join(),
  );
  const text = [`${head.trimEnd()},second_model,second_label`, ...lines, ''].join(
    head.endsWith('\r') ? '\r\n' : '\n',
  );
  return new TextEncoder().encode(text).buffer;
}

/** The results with all of the second model's as the member `second_model`. */
export function jsonWithSecond(json: ArrayBuffer, second: ArrayBuffer): ArrayBuffer {
  const [all, other] = [json, second].map(
    (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>,
  );
  const text = JSON.stringify({ ...all, second_model: other }, null, 2);
  return new TextEncoder().encode(`${text}\n`).buffer;
}
