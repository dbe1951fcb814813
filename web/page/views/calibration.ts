// Choice of a calibration without labels, with the condition under which it is valid.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { calibrationsOf, chosenCalibration, onlyClass } from '../calibration.js';
import type { Truth } from '../annotated_classes.js';
import { currentModel, type Run, type State } from '../state.js';
import { strings } from '../strings/index.js';
import { selectBox } from './parts.js';

const texts = strings.results.calibration;

export function calibrationChoice(
  state: State,
  run: Run | null,
  truth: Truth | null,
  actions: Actions,
): TemplateResult | typeof nothing {
  const model = currentModel(state)?.model ?? null;
  const rules = model ? calibrationsOf(model) : [];
  if (rules.length === 0) return nothing;
  const chosen = chosenCalibration(state, model);
  const choices = [
    { value: '', text: texts.none },
    ...rules.map((value) => ({ value, text: texts.rules[value] })),
  ];
  const only = chosen && onlyClass(truth);
  const isOther = run?.plan && run.plan.calibration !== (chosen ?? '');
  return html`
    <div class="calibration">
      ${selectBox(texts.title, choices, chosen ?? '', (rule) => actions.classifier.chooseCalibration(rule))}
      ${chosen ? html`<p class="note">${texts.condition}</p>` : nothing}
      ${only ? html`<p class="warning">${texts.oneClass(only)}</p>` : nothing}
      ${isOther && run.status !== 'running' ? html`<p class="note">${texts.again}</p>` : nothing}
    </div>
  `;
}
