// What the status says after Undo or Redo.
import type { RecordingEntry } from './state.js';
import { strings } from './strings/index.js';
import type { Told } from './undo.js';

/** Where several recordings are open, with the one in which the step was made. */
export function undoText(
  { isUndo, step, nLeft }: Told,
  recordings: readonly RecordingEntry[],
): string {
  const texts = strings.status;
  if (!step) return isUndo ? texts.nothingUndone : texts.nothingRedone;
  const what = texts.steps[step.kind.split(':')[0]!] ?? '';
  const entry = recordings.find(({ key }) => key === step.place);
  const where = entry && recordings.length > 1 ? entry.recording.name : '';
  return (isUndo ? texts.undone : texts.redone)(what, where, nLeft);
}
