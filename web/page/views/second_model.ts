// Choice of the second model, and agreement of both models.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Recording } from '../../api/index.js';
import type { Actions } from '../actions.js';
import type { Truth } from '../annotated_classes.js';
import { agreementOfRuns, comparable, differing } from '../second_model.js';
import { interval, rightOf } from '../recording_list.js';
import type { RecordingEntry, Run, State } from '../state.js';
import { strings } from '../strings/index.js';
import { selectBox } from './parts.js';

const texts = strings.results.second;

export function secondModelView(
  state: State,
  { recording, second }: RecordingEntry,
  run: Run,
  truth: Truth | null,
  actions: Actions,
): TemplateResult | typeof nothing {
  const models = comparable(state.models, run);
  if (run.status !== 'done' || run.isRegression || !models.length) return nothing;
  const chosen = models.find(({ bytes }) => bytes === second?.lease.bytes)?.key ?? '';
  const choices = [
    { value: '', text: texts.none },
    ...models.map(({ key, title }) => ({ value: key, text: title })),
  ];
  return html`
    <div class="second">
      ${selectBox(texts.choose, choices, chosen, (key) => void actions.second.choose(key))}
      ${second ? html`<p class="summary">${agreementText(run, second, truth)} ${rightText(second, recording)}</p>` : nothing}
      ${second?.status === 'done' ? html`<p class="note">${texts.files}</p>` : nothing}
    </div>
  `;
}

/** How often the second model was right by itself; empty where it is not known. */
function rightText(second: Run, recording: Recording): string {
  const right = rightOf({ run: second, recording });
  return right ? texts.accuracy(right.nRight, right.n, interval(right)) : '';
}

function agreementText(run: Run, second: Run, truth: Truth | null): string {
  if (second.status === 'running') return texts.running(second.nDone, second.plan?.epochs.length);
  const agreement = agreementOfRuns(run, second);
  if (!agreement.n) return texts.nothing;
  const { n, nFirstRight, nSecondRight } = differing(run.predictions, agreement, truth ?? []);
  return [
    texts.agree(agreement.nSame, agreement.n),
    n ? texts.right(n, nFirstRight, nSecondRight) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
