// Contribution of each frequency band to the output: a table with a bar and a number for each band.
import { html, svg, nothing, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';
import type { BandOcclusion } from '../../api/index.js';
import { figureButton } from '../views/figure_button.js';
import { strings } from '../strings/index.js';
import { signed } from './reductions.js';

const texts = strings.explain.bands;

/** Of the largest change by any band: less is nothing to speak of beside it. */
const leastShare = 0.1;
/** Of the output itself: without the band it is what it was, to the digits that a sentence has. */
const leastOfOutput = 0.05;

/** The band without which the output falls most; none where no band lowers it, or hardly beside the output or what another band raises it. */
export function decidingBand({
  bands,
  logit,
}: BandOcclusion): BandOcclusion['bands'][number] | null {
  const fall = (band: { logitDrop: number | null }) => band.logitDrop ?? -Infinity;
  const best = bands.reduce<BandOcclusion['bands'][number] | null>(
    (most, band) => (fall(band) > (most ? fall(most) : 0) ? band : most),
    null,
  );
  const largest = Math.max(...bands.map(({ logitDrop }) => Math.abs(logitDrop ?? 0)));
  const least = Math.max(leastShare * largest, leastOfOutput * Math.abs(logit));
  return best && fall(best) >= least ? best : null;
}

/** Where zero stands and how long one is, so that bars on both sides of it fill the width 0 to 100. */
export function barScale(falls: readonly (number | null)[]): { zero: number; unit: number } {
  const known = falls.map((fall) => fall ?? 0);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const unit = 100 / (high - low || 1);
  return { zero: -low * unit + 0, unit }; // not minus zero
}

export function bandsView(occlusion: BandOcclusion, target: string): TemplateResult {
  const { bands } = occlusion;
  const scale = barScale(bands.map(({ logitDrop }) => logitDrop));
  const most = decidingBand(occlusion);
  return html`<figure class="explain-figure explain-bands">
    <figcaption>${texts.title(target)}</figcaption>
    ${figureButton('bands', 'figcaption,table', 'figure')}
    <table aria-label=${texts.label}>
      <tbody>
        ${bands.map(
          (band) =>
            html`<tr data-most=${band === most}>
              <th scope="row">${texts.names[band.name] ?? band.name}</th>
              <td class="range">${texts.range(band.lowHz, band.highHz)}</td>
              <td class="bars">
                ${band.logitDrop === null ? nothing : bar(band.logitDrop, scale)}
              </td>
              <td class="number">
                ${band.logitDrop === null ? texts.none : signed(band.logitDrop)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </figure>`;
}

function bar(fall: number, { zero, unit }: { zero: number; unit: number }): TemplateResult {
  const width = Math.abs(fall) * unit;
  const x = fall < 0 ? zero - width : zero;
  const line: SVGTemplateResult = svg`<rect class="zero" x=${zero - 0.4} width="0.8" height="10"></rect>`;
  return html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class=${fall < 0 ? 'below' : 'above'} x=${x} y="1" width=${width} height="8"></rect>
    ${line}
  </svg>`;
}
