// The place Explain in words and controls; canvases.ts draws its pictures.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ExplainBaseline, ExplainChecks, ExplainMethod } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import { words } from '../words/index.js';
import { checkBox, scrollTable, selectBox } from '../views/parts.js';
import type { ExplainPanel, Subject } from './panel.js';
import { rankCorrelation, signed, strongest, strongestWindow } from './reductions.js';
import { fills, isOcclusion, methods, type ExplainState, type Picture } from './state.js';

const said = words.explain;

export function explainView(state: ExplainState, panel: ExplainPanel): TemplateResult {
  const subject = panel.subject();
  if (!subject) return html`<p class="empty">${said.empty}</p>`;
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
  const share = run.isRegression ? null : Math.max(...probabilities);
  return html`
    <p class="summary">
      ${said.epoch(epoch + 1, formatTime(onsetS, 2), formatTime(onsetS + durationS, 2))}
      ${label ? said.modelSays(label, share) : nothing} ${said.chooseAnother}
    </p>
    <div class="toolbar">
      ${selectBox(
        said.speaksFor,
        run.classes.map((text, i) => ({ value: String(i), text })),
        String(target),
        (value) => panel.choose({ target: Number(value) }),
      )}
      ${selectBox(said.explainedBy, methods, state.method, (value) => panel.choose({ method: value as ExplainMethod }))}
      ${hasFill ? selectBox(said.fill, fills, state.fill, (value) => panel.choose({ fill: value as ExplainBaseline })) : nothing}
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
      <progress max="1" value=${progress} aria-label=${said.explaining}></progress>
      <span class="note">${said.working(working ?? '')}</span>
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
        <figcaption>${isRouting ? said.map.routing : said.map.forAndAgainst(target)}</figcaption>
        <canvas
          id="explain-map"
          class="explain-map"
          tabindex="0"
          role="img"
          aria-label=${said.map.label(picture.rows.length > 1)}
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
        <strong>${said.verdict.routing}</strong> ${said.verdict.routingNote}
      </p>`
    : nothing;
  const list = html`<ul>
    ${checks.reasons.map((reason) => html`<li>${reason}</li>`)}
  </ul>`;
  return checks.trustworthy
    ? html`${routing}
        <details class="explain-verdict" data-trust="yes">
          <summary>${said.verdict.fine}</summary>
          ${list}
        </details>`
    : html`${routing}
        <div class="explain-verdict" data-trust="no" role="note" aria-label=${said.verdict.warning}>
          <strong>${said.verdict.doNotBelieve}</strong>
          ${list}
        </div>`;
}

function cursorText(
  { cursor }: ExplainState,
  { values, nTimes, rows, durationS }: Picture,
): string {
  const { row, time } = cursor;
  const value = values[row * nTimes + time] ?? 0;
  const name = rows.length > 1 ? rows[row]! : null;
  return said.map.cursor(name, (durationS * (time + 0.5)) / nTimes, signed(value));
}

function summary(picture: Picture, target: string): string {
  const { values, rows, nTimes, durationS, byChannel, chNames, checks } = picture;
  const { first } = strongestWindow(values, rows.length, nTimes, Math.min(nTimes, checks.window));
  const from = (durationS * first) / nTimes;
  const to = (durationS * Math.min(nTimes, first + checks.window)) / nTimes;
  const moved = (checks.logits[0] ?? 0) - (checks.baselineLogits[0] ?? 0);
  const most = strongest(chNames, byChannel, 3).filter(({ value }) => value > 0);
  return [
    said.summary.moves(checks.baseline === 'surrogate', signed(moved), target),
    ...(most.length
      ? [said.summary.most(most.map(({ name, value }) => ({ name, value: signed(value) })))]
      : []),
    said.summary.strongest(from, to),
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
  return html`<p class="note" id="explain-fills">
    ${said.fills.likeness(own!, others!, likeness)}
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
        <figcaption>${said.scalp.epoch}</figcaption>
        <canvas
          id="explain-scalp"
          class="explain-scalp"
          role="img"
          aria-label=${said.scalp.label(target)}
        ></canvas>
      </figure>
      ${
        state.mean
          ? html`<figure class="explain-figure">
              <figcaption>${said.scalp.mean(state.mean.nEpochs, target)}</figcaption>
              <canvas
                id="explain-mean"
                class="explain-scalp"
                role="img"
                aria-label=${said.scalp.meanLabel(target)}
              ></canvas>
            </figure>`
          : nothing
      }
      ${checkBox(said.scalp.dotsOnly, state.dotsOnly, (dotsOnly) => panel.store.update({ dotsOnly }))}
      <p class="note">${said.scalp.scale(picture.channelScale.toPrecision(2))}</p>
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
      <progress max="1" value=${state.meanProgress} aria-label=${said.average.progress}></progress>
      <button type="button" @click=${() => panel.cancelMean()}>${said.average.cancel}</button>
    </div>`;
  }
  if (!state.mean) {
    return html`<p>
      <button type="button" @click=${() => void panel.computeMean()}>
        ${said.average.compute(n, name)}
      </button>
    </p>`;
  }
  const [own, mean] = picture.byChannel.length
    ? [picture.byChannel, state.mean.byChannel]
    : [picture.values.subarray(0, picture.nTimes), state.mean.values.subarray(0, picture.nTimes)];
  const likeness = rankCorrelation(own, mean);
  return html`<p class="note">${said.average.likeness(likeness, state.mean.nEpochs, name)}</p>`;
}

function checksView({ completeness, deletion, randomWeights, strength }: ExplainChecks) {
  const named = said.checks;
  const sign = (passed: boolean, applies = true) =>
    applies ? (passed ? named.passed : named.failed) : named.saysNothing;
  const rows: [string, string, string][] = [
    [
      named.completeness,
      completeness.promised
        ? named.completenessOf(completeness.residual, completeness.limit, completeness.steps)
        : named.notPromised,
      sign(completeness.passed, completeness.promised),
    ],
    [
      named.deletion,
      deletion?.applies
        ? named.deletionOf(
            deletion.area.toPrecision(3),
            Math.min(...deletion.randomAreas).toPrecision(3),
          )
        : named.tooFew,
      sign(deletion?.passed ?? false, deletion?.applies),
    ],
    [
      named.randomWeights,
      named.randomWeightsOf(randomWeights?.mean ?? 0, randomWeights?.limit ?? 0.5),
      sign(randomWeights?.passed ?? false, randomWeights?.applies),
    ],
    [
      named.strength,
      named.strengthOf(
        (strength?.difference ?? 0).toPrecision(2),
        Math.max(0, ...(strength?.random ?? [])).toPrecision(2),
      ),
      sign(strength?.passed ?? false),
    ],
  ];
  return html`
    <details class="explain-checks">
      <summary>${named.summary}</summary>
      ${scrollTable(
        named.label,
        named.head,
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
              <figcaption>${named.curve}</figcaption>
              <canvas
                id="explain-deletion"
                class="explain-deletion"
                role="img"
                aria-label=${named.curveLabel}
              ></canvas>
            </figure>`
          : nothing
      }
    </details>
  `;
}

function tableView({ mean }: ExplainState, picture: Picture): TemplateResult {
  const named = said.table;
  const { chNames, byChannel, rows, nTimes, values, durationS } = picture;
  const number = (value: number | undefined) =>
    value === undefined ? '' : html`<span class="number">${signed(value)}</span>`;
  const channels = rows.length > 1 && byChannel.length;
  const n = Math.min(nTimes, 20);
  const moments = Array.from({ length: n }, (_, i) => {
    const [from, to] = [Math.floor((i * nTimes) / n), Math.floor(((i + 1) * nTimes) / n)];
    let sum = 0;
    for (let t = from; t < to; t++) sum += values[t]!;
    const name = named.moment((durationS * from) / nTimes);
    return { name, sum: sum / (picture.checks.method === 'occlusion_time' ? to - from : 1) };
  });
  return html`
    <details>
      <summary>${named.summary}</summary>
      ${
        channels
          ? scrollTable(
              named.electrodes,
              [named.electrode, named.epoch, ...(mean ? [named.average] : [])],
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
              named.moments,
              [named.from, named.epoch],
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
