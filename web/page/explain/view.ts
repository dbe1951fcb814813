// View of Explain: one sentence, reliability, bands, head and map; canvases.ts draws the figures.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { EegateError, ExplainChecks, ExplainMethod } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import { factsOf, hintSentence, messageOf, originalOf } from '../text.js';
import { originalView } from '../views/warning.js';
import { figureButton } from '../views/figure_button.js';
import { strings } from '../strings/index.js';
import { button, selectBox } from '../views/parts.js';
import { advancedView } from './advanced_view.js';
import { bandsView, decidingBand } from './bands_view.js';
import { headsView } from './heads_view.js';
import type { ExplainPanel, Subject } from './panel.js';
import { outstanding, rankCorrelation, signed, strongestWindow } from './reductions.js';
import { doubtsOf } from './reliability.js';
import type { ExplainState, Picture } from './state.js';

const texts = strings.explain;

/** `firstStep`: shown where nothing can be explained yet. */
export function explainView(
  state: ExplainState,
  panel: ExplainPanel,
  firstStep: () => TemplateResult,
): TemplateResult {
  const subject = panel.subject();
  if (!subject) return firstStep();
  const { picture } = state;
  // What can be clicked comes before what arrives late and would push it away.
  return html`<div class="explain-panel">
    ${targetView(subject, panel)}
    ${picture?.checks.trustworthy === false ? verdictView(picture.checks) : nothing}
    ${leadView(picture, subject)}
    ${picture?.checks.trustworthy ? verdictView(picture.checks) : nothing}
    ${state.problem ? problemView(state.problem) : nothing}
    ${state.working ? working(state) : nothing}
    ${picture ? pictureView(state, picture, subject, panel) : nothing}
    ${advancedView(state, picture, panel)}
  </div>`;
}

/** What decided, with numbers; and which window this is. */
function leadView(picture: Picture | null, { run, epoch, target }: Subject): TemplateResult {
  const { onsetS, durationS, label, probabilities } = run.predictions[epoch]!;
  const share = run.isRegression ? null : Math.max(...probabilities);
  return html`
    <p class="explain-lead" id="explain-summary">
      ${label ? texts.modelSays(label, share) : nothing}
      ${picture ? evidenceView(picture, run.classes[target] ?? '', onsetS) : nothing}
    </p>
    <p class="note">
      ${texts.window(epoch + 1, formatTime(onsetS, 2), formatTime(onsetS + durationS, 2), run.modelTitle)}
      ${texts.chooseAnother}
    </p>
  `;
}

/** Who copies the sentences of an explanation that is not reliable copies that, too. */
function evidenceView(picture: Picture, target: string, onsetS: number) {
  const text = sentences(picture, target, onsetS);
  return picture.checks.trustworthy
    ? text
    : html`<span class="explain-doubtful">${texts.lead.notReliable} ${text}</span>`;
}

/** Removing an electrode gives one value for the whole window. */
const hasTime = (method: ExplainMethod) => method !== 'occlusion_channel';
const isRouting = (method: ExplainMethod) => method === 'attention_rollout';

export function sentences(picture: Picture, target: string, onsetS: number): string {
  const { byChannel, chNames, checks, bands } = picture;
  const best = decidingBand(bands);
  const most = outstanding(chNames, byChannel).slice(0, 3);
  const { lead } = texts;
  return [
    best
      ? lead.band(target, texts.bands.names[best.name] ?? best.name, best, bands.logit)
      : lead.noBand(target),
    ...(most.length
      ? [lead.most(most.map(({ name, value }) => ({ name, value: signed(value) })))]
      : []),
    ...(byChannel.length > 1 && !most.length ? [lead.noElectrode] : []),
    ...(hasTime(checks.method) ? [momentSentence(picture, target, onsetS)] : []),
  ].join(' ');
}

/** The moment that speaks most for the class; none if all speak against it. */
function momentSentence(picture: Picture, target: string, onsetS: number): string {
  const { values, rows, nTimes, durationS, checks } = picture;
  const window = Math.min(nTimes, checks.window);
  const { first, sum } = strongestWindow(values, rows.length, nTimes, window);
  const at = (sample: number) => formatTime(onsetS + (durationS * sample) / nTimes, 2);
  const { lead } = texts;
  if (isRouting(checks.method)) return lead.routing(at(first), at(first + window));
  return sum > 0 ? lead.strongest(at(first), at(first + window)) : lead.noMoment(target);
}

function problemView(problem: EegateError): TemplateResult {
  const details = factsOf(problem).map(([name, value]) => `${name}: ${value}.`);
  return html`<p class="warning" role="alert">
      <strong>${messageOf(problem)}</strong> ${details.join(' ')} ${hintSentence(problem)}
    </p>
    ${originalView(originalOf(problem))}`;
}

function targetView({ run, target }: Subject, panel: ExplainPanel): TemplateResult {
  return selectBox(
    texts.evidenceFor,
    run.classes.map((text, value) => ({ value, text })),
    target,
    (target) => panel.choose({ target }),
  );
}

function working({ working, progress }: ExplainState): TemplateResult {
  return html`
    <div class="row explain-working">
      <progress max="1" value=${progress} aria-label=${texts.explaining}></progress>
      <span class="note">${texts.working(working ?? '')}</span>
    </div>
  `;
}

/** A badge: passed, or not and why in one sentence. */
function verdictView(checks: ExplainChecks): TemplateResult {
  const doubts = doubtsOf(checks);
  const routing = isRouting(checks.method)
    ? html`<p class="note explain-routing">
        <strong>${texts.verdict.routing}</strong> ${texts.verdict.routingNote}
      </p>`
    : nothing;
  if (checks.trustworthy)
    return html`${routing}
      <p class="explain-verdict" data-trust="yes"><strong>${texts.verdict.passed}</strong></p>`;
  const [first, ...others] = doubts;
  return html`${routing}
    <div class="explain-verdict" data-trust="no" role="note" aria-label=${texts.verdict.warning}>
      <p><strong>${texts.verdict.failed}</strong> ${first ?? nothing}</p>
      ${
        others.length
          ? html`<ul>
              ${others.map((doubt) => html`<li>${doubt}</li>`)}
            </ul>`
          : nothing
      }
      ${checks.strength?.passed === false ? html`<p class="note">${texts.verdict.weakSignal}</p>` : nothing}
    </div>`;
}

function pictureView(
  state: ExplainState,
  picture: Picture,
  subject: Subject,
  panel: ExplainPanel,
): TemplateResult {
  const target = subject.run.classes[subject.target] ?? '';
  const { method } = picture.checks;
  const title = isRouting(method)
    ? texts.map.routing
    : texts.map[hasTime(method) ? 'evidence' : 'evidenceByElectrode'](target);
  const hasScalp = picture.byChannel.length > 0 && state.positions.size > 2;
  return html`
    <div class="explain-grid" data-scalp=${hasScalp}>
      ${guard([picture.bands, strings.language], () => bandsView(picture.bands, target))}
      ${hasScalp ? headsView(state, picture, target, panel.store) : nothing}
      <figure class="explain-figure explain-over-time">
        <figcaption>${title}</figcaption>
        ${figureButton('relevance', 'figcaption,canvas', 'figure')}
        <canvas
          id="explain-map"
          class="explain-map"
          tabindex="0"
          role="img"
          aria-label=${texts.map.label(picture.rows.length > 1)}
          aria-describedby="explain-cursor"
          data-rows=${picture.rows.length > 1 ? 'many' : 'one'}
        ></canvas>
        <canvas id="explain-legend" class="explain-legend" aria-hidden="true"></canvas>
        <canvas id="explain-trace" class="explain-trace" aria-hidden="true"></canvas>
        <p class="note" id="explain-cursor" aria-live="polite">${cursorText(state, picture)}</p>
      </figure>
    </div>
    ${isRouting(method) ? nothing : meanView(state, picture, subject, panel)}
  `;
}

function cursorText(
  { cursor }: ExplainState,
  { values, nTimes, rows, durationS, checks }: Picture,
): string {
  const { row, time } = cursor;
  const value = values[row * nTimes + time] ?? 0;
  const name = rows.length > 1 ? rows[row]! : null;
  const s = hasTime(checks.method) ? (durationS * (time + 0.5)) / nTimes : null;
  return texts.map.cursor(name, s, signed(value));
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
      <progress max="1" value=${state.meanProgress} aria-label=${texts.average.progress}></progress>
      ${button(texts.average.cancel, () => panel.cancelMean())}
    </div>`;
  }
  if (!state.mean) {
    return html`<p>${button(texts.average.compute(n, name), () => void panel.computeMean())}</p>`;
  }
  const [own, mean] = picture.byChannel.length
    ? [picture.byChannel, state.mean.byChannel]
    : [picture.values.subarray(0, picture.nTimes), state.mean.values.subarray(0, picture.nTimes)];
  const likeness = rankCorrelation(own, mean);
  return html`<p class="note">${texts.average.likeness(likeness, state.mean.nWindows, name)}</p>`;
}
