// Results stay when another model is chosen: whose they are, and a button that classifies with the chosen model.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { obstacle } from '../classify_obstacle.js';
import { currentModel, currentRecording, type State } from '../state.js';
import { strings } from '../strings/index.js';
import { button } from './parts.js';

/** The titles of the model of the results and of the chosen one; null where they are the same model. */
export function otherModels(state: State): { ran: string; chosen: string } | null {
  const run = currentRecording(state)?.run;
  const chosen = currentModel(state);
  if (!run || !chosen?.model || chosen.model === run.lease.model) return null;
  return { ran: run.modelTitle, chosen: chosen.title };
}

export function otherResultsView(state: State, actions: Actions): TemplateResult | typeof nothing {
  const titles = otherModels(state);
  if (!titles) return nothing;
  const { otherModel } = strings.results;
  const reason = obstacle(state);
  return html`
    <div class="warning other-results" role="note">
      <p>${otherModel.note(titles.ran, titles.chosen)}</p>
      ${button(otherModel.classify(titles.chosen), () => void actions.classifier.classify(), {
        isDisabled: reason !== '',
        title: reason,
      })}
    </div>
  `;
}
