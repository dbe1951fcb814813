// The place Explain in words and controls; canvases.ts draws its pictures.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type {
  EegateError,
  ExplainBaseline,
  ExplainChecks,
  ExplainMethod,
} from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import { errorDetails } from '../text.js';
import { words } from '../words/index.js';
import { selectBox } from '../views/parts.js';
import { checksView } from './checks_view.js';
import { headsTable, headsView } from './heads_view.js';
import { mapTable } from './map_table.js';
import type { ExplainPanel, Subject } from './panel.js';
import { rankCorrelation, signed, strongest, strongestWindow } from './reductions.js';
import { fills, isOcclusion, methods, type ExplainState, type Picture } from './state.js';

const said = words.explain;

export function explainView(state: ExplainState, panel: ExplainPanel): TemplateResult {
  const subject = panel.subject();
  if (!subject) return html`<p class="empty">${said.empty}</p>`;
  return html`
    ${controls(state, subject, panel)} ${state.problem ? problemView(state.problem) : nothing}
    ${state.working ? working(state) : nothing}
    ${state.picture ? pictureView(state, state.picture, subject, panel) : nothing}
  `;
}

function problemView(problem: EegateError): TemplateResult {
  const details = errorDetails(problem).map(([name, value]) => `${name}: ${value}.`);
  return html`<p class="warning" role="alert">
    <strong>${problem.message}</strong> ${details.join(' ')} ${problem.hint}
  </p>`;
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
      ${hasScalp ? headsView(state, picture, target, panel.store) : nothing}
    </div>
    <p class="note" id="explain-summary">${summary(picture, target)}</p>
    ${state.other ? fillsView(picture, state.other) : nothing}
    ${isRouting ? nothing : meanView(state, picture, subject, panel)} ${checksView(state, picture)}
    ${hasScalp ? guard([picture, state.mean], () => headsTable(state, picture)) : nothing}
    ${guard([picture], () => mapTable(picture))}
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
          ${list} ${checks.strength?.passed === false ? said.verdict.hardlyMoved : nothing}
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
