// Where there are no results to work on: what to do first, and the button that does it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { firstStep, isBarred, obstacle } from '../classify_obstacle.js';
import { currentModel, currentRecording, type RecordingEntry, type State } from '../state.js';
import { strings } from '../strings/index.js';
import { button, opener } from './parts.js';

export function firstStepView(
  state: State,
  usual: string,
  actions: Actions,
  others: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const title = currentModel(state)?.title ?? '';
  return html`<div class="first-step">
    <p class="empty">${firstStep(state, usual)}</p>
    ${
      obstacle(state)
        ? otherWays(state, actions)
        : html`<div class="row">
            ${button(
              strings.results.otherModel.classify(title),
              () => void actions.classifier.classify(),
            )}
            ${others}
          </div>`
    }
  </div>`;
}

/** Annotations as EDF+ names stages. */
const hasStages = (entry: RecordingEntry | null): boolean =>
  entry?.recording.annotations.some(({ text }) => /^sleep stage \S/i.test(text)) ?? false;

/** Where the model does not suit the recording: what can be done instead. */
export function otherWays(state: State, actions: Actions): TemplateResult | typeof nothing {
  if (!isBarred(state)) return nothing;
  return html`<div class="row">
    ${
      hasStages(currentRecording(state))
        ? button(strings.results.openSleep, () => actions.navigation.enter('sleep'))
        : nothing
    }
    ${opener(strings.results.chooseModel, 'fit')}
    ${button(strings.results.trainOwn, () => actions.navigation.enter('train'))}
  </div>`;
}
