// Notice at the top of the page if a reload interrupted a run.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SavedRunSummary } from '../saved_run.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';
import { dateAndTime } from '../../locale.js';
import { strings } from '../../strings/index.js';
import { button } from '../../views/parts.js';

const texts = strings.train.interrupted;

export function interruptedView(
  { interrupted, isContinuing }: PanelState,
  panel: Panel,
): TemplateResult | typeof nothing {
  if (!interrupted) return nothing;
  const { plan, nFiles, startedAt, finishedNetwork } = interrupted;
  const begun = dateAndTime(new Date(startedAt));
  const reached = reachedText(interrupted);
  return html`
    <section class="card interrupted" aria-label=${texts.label}>
      <h2>${texts.title}</h2>
      <p>${texts.story(plan.title, nFiles, begun, reached)}</p>
      ${finishedNetwork ? html`<p>${texts.finished(finishedNetwork)}</p>` : nothing}
      <div class="row">
        ${button(texts.continue, () => void panel.runner.continue(), {
          kind: 'primary',
          isDisabled: isContinuing,
        })}
        ${button(texts.discard, () => void panel.runner.left.discard(), {
          isDisabled: isContinuing,
        })}
      </div>
    </section>
  `;
}

function reachedText({ plan, epochs, hasCheckpoint, nJudged }: SavedRunSummary): string {
  if (epochs.length) return texts.epochsDone(epochs.length, plan.options.epochs ?? 0);
  if (nJudged) return texts.personsDone(nJudged, plan.eachPerson.length);
  return hasCheckpoint ? texts.firstUnderWay : texts.justBegun;
}
