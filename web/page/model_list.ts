// The list of models: search, and the facts shown for each model.
import type { Compatibility, ModelInfo } from '../api/index.js';
import { compatibilityText } from './compatibility_text.js';
import { currentRecording, type ModelEntry, type State } from './state.js';
import { trainingTie, type TrainingTie } from './training_overlap.js';

export interface ListedModel {
  entry: ModelEntry;
  isChosen: boolean;
  /** Null until its file has been opened. */
  info: ModelInfo | null;
  /** With the recording that is shown; null while there is none, or they are being compared. */
  compatibility: Compatibility | null;
  /** What of the recording it was trained on. */
  tie: TrainingTie | null;
}

/** Every model, in the order in which they came. */
export function listedModels(state: State): ListedModel[] {
  const shown = currentRecording(state);
  return state.models.map((entry) => {
    const known = state.suits[entry.key];
    const suit = known?.bytes === entry.bytes ? known : null;
    const isChosen = entry.key === state.modelKey;
    const info = entry.model?.info ?? suit?.info ?? null;
    const compared = suit?.recordingKey === shown?.key ? (suit?.compatibility ?? null) : null;
    return {
      entry,
      isChosen,
      info,
      compatibility: shown && isChosen ? (state.compatibility ?? compared) : shown && compared,
      tie: shown && info ? trainingTie(info.train, shown.recording.name) : null,
    };
  });
}

/** Those whose title, file, classes or channels hold every word that was typed. */
export function foundModels(models: readonly ListedModel[], typed: string): ListedModel[] {
  const wanted = typed.toLowerCase().split(/\s/);
  return models.filter(({ entry, info }) => {
    const texts = [entry.title, entry.fileName, info?.classes, info?.chNames];
    const text = texts.flat().join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Compatibility results to show: the incompatible items, else channels and rate. */
export function reasons({ items }: Compatibility): string[] {
  const isRefusal = items.some(
    ({ verdict }) => verdict === 'missing' || verdict === 'incompatible',
  );
  const told = items.filter(({ item, verdict }) =>
    isRefusal
      ? verdict === 'missing' || verdict === 'incompatible'
      : verdict === 'adapted' || item === 'channels' || item === 'sampling_rate',
  );
  // What follows from missing channels is said by several: by itself it would not tell what was not compared.
  const [first, ...others] = told.filter(({ code }) => code !== 'no_channel');
  return [...new Set((first ? [first, ...others] : told).map(compatibilityText))];
}

/** The row that a key leads to; it stops at both ends. */
export function stepIn(
  models: readonly ListedModel[],
  key: string | null,
  by: number,
): string | null {
  const at = models.findIndex(({ entry }) => entry.key === key);
  const next = Math.max(0, Math.min(models.length - 1, at + by));
  return models[next]?.entry.key ?? null;
}
