// Tables of a night: statistics, and agreement of two scorings.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { sleepStages, type SleepStatistics } from '../../api/sleep.js';
import { strings } from '../strings/index.js';
import { comparedWith, nCorrected, type Night } from './night.js';
import { warningView } from '../views/warning.js';
import { button, tableBody } from '../views/parts.js';

const texts = strings.sleep;

/** Without a caption where what is above says what it is. */
function nightTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): TemplateResult {
  return html`
    <table class="night-table">
      ${
        caption
          ? html`<caption>
              ${caption}
            </caption>`
          : nothing
      }
      ${
        head.length
          ? html`<thead>
              <tr>
                ${head.map((name) => html`<th scope="col">${name}</th>`)}
              </tr>
            </thead>`
          : nothing
      }
      ${tableBody(rows)}
    </table>
  `;
}

export function statisticsView(statistics: SleepStatistics): TemplateResult {
  const { caption, rows, stages, ofStage, transitions } = texts.statistics;
  const { stageMin, stagePercent } = statistics;
  return html`
    ${nightTable(caption, [], rows(statistics))}
    ${nightTable(
      stages.caption,
      [stages.stage, stages.minutes, stages.percent],
      sleepStages.map((stage) => [
        stage,
        ...ofStage(stageMin[stage], stagePercent[stage], stage === 'W'),
      ]),
    )}
    ${matrixView(transitions, statistics.transitions)}
  `;
}

export function agreementView(night: Night): TemplateResult | typeof nothing {
  const { agreement, scoring } = night;
  const second = comparedWith(night);
  if (!scoring || !second) return nothing;
  if (!agreement)
    return night.statistics
      ? html`<p class="note">${texts.agreement.none(second.name())}</p>`
      : nothing;
  const { title, sentence, confusion, kappa, stage, noKappa } = texts.agreement;
  const value = (one: number | undefined) =>
    one === undefined ? noKappa : strings.numbers.fixed(one, 2);
  const heading = title(texts.corrected(scoring.name(), nCorrected(scoring)), second.name());
  return html`
    <section class="card" aria-label=${heading}>
      <h3>${heading}</h3>
      <p>
        ${sentence(agreement.agreement, agreement.kappa, agreement.nCompared, agreement.nLeftOut)}
      </p>
      ${agreement.warnings.map((warning) => warningView(warning))}
      ${matrixView(confusion, agreement.confusion)}
      ${nightTable(
        '',
        [stage, ...sleepStages],
        [[kappa, ...sleepStages.map((one) => value(agreement.stageKappa[one]))]],
      )}
    </section>
  `;
}

export function eventsView({ events }: Night, onMark: () => void): TemplateResult | typeof nothing {
  if (!events) return nothing;
  const { caption, columns, rows, mark, empty } = texts.events;
  const nFound = events.spindles.length + events.slowWaves.length;
  return html`
    ${nightTable(caption, columns, rows(events))}
    ${
      nFound
        ? html`<div class="night-bar">${button(mark, onMark)}</div>`
        : html`<p class="note">${empty}</p>`
    }
  `;
}

/** Rows and columns in the order of `sleepStages`. */
const matrixView = (caption: string, matrix: readonly (readonly number[])[]): TemplateResult =>
  nightTable(
    caption,
    [texts.agreement.stage, ...sleepStages],
    matrix.map((row, i) => [sleepStages[i], ...row.map(strings.numbers.number)]),
  );
