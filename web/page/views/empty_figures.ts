// What a result will look like, in pale lines, where there is none yet. Nothing of it is read aloud.
import { html, svg, type TemplateResult } from 'lit/html.js';

/** An accuracy above the line of chance, without a value. */
export const emptyMeter: TemplateResult = html`
  <svg class="empty-figure" viewBox="0 0 300 34" aria-hidden="true">
    <rect class="fill" x="0" y="8" width="300" height="18" rx="3"></rect>
    <path class="dashed" d="M150 2V32"></path>
  </svg>
`;

/** Axes of a curve over epochs, a level, and where a curve would run: an accuracy rises, a loss falls. */
export const emptyCurve = (isFalling = false): TemplateResult => html`
  <svg class="empty-figure" viewBox="0 0 300 120" aria-hidden="true">
    ${[10, 60, 110].map((y) => svg`<path d="M30 ${y}H294"></path>`)}
    <path class="dashed" d="M30 60H294"></path>
    <path class="axis" d="M30 6V110H294"></path>
    <path
      class="curve"
      d=${isFalling ? 'M30 18C60 62 90 74 140 84S240 94 294 96' : 'M30 62C80 58 90 34 140 28S240 20 294 18'}
    ></path>
    ${[10, 60, 110].map((y) => svg`<rect class="fill" x="4" y=${y - 4} width="18" height="8" rx="2"></rect>`)}
  </svg>
`;

/** A head seen from above, with places of electrodes. */
export function emptyHead(places: readonly { x: number; y: number }[]): TemplateResult {
  return html`
    <svg class="empty-figure" viewBox="0 0 120 126" aria-hidden="true">
      <path d="M52 14L60 4L68 14"></path>
      <circle class="fill" cx="60" cy="66" r="54"></circle>
      ${places.map(({ x, y }) => svg`<circle cx=${60 + 45 * x} cy=${66 - 45 * y} r="6"></circle>`)}
    </svg>
  `;
}

/** A decision with its bar, six traces of which the last seconds are there, and the decisions before. */
export const emptyLive = (): TemplateResult => html`
  <svg class="empty-figure" viewBox="0 0 300 66" aria-hidden="true">
    <rect class="fill" x="0" y="0" width="300" height="66" rx="6"></rect>
    <rect class="bone" x="14" y="14" width="96" height="14" rx="3"></rect>
    <rect class="bone" x="244" y="14" width="42" height="14" rx="3"></rect>
    <rect class="bone" x="14" y="44" width="272" height="6" rx="2"></rect>
  </svg>
  <svg class="empty-figure" viewBox="0 0 300 170" aria-hidden="true">
    ${[0, 1, 2, 3, 4, 5].map(
      (row) => svg`
        <rect class="fill" x="4" y=${14 + 25 * row} width="22" height="8" rx="2"></rect>
        <path class="trace" d=${waveAt(18 + 25 * row, row)}></path>`,
    )}
    <path class="axis" d="M36 158H294"></path>
  </svg>
`;

/** Which needs no name: a slow wave that becomes faster. */
function waveAt(y: number, row: number): string {
  const points = Array.from({ length: 130 }, (_, i) => {
    const phase = (i * (3 + i / 26)) / 20 + 2 * row;
    return `${36 + 2 * i} ${(y + 5 * Math.sin(phase) * Math.cos(i / 11 + row)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
