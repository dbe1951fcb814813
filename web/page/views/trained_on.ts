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
