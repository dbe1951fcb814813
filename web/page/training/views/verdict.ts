// The result of a run as a figure, with the accuracy above it.
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { TrainingEvaluation } from '../../../api/training_types.js';
import { valueTable } from '../../views/parts.js';
import { formatPercent } from '../../text.js';
import { accuracyOf, type PersonResult } from '../person_results.js';
import { isSeen, vetoOf, type Doubt } from '../doubts.js';
import { standingOf, verdictPicture, type Measured, type VerdictPicture } from '../verdict.js';
import { figureButton } from '../../views/figure_button.js';
import { strings } from '../../strings/index.js';

const texts = strings.outcome.verdict;

export function verdictView(
  evaluation: TrainingEvaluation,
  persons: readonly PersonResult[],
  headline: string,
  doubt: Doubt | null = null,
): TemplateResult {
  const { accuracy, accuracyInterval, nTrials } = evaluation;
  const vetoed = vetoOf(evaluation, doubt);
  return html`
    <figure class="verdict" data-standing=${vetoed ? 'unclear' : standingOf(evaluation)}>
      <figcaption>
        <strong class="figure">${texts.figure(accuracy)}</strong>
        <span>
          ${isSeen(doubt) ? texts.ofSeen(nTrials) : persons.length ? texts.ofPersons(persons.length, nTrials) : texts.of(nTrials)};
          ${texts.interval(accuracyInterval)}
        </span>
      </figcaption>
      ${figureButton('verdict', 'figcaption,svg', 'figure')}
      ${pictureView(evaluation, persons, headline, vetoed ? texts.doubts[vetoed] : undefined)}
    </figure>
  `;
}

/** The interval against the majority class, and what it means in a sentence. */
export function pictureView(
  evaluation: Measured,
  persons: readonly PersonResult[],
  label: string,
  meaning = texts.standings[standingOf(evaluation)],
): TemplateResult {
  const picture = verdictPicture(evaluation, persons);
  return html`
    <svg viewBox="0 0 ${picture.width} ${picture.height}" role="img" aria-label=${label}>
      ${axis(picture)} ${chanceMark(picture, texts.chance(evaluation.chance))} ${bar(picture)}
      ${dots(picture)}
    </svg>
    <p class="standing">${meaning}</p>
  `;
}

function axis({ left, right, axisY, ticks }: VerdictPicture) {
  return svg`
    <line class="axis" x1=${left} x2=${right} y1=${axisY} y2=${axisY} />
    ${ticks.map(
      ({ x, share }) => svg`
        <line class="axis" x1=${x} x2=${x} y1=${axisY} y2=${axisY + 4} />
        <text x=${x} y=${axisY + 16} text-anchor="middle">${formatPercent(share)}</text>`,
    )}
  `;
}

/** What lies to the left of it could be reached without looking at the EEG. */
function chanceMark({ left, chance, axisY, chanceAnchor }: VerdictPicture, text: string) {
  const x = chance + (chanceAnchor === 'start' ? 5 : -5);
  return svg`
    <rect class="below" x=${left} y="18" width=${Math.max(0, chance - left)} height=${axisY - 18} />
    <line class="chance" x1=${chance} x2=${chance} y1="4" y2=${axisY} />
    <text x=${x} y="12" text-anchor=${chanceAnchor}>${text}</text>
  `;
}

function bar({ low, high, accuracy, barY }: VerdictPicture) {
  return svg`
    <line class="interval" x1=${low} x2=${high} y1=${barY} y2=${barY} />
    ${[low, high].map((x) => svg`<line class="cap" x1=${x} x2=${x} y1=${barY - 6} y2=${barY + 6} />`)}
    <circle class="mean" cx=${accuracy} cy=${barY} r="7" />
  `;
}

function dots(picture: VerdictPicture) {
  return picture.dots.map(
    ({ person, nRight, n, x, y }) => svg`
      <circle class="dot" cx=${x} cy=${y} r="4.5"><title>${texts.dot(person, nRight, n)}</title></circle>`,
  );
}

/** Takes the room of the first dot until it is there. */
const nobody: PersonResult = { person: '', truth: [0], predicted: [0], confidence: [0] };

/** While persons are still being left out: the dots that are there, on the same axis; `chance` is null before the first. */
export function personsSoFar(
  persons: readonly PersonResult[],
  chance: number | null,
  title: string,
): TemplateResult {
  const hasDots = persons.length > 0;
  const picture = verdictPicture(
    { accuracy: 0, accuracyInterval: [0, 0], chance: chance ?? 0 },
    hasDots ? persons : [nobody],
  );
  const told = picture.dots.map(({ person, nRight, n }) => texts.dot(person, nRight, n));
  return html`
    <figure class="verdict" data-standing="unclear">
      <figcaption><span>${title}</span></figcaption>
      <svg
        viewBox="0 0 ${picture.width} ${picture.height}"
        role="img"
        aria-label=${hasDots ? told.join('; ') : title}
      >
        ${axis(picture)} ${chance === null ? nothing : chanceMark(picture, texts.chance(chance))}
        ${hasDots ? dots(picture) : nothing}
      </svg>
    </figure>
  `;
}

export function personsTable(persons: readonly PersonResult[]): TemplateResult {
  return valueTable(
    texts.persons.label,
    texts.persons.head,
    persons.map((one) => [
      one.person,
      Math.round(accuracyOf(one) * one.truth.length),
      one.truth.length,
      one.truth.length ? formatPercent(accuracyOf(one)) : '',
    ]),
  );
}

/** The interval alone, small, as a cell of the table of runs: all of them on one axis. */
export function smallVerdict(evaluation: TrainingEvaluation, doubt: Doubt | null): TemplateResult {
  const { accuracy, accuracyInterval, chance } = evaluation;
  const x = (share: number) => 4 + 112 * share;
  return html`
    <svg
      class="small-verdict"
      viewBox="0 0 120 16"
      aria-hidden="true"
      data-standing=${vetoOf(evaluation, doubt) ? 'unclear' : standingOf(evaluation)}
    >
      <line class="axis" x1="4" x2="116" y1="8" y2="8" />
      <line class="chance" x1=${x(chance)} x2=${x(chance)} y1="1" y2="15" />
      <line
        class="interval"
        x1=${x(accuracyInterval[0])}
        x2=${x(accuracyInterval[1])}
        y1="8"
        y2="8"
      />
      <circle class="mean" cx=${x(accuracy)} cy="8" r="4" />
    </svg>
  `;
}
