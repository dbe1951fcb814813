// Tables of a night: statistics, and agreement of two scorings.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { sleepStages, type SleepStatistics } from '../../api/sleep.js';
import { strings } from '../strings/index.js';
import { comparedWith, nCorrected, type Night } from './night.js';
import { warningView } from '../views/warning.js';
import { button } from '../views/parts.js';

const texts = strings.sleep;

export function statisticsView(statistics: SleepStatistics): TemplateResult {
  const { caption, rows, stages, ofStage, transitions } = texts.statistics;
  return html`
    <table class="night-table">
      <caption>
        ${caption}
      </caption>
      <tbody>
        ${rows(statistics).map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="number">${value}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <table class="night-table">
      <caption>
        ${stages.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${stages.stage}</th>
          <th scope="col">${stages.minutes}</th>
          <th scope="col">${stages.percent}</th>
        </tr>
      </thead>
      <tbody>
        ${sleepStages.map((stage) => {
          const { stageMin, stagePercent } = statistics;
          const [min, percent] = ofStage(stageMin[stage], stagePercent[stage], stage === 'W');
          return html`<tr>
            <th scope="row">${stage}</th>
            <td class="number">${min}</td>
            <td class="number">${percent}</td>
          </tr>`;
        })}
      </tbody>
    </table>
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
      <table class="night-table">
        <thead>
          <tr>
            <th scope="col">${stage}</th>
            ${sleepStages.map((one) => html`<th scope="col">${one}</th>`)}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${kappa}</th>
            ${sleepStages.map((one) => html`<td class="number">${value(agreement.stageKappa[one])}</td>`)}
          </tr>
        </tbody>
      </table>
    </section>
  `;
}

export function eventsView({ events }: Night, onMark: () => void): TemplateResult | typeof nothing {
  if (!events) return nothing;
  const { caption, columns, rows, mark, empty } = texts.events;
  const nFound = events.spindles.length + events.slowWaves.length;
  return html`
    <table class="night-table">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows(events).map(
          ([name, ...values]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${values.map((value) => html`<td class="number">${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      nFound
        ? html`<div class="night-bar">${button(mark, onMark)}</div>`
        : html`<p class="note">${empty}</p>`
    }
  `;
}

/** Rows and columns in the order of `sleepStages`. */
function matrixView(caption: string, matrix: readonly (readonly number[])[]): TemplateResult {
  return html`
    <table class="night-table">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.agreement.stage}</th>
          ${sleepStages.map((stage) => html`<th scope="col">${stage}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${matrix.map(
          (row, i) =>
            html`<tr>
              <th scope="row">${sleepStages[i]}</th>
              ${row.map((n) => html`<td class="number">${strings.numbers.number(n)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  `;
}
