// What Sleep shows while no recording is open: what it is for, a button, and the hypnogram of a made-up night.
import { html, svg, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { recordingEndings } from '../recording_files.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import { button, fileInput } from './parts.js';

const texts = strings.start;

/** From the top; the colours are those of the hypnogram of a recording. */
const rows = ['W', 'R', 'N1', 'N2', 'N3'] as const;
const colors = { W: 1, R: 4, N1: 3, N2: 2, N3: 5 };
/** Eight hours: stages and their minutes. */
const night =
  'W15 N1:5 N2:20 N3:30 N2:10 R8 N2:25 N3:25 N2:15 R15 W3 N1:4 N2:35 N3:12 N2:20 R22 N1:3 N2:40 R28 W5 N1:5 N2:60 R45 N1:5 W25';
const minutes = 480;

export const sleepStart = (state: State, actions: Actions): TemplateResult => html`
  <section class="start" id="start" aria-label=${texts.label}>
    <h2 class="welcome">${texts.waiting.sleep.title}</h2>
    <p class="lead">${texts.waiting.sleep.lead}</p>
    <div class="open">
      ${button(texts.waiting.sleep.sample, () => void actions.trySample(true), {
        kind: 'primary',
        isBusy: state.isBusy,
      })}
      ${fileInput(texts.openOwn, recordingEndings, true, (files) => void actions.openRecordings(files))}
      <p class="note or-drop">${texts.orDrop}</p>
    </div>
    <figure class="night-example">
      <div class="night-example-rows" aria-hidden="true">
        ${rows.map((name) => html`<span>${name}</span>`)}
      </div>
      <svg viewBox="0 0 ${minutes} 50" preserveAspectRatio="none" aria-hidden="true">
        ${steps()}
      </svg>
      <div class="night-example-hours" aria-hidden="true">
        ${[0, 2, 4, 6, 8].map((hour) => html`<span>${hour} h</span>`)}
      </div>
      <figcaption class="note">${texts.waiting.sleep.example}</figcaption>
    </figure>
    <p class="note">${texts.limits}</p>
  </section>
`;

function steps(): TemplateResult[] {
  let [at, line] = [0, ''];
  const bars = night.split(' ').map((run) => {
    const [, stage, lasts] = /^(W|R|N\d)(?::?)(\d+)$/.exec(run) as unknown as [
      string,
      (typeof rows)[number],
      string,
    ];
    const y = 10 * rows.indexOf(stage) + 5;
    line += `${line ? 'V' : `M${at} `}${y}H${at + Number(lasts)}`;
    const bar = svg`<path d="M${at} ${y}h${lasts}" stroke="var(--class-${colors[stage]})" stroke-width="6" vector-effect="non-scaling-stroke" />`;
    at += Number(lasts);
    return bar;
  });
  return [
    svg`<path d=${line} fill="none" stroke="var(--muted)" vector-effect="non-scaling-stroke" />`,
    ...bars,
  ];
}
