// What only the page knows of a result, as notes at the beginning of its methods report, which is in English.
import { interval, rightOf } from './recording_list.js';
import { agreementOfRuns } from './second_model.js';
import type { RecordingEntry, Run } from './state.js';
import { english } from './strings/english/index.js';
import { trainingTie } from './training_overlap.js';

export function reportNotes(entry: RecordingEntry, run: Run): string[] {
  const { recording, annotationsOfFile } = entry;
  const tie = trainingTie(run.lease.model.info.train ?? null, recording.name);
  return [
    ...(tie ? [english.model.trainedOn[tie]] : []),
    ...(annotationsOfFile ? [english.results.annotationsChanged] : []),
    ...secondNote(entry, run),
  ];
}

/** Of a second model that has finished. */
function secondNote({ recording, second }: RecordingEntry, run: Run): string[] {
  if (second?.status !== 'done') return [];
  const texts = english.results.second;
  const { n, nSame } = agreementOfRuns(run, second);
  const right = rightOf({ run: second, recording });
  const accuracy = right ? texts.accuracy(right.nRight, right.n, interval(right)) : '';
  return [texts.report(second.modelTitle, n ? texts.agree(nSame, n) : texts.nothing, accuracy)];
}

/** The report with these notes below its title, and then the summary, which is HTML. */
export function withNotes(
  report: ArrayBuffer,
  notes: readonly string[],
  summary = '',
): Uint8Array<ArrayBuffer> {
  const title = '</h1>';
  const [before, ...after] = new TextDecoder().decode(report).split(title);
  const paragraphs = notes.map((note) => `<p class="care">${escaped(note)}</p>`).join('');
  return new TextEncoder().encode([before, paragraphs + summary + after.join(title)].join(title));
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
