// What of montage and filter the traces are seen through, as text.
import type { Recording } from '../../api/index.js';
import { describeRecipe, previewRecipe } from '../recipe_text.js';
import { currentModel, type State, type View } from '../state.js';
import { strings } from '../strings/index.js';
import { referenceChoices } from './montage.js';
import { montageOf, ownReference } from './own_montage.js';

/** An own montage without a pair changes nothing yet. */
const isAsRecorded = ({ reference }: View) =>
  reference === 'recorded' || reference === ownReference('');

/** Reference and filter; none if the traces are shown as recorded. */
export function stepsSeen(state: State, recording: Recording, view: View): string[] {
  const told = strings.signals.summary;
  const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
  if (view.filtering === 'model' && recipe) return describeRecipe(recipe);
  const edges =
    view.filtering === 'own'
      ? [
          view.highpassHz ? told.highPass(view.highpassHz) : '',
          view.lowpassHz ? told.lowPass(view.lowpassHz) : '',
          view.notchHz ? told.notch(view.notchHz) : '',
        ].filter(Boolean)
      : [];
  const reference = referenceChoices(recording).find(
    ({ value }) => value === montageOf(view.reference),
  );
  return [...(isAsRecorded(view) ? [] : [told.reference(reference?.text ?? '')]), ...edges];
}
