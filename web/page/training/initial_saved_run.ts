// The data saved when a run starts.
import type { ModelEntry, RecordingEntry } from '../state.js';
import type { SavedRun } from './saved_run.js';
import type { Plan } from './plan.js';

/** `base`: the model that training continues from. */
export function initialSavedRun(
  plan: Plan,
  entries: readonly RecordingEntry[],
  base: ModelEntry | null,
): SavedRun {
  const now = Date.now();
  return {
    startedAt: now,
    savedAt: now,
    plan,
    files: plan.items.map(({ key, name }) => {
      const entry = entries.find((one) => one.key === key)!;
      const { file, isSimulated, companions } = entry;
      const others = companions.map((other) => ({ name: other.name, file: other }));
      const annotations = entry.annotationsOfFile && entry.recording.annotations;
      return { key, name, isSimulated, file, companions: others, annotations };
    }),
    model: base && { title: base.title, fileName: base.fileName, bytes: base.bytes },
    checkpoint: null,
    epochs: [],
    judged: [],
    finished: null,
  };
}
