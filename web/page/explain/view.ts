// The place Explain in words and controls; canvases.ts draws its pictures.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ExplainBaseline, ExplainChecks, ExplainMethod } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import { counted, formatPercent } from '../text.js';
import { checkBox, scrollTable, selectBox } from '../views/parts.js';
import type { ExplainPanel, Subject } from './panel.js';
import { rankCorrelation, signed, strongest, strongestWindow } from './reductions.js';
import { fills, isOcclusion, methods, type ExplainState, type Picture } from './state.js';

export function explainView(state: ExplainState, panel: ExplainPanel): TemplateResult {
  const subject = panel.subject();
  if (!subject)
    return html`<p class="empty">
      Classify the recording first; then every epoch can be explained.
    </p>`;
  return html`
    ${controls(state, subject, panel)}
    ${state.problem ? html`<p class="warning" role="alert"><strong>${state.problem.message}</strong> ${state.problem.hint ?? ''}</p>` : nothing}
    ${state.working ? working(state) : nothing}
    ${state.picture ? pictureView(state, state.picture, subject, panel) : nothing}
  `;
}

function controls(state: ExplainState, subject: Subject, panel: ExplainPanel): TemplateResult {
  const { run, epoch, target } = subject;
  const { onsetS, durationS, label, probabilities } = run.predictions[epoch]!;
  const hasFill = isOcclusion(state.method);
  const share = run.isRegression ? '' : `, ${formatPercent(Math.max(...probabilities))}`;
  return html`
    <p class="summary">
      Epoch ${epoch + 1}, ${formatTime(onsetS, 2)} to ${formatTime(onsetS + durationS, 2)}.
      ${label ? html`The model says <strong>${label}</strong>${share}.` : nothing} Choose another
      one in the results or in the traces.
    </p>
    <div class="toolbar">
      ${selectBox(
        'What speaks for',
        run.classes.map((text, i) => ({ value: String(i), text })),
        String(target),
        (value) => panel.choose({ target: Number(value) }),
      )}
      ${selectBox('Explained by', methods, state.method, (value) => panel.choose({ method: value as ExplainMethod }))}
      ${hasFill ? selectBox('Put in its place', fills, state.fill, (value) => panel.choose({ fill: value as ExplainBaseline })) : nothing}
    </div>
    <p class="note">
      ${methods.find(({ value }) => value === state.method)!.says}
      ${hasFill ? fills.find(({ value }) => value === state.fill)!.says : nothing}
    </p>
  `;
}

function working({ working, progress }: ExplainState): TemplateResult {
  return html`
    <div class="row explain-working">
      <progress max="1" value=${progress} aria-label="Explaining"></progress>
      <span class="note">Explaining ${working}, and checking the explanation</span>
    </div>
  `;
}

function pictureView(
  state: ExplainState,
  picture: Picture,
  subject: Subject,
  panel: ExplainPanel,
): TemplateResult {
  const target = subject.run.classes[subject.target] ?? '';
  const isRouting = picture.checks.method === 'attention_rollout';
  const hasScalp = picture.byChannel.length > 0 && state.places.size > 2;
  return html`
    ${verdict(picture.checks, isRouting)}
    <div class="explain-grid" data-scalp=${hasScalp}>
      <figure class="explain-figure">
        <figcaption>
          ${isRouting ? 'Where attention fetches from (routing)' : `What speaks for ${target}, and against it`}
        </figcaption>
        <canvas
          id="explain-map"
          class="explain-map"
          tabindex="0"
          role="img"
          aria-label="Map of ${picture.rows.length > 1 ? 'electrodes' : 'moments'} by time; arrow keys move a cursor"
          aria-describedby="explain-cursor"
          data-rows=${picture.rows.length > 1 ? 'many' : 'one'}
        ></canvas>
        <canvas id="explain-legend" class="explain-legend" aria-hidden="true"></canvas>
        <canvas id="explain-trace" class="explain-trace" aria-hidden="true"></canvas>
        <p class="note" id="explain-cursor" aria-live="polite">${cursorText(state, picture)}</p>
      </figure>
      ${hasScalp ? scalpView(state, picture, target, panel) : nothing}
    </div>
    <p class="note" id="explain-summary">${summary(picture, target)}</p>
    ${state.other ? fillsView(picture, state.other) : nothing}
    ${isRouting ? nothing : meanView(state, picture, subject, panel)} ${checksView(picture.checks)}
    ${tableView(state, picture)}
  `;
}

function verdict(checks: ExplainChecks, isRouting: boolean): TemplateResult {
  const routing = isRouting
    ? html`<p class="note explain-routing">
        <strong>Routing, not importance.</strong> What attention looks at need not be what decides.
      </p>`
    : nothing;
  const list = html`<ul>
    ${checks.reasons.map((reason) => html`<li>${reason}</li>`)}
  </ul>`;
  return checks.trustworthy
    ? html`${routing}
        <details class="explain-verdict" data-trust="yes">
          <summary>Four checks found nothing against this picture</summary>
          ${list}
        </details>`
    : html`${routing}
        <div class="explain-verdict" data-trust="no" role="note" aria-label="Warning">
          <strong>Do not believe this picture.</strong>
          ${list}
        </div>`;
}

function cursorText(
  { cursor }: ExplainState,
  { values, nTimes, rows, durationS }: Picture,
): string {
  const { row, time } = cursor;
  const at = `${((durationS * (time + 0.5)) / nTimes).toFixed(2)} s`;
  const value = values[row * nTimes + time] ?? 0;
  return rows.length > 1 ? `${rows[row]} at ${at}: ${signed(value)}` : `${at}: ${signed(value)}`;
}

function summary(picture: Picture, target: string): string {
  const { values, rows, nTimes, durationS, byChannel, chNames, checks } = picture;
  const { first } = strongestWindow(values, rows.length, nTimes, Math.min(nTimes, checks.window));
  const from = (durationS * first) / nTimes;
  const to = (durationS * Math.min(nTimes, first + checks.window)) / nTimes;
  const moved = (checks.logits[0] ?? 0) - (checks.baselineLogits[0] ?? 0);
  const most = strongest(chNames, byChannel, 3).filter(({ value }) => value > 0);
  return [
    `Against ${checks.baseline === 'surrogate' ? 'surrogates everywhere' : 'an empty epoch'}, this one moves the model by ${signed(moved)} (logit of ${target}).`,
    ...(most.length
      ? [`Most for it: ${most.map(({ name, value }) => `${name} ${signed(value)}`).join(', ')}.`]
      : []),
    `Strongest from ${from.toFixed(2)} to ${to.toFixed(2)} s.`,
  ].join(' ');
}

/** Both fills, once both were looked at. */
function fillsView(picture: Picture, other: Picture): TemplateResult {
  const part = ({ byChannel, values, nTimes }: Picture) =>
    byChannel.length ? byChannel : values.subarray(0, nTimes);
  const likeness = rankCorrelation(part(picture), part(other));
  const [own, others] = [picture, other].map(
    ({ checks }) => fills.find(({ value }) => value === checks.baseline)!.text,
  );
  const words =
    likeness > 0.7 ? 'much the same' : likeness > 0.3 ? 'partly the same' : 'not the same';
  return html`<p class="note" id="explain-fills">
    With ${own} and with ${others} the picture is ${words}: rank correlation ${likeness.toFixed(2)}.
    ${likeness > 0.7 ? nothing : 'What only one of them shows, the choice of filling may have made.'}
  </p>`;
}

function scalpView(
  state: ExplainState,
  picture: Picture,
  target: string,
  panel: ExplainPanel,
): TemplateResult {
  return html`
    <div class="explain-heads">
      <figure class="explain-figure">
        <figcaption>This epoch, all of it</figcaption>
        <canvas
          id="explain-scalp"
          class="explain-scalp"
          role="img"
          aria-label="Head from above: what each electrode brings for ${target}; the table below has the numbers"
        ></canvas>
      </figure>
      ${
        state.mean
          ? html`<figure class="explain-figure">
              <figcaption>Mean of ${counted(state.mean.nEpochs, 'epoch')} of ${target}</figcaption>
              <canvas
                id="explain-mean"
                class="explain-scalp"
                role="img"
                aria-label="Head from above: mean over the class ${target}"
              ></canvas>
            </figure>`
          : nothing
      }
      ${checkBox('Electrodes only, nothing between them', state.dotsOnly, (dotsOnly) => panel.store.update({ dotsOnly }))}
      <p class="note">±${picture.channelScale.toPrecision(2)} at full colour.</p>
    </div>
  `;
}

function meanView(
  state: ExplainState,
  picture: Picture,
  { run, target }: Subject,
  panel: ExplainPanel,
): TemplateResult | typeof nothing {
  const name = run.classes[target] ?? '';
  const n = run.predictions.filter(({ label }) => label === name).length;
  if (!n || run.isRegression) return nothing;
  if (state.meanProgress !== null) {
    return html`<div class="row explain-working">
      <progress max="1" value=${state.meanProgress} aria-label="Class average"></progress>
      <button type="button" @click=${() => panel.cancelMean()}>Cancel</button>
    </div>`;
  }
  if (!state.mean) {
    return html`<p>
      <button type="button" @click=${() => void panel.computeMean()}>
        Compare with the average of ${counted(n, 'epoch')} of ${name}
      </button>
    </p>`;
  }
  const [own, mean] = picture.byChannel.length
    ? [picture.byChannel, state.mean.byChannel]
    : [picture.values.subarray(0, picture.nTimes), state.mean.values.subarray(0, picture.nTimes)];
  const likeness = rankCorrelation(own, mean);
  const words = likeness > 0.5 ? 'much like' : likeness > 0.2 ? 'somewhat like' : 'not like';
  return html`<p class="note">
    This epoch is ${words} the average of ${counted(state.mean.nEpochs, 'epoch')} of ${name}: rank
    correlation ${likeness.toFixed(2)}.
  </p>`;
}

function checksView({ completeness, deletion, randomWeights, strength }: ExplainChecks) {
  const sign = (passed: boolean, applies = true) =>
    applies ? (passed ? '✓ passed' : '✕ failed') : '– says nothing here';
  const rows: [string, string, string][] = [
    [
      'The parts add up',
      completeness.promised
        ? `missing ${formatPercent(completeness.residual)} of at most ${formatPercent(completeness.limit)}, ${counted(completeness.steps, 'step')}`
        : 'this method does not promise it',
      sign(completeness.passed, completeness.promised),
    ],
    [
      'Deleting what is marked',
      deletion?.applies
        ? `mean output ${deletion.area.toPrecision(3)}; random orders from ${Math.min(...deletion.randomAreas).toPrecision(3)}`
        : 'too few pieces',
      sign(deletion?.passed ?? false, deletion?.applies),
    ],
    [
      'Random weights explain differently',
      `rank correlation ${(randomWeights?.mean ?? 0).toFixed(2)}, at most ${randomWeights?.limit ?? 0.5}`,
      sign(randomWeights?.passed ?? false, randomWeights?.applies),
    ],
    [
      'The model is moved at all',
      `by ${(strength?.difference ?? 0).toPrecision(2)}; with random weights by up to ${Math.max(0, ...(strength?.random ?? [])).toPrecision(2)}`,
      sign(strength?.passed ?? false),
    ],
  ];
  return html`
    <details class="explain-checks">
      <summary>The checks</summary>
      ${scrollTable(
        'Checks of this explanation',
        ['Check', 'Found', ''],
        html`<tbody>
          ${rows.map(
            ([name, found, outcome]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${found}</td>
                <td>${outcome}</td>
              </tr>`,
          )}
        </tbody>`,
      )}
      ${
        deletion?.applies
          ? html`<figure class="explain-figure">
              <figcaption>
                The model’s output while the signal is taken away: the most relevant first (thick),
                and in random orders (thin). Good explanations fall sooner.
              </figcaption>
              <canvas
                id="explain-deletion"
                class="explain-deletion"
                role="img"
                aria-label="Deletion curve; its numbers are in the table above"
              ></canvas>
            </figure>`
          : nothing
      }
    </details>
  `;
}

function tableView({ mean }: ExplainState, picture: Picture): TemplateResult {
  const { chNames, byChannel, rows, nTimes, values, durationS } = picture;
  const number = (value: number | undefined) =>
    value === undefined ? '' : html`<span class="number">${signed(value)}</span>`;
  const channels = rows.length > 1 && byChannel.length;
  const n = Math.min(nTimes, 20);
  const moments = Array.from({ length: n }, (_, i) => {
    const [from, to] = [Math.floor((i * nTimes) / n), Math.floor(((i + 1) * nTimes) / n)];
    let sum = 0;
    for (let t = from; t < to; t++) sum += values[t]!;
    const name = `${((durationS * from) / nTimes).toFixed(2)} s`;
    return { name, sum: sum / (picture.checks.method === 'occlusion_time' ? to - from : 1) };
  });
  return html`
    <details>
      <summary>The picture, as a table</summary>
      ${
        channels
          ? scrollTable(
              'Relevance of each electrode',
              ['Electrode', 'This epoch', ...(mean ? ['Class average'] : [])],
              html`<tbody>
                ${chNames.map(
                  (name, i) =>
                    html`<tr>
                      <th scope="row">${name}</th>
                      <td>${number(byChannel[i])}</td>
                      ${mean ? html`<td>${number(mean.byChannel[i])}</td>` : nothing}
                    </tr>`,
                )}
              </tbody>`,
            )
          : scrollTable(
              'Relevance of each moment',
              ['From', 'This epoch'],
              html`<tbody>
                ${moments.map(
                  ({ name, sum }) =>
                    html`<tr>
                      <th scope="row">${name}</th>
                      <td>${number(sum)}</td>
                    </tr>`,
                )}
              </tbody>`,
            )
      }
    </details>
  `;
}
