// Warning if a recording cannot test a model because the model was trained on it or on the same person.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { RecordingEntry } from '../state.js';
import { trainingTie } from '../training_overlap.js';
import { strings } from '../strings/index.js';

export function trainedOnNote(
  train: Record<string, unknown> | null | undefined,
  entry: RecordingEntry | null,
): TemplateResult | typeof nothing {
  const tie = entry && trainingTie(train ?? null, entry.recording.name);
  return tie ? html`<p class="warning">${strings.model.trainedOn[tie]}</p>` : nothing;
}

/** The same for the results of several recordings. */
export function trainedOnSome(entries: readonly RecordingEntry[]): TemplateResult | typeof nothing {
  const tied = entries.filter(
    ({ run, recording }) => run && trainingTie(run.lease.model.info.train, recording.name),
  );
  if (!tied.length) return nothing;
  return html`<p class="warning">${strings.model.trainedOn.some(tied.length, entries.length)}</p>`;
}
