// Whether the current recording can be classified with the selected model, and which other model is compatible.
import type { Compatibility } from '../api/index.js';
import {
  currentModel,
  currentRecording,
  type ModelEntry,
  type RecordingEntry,
  type State,
} from './state.js';
import { strings } from './strings/index.js';

/** The model that is proposed for the recording that is shown, or was taken for it; null if there is none. */
export function proposed(state: State): { entry: ModelEntry; isTaken: boolean } | null {
  const { proposal, recordingKey, modelKey, models } = state;
  if (proposal?.recordingKey !== recordingKey) return null;
  const entry = models.find(({ key }) => key === proposal.modelKey);
  const isTaken = proposal.isTaken && proposal.modelKey === modelKey;
  return entry && (isTaken || isRefused(state.compatibility)) ? { entry, isTaken } : null;
}

/** Whether a pair is classified only when the user insists. */
export function isRefused(compatibility: Compatibility | null): boolean {
  return compatibility?.verdict === 'missing' || compatibility?.verdict === 'incompatible';
}

/** The chosen model does not fit, and nobody insists. */
export const isBarred = ({ compatibility, isOverridden }: State): boolean =>
  isRefused(compatibility) && !isOverridden;

/** The model does not fit the recording that is shown, and the others have the same channels. */
export function fitsNone(state: State): boolean {
  const shown = currentRecording(state);
  if (!shown || !isBarred(state)) return false;
  return state.recordings.every((entry) => hasChannelsOf(entry, shown));
}

/** Where there are no results to work on: what to do first. */
export function firstStep(state: State, usual: string): string {
  if (!isBarred(state)) return usual;
  return `${strings.model.obstacles.refused} ${strings.results.refusedNext}`;
}

/** Why the button Classify is disabled; empty if it is not. */
export function obstacle(state: State): string {
  const why = strings.model.obstacles;
  const entry = currentRecording(state);
  if (!state.engine) return why.engine;
  if (!entry) return why.noRecording;
  if (!currentModel(state)?.model) return why.noModel;
  if (entry.run?.status === 'running' || state.batch) return why.running;
  if (!state.compatibility && !state.isUncompared) return why.comparing;
  if (isBarred(state)) return why.refused;
  return '';
}

function hasChannelsOf(one: RecordingEntry, other: RecordingEntry): boolean {
  const [channels, others] = [one.recording.channels, other.recording.channels];
  return (
    channels.length === others.length &&
    channels.every(({ name, sfreq, unit }, i) => {
      const same = others[i]!;
      return name === same.name && sfreq === same.sfreq && unit === same.unit;
    })
  );
}
