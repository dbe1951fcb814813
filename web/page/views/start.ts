// Start screen, also of Explain while no recording is open: animated traces, two buttons, three entries, and the list of models.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { recordingEndings } from '../recording_files.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import { judgedIn } from './model_list.js';
import { figureButton } from './figure_button.js';
import { button, fileInput } from './parts.js';
import { sleepStart } from './sleep_start.js';

const texts = strings.start;

export function startView(state: State, actions: Actions, playAgain: () => void): TemplateResult {
  if (state.workspace === 'sleep') return sleepStart(state, actions);
  const { title, lead } = state.workspace === 'explain' ? texts.waiting.explain : texts;
  return html`
    <section class="start" id="start" aria-label=${texts.label}>
      <h2 class="welcome">${title}</h2>
      <p class="lead">${lead}</p>
      ${state.awaited ? html`<p class="awaited">${awaitedText(state.awaited)}</p>` : nothing}
      <div class="open">
        ${button(texts.sample, () => void actions.trySample(), {
          kind: 'primary',
          isBusy: state.isBusy,
        })}
        ${fileInput(texts.openOwn, recordingEndings, true, (files) => void actions.openRecordings(files))}
        <p class="note or-drop">${texts.orDrop}</p>
      </div>
      <div class="running">
        <canvas id="start-traces" aria-hidden="true"></canvas>
        <canvas id="start-lane" aria-hidden="true"></canvas>
        <p id="start-figure" class="start-figure" aria-hidden="true">
          <strong></strong><span></span>
        </p>
        <p class="note">
          ${texts.running.caption} ${button(texts.running.again, playAgain, { kind: 'link' })}
        </p>
        ${figureButton('start', '#start-traces, #start-lane, #start-figure, .running > .note')}
      </div>
      ${doors(actions)}
      <p class="note">${texts.limits}</p>
      ${gallery(state, actions)}
    </section>
  `;
}

const awaitedText = ({ startS, spanS, isOfSample }: NonNullable<State['awaited']>): string =>
  texts.awaited(formatTime(startS), formatTime(startS + spanS), isOfSample);

const doorIds = ['lessons', 'train', 'playground'] as const;

function doors({ navigation }: Actions): TemplateResult {
  return html`
    <ul class="doors">
      ${doorIds.map((id) => {
        const { who, title, text } = texts.doors[id];
        return html`
          <li>
            <button type="button" @click=${() => navigation.goTo(id)}>
              <span class="note">${who}</span><strong>${title}</strong><span>${text}</span>
            </button>
          </li>
        `;
      })}
    </ul>
  `;
}

/** The models that come with the page and have a sentence; one that is chosen stays chosen for the next recording. */
function gallery({ models, modelKey }: State, actions: Actions): TemplateResult | typeof nothing {
  const sentences: Record<string, string> = texts.models.sentences;
  const shown = models.filter(({ key }) => sentences[key]);
  if (!shown.length) return nothing;
  return html`
    <h3>${texts.models.title}</h3>
    <ul class="gallery">
      ${shown.map((entry) => {
        const score = judgedIn(entry);
        return html`
          <li>
            <button
              type="button"
              aria-pressed=${entry.key === modelKey}
              @click=${() => void actions.models.choose(entry.key)}
            >
              <strong>${entry.title}</strong>
              <span>${sentences[entry.key]}</span>
              ${score ? html`<span class="score"><b>${texts.models.share(score.accuracy)}</b> ${texts.models.right(score.lowest, score.highest, score.calibrated)}</span>` : nothing}
            </button>
          </li>
        `;
      })}
    </ul>
  `;
}
