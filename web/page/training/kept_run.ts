// What is kept of a run when it begins.
import type { ModelEntry, RecordingEntry } from '../state.js';
import type { KeptRun } from './keeping.js';
import type { Plan } from './plan.js';

/** `base`: the model that training goes on from. */
export function beginningOf(
  plan: Plan,
  entries: readonly RecordingEntry[],
  base: ModelEntry | null,
): KeptRun {
  const now = Date.now();
  return {
    startedAt: now,
    savedAt: now,
    plan,
    files: plan.items.map(({ key, name }) => {
      const { file, isSimulated, companions } = entries.find((entry) => entry.key === key)!;
      const others = companions.map((other) => ({ name: other.name, file: other }));
      return { key, name, isSimulated, file, companions: others };
    }),
    model: base && { title: base.title, fileName: base.fileName, bytes: base.bytes },
    checkpoint: null,
    epochs: [],
    judged: [],
    finished: null,
  };
}
