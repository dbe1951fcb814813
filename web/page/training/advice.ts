// Networks to try if a result is not above the majority class.
import type { Plan } from './plan.js';
import { standingOf } from './verdict.js';
import type { Run } from './state.js';

/** For responses at a fixed time after a cue, and for states that last, the most suitable first (ids of presets). */
const suitable = {
  cue: ['flatten_gated', 'eegnet', 'cnn', 'small_gated'],
  state: ['small_gated', 'band_power', 'eegnet', 'syncnet'],
};

const nAdvised = 2;

/**
 * Two networks for the task of a run that have not been tried on it; none where the run is above the majority class or was not
 * judged. `idOf`: the preset of what a plan trains; `canTrain`: whether the windows suffice for a network.
 */
export function adviceFor(
  run: Run,
  runs: readonly Run[],
  idOf: (plan: Plan) => string | null,
  canTrain: (id: string) => boolean,
): string[] {
  const evaluation = run.trained?.evaluation;
  if (!evaluation || standingOf(evaluation) === 'above') return [];
  const isTried = (id: string) =>
    [run, ...runs].some(({ plan }) => plan.title === run.plan.title && idOf(plan) === id);
  const task = isAfterCue(run.plan) ? suitable.cue : suitable.state;
  return task.filter((id) => !isTried(id) && canTrain(id)).slice(0, nAdvised);
}

/** One window after each annotation, not windows all along it. */
export function isAfterCue({ items }: Plan): boolean {
  return items.some(
    ({ recipe }) => (recipe['epochs'] as { by?: string } | undefined)?.by === 'annotation',
  );
}
