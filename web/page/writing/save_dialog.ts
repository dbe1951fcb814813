// Dialog before a lesson is saved as one file: which recording it contains, and the confirmation that it may be shared.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { nSampleViews } from '../../lessons/lesson_file.js';
import type { Problem } from '../../lessons/parse.js';
import { formatTime } from '../../plot/time_axis.js';
import { currentModel, currentRecording, type RecordingEntry } from '../state.js';
import { closeButton } from '../views/overlays.js';
import { button, checkBox } from '../views/parts.js';
import { strings } from '../strings/index.js';
import { sheetId, type WritingPanel } from './panel.js';
import { excerptDurationS, type WritingState } from './state.js';

const texts = strings.writing.file;

export function sheetView(
  state: WritingState,
  problems: readonly Problem[],
  panel: WritingPanel,
): TemplateResult {
  const { excerpt, isReady, isSaving } = state;
  const entry = currentRecording(panel.page);
  const isExcerpt = excerpt.recording === 'excerpt' && entry !== null;
  const isPerson = isExcerpt && !entry.isSimulated;
  const mustAgree = isPerson && !excerpt.mayPassOn;
  return html`
    <section popover class="sheet one-file" id=${sheetId} aria-label=${texts.title}>
      <h2>${texts.title} ${closeButton(sheetId)}</h2>
      <p>${texts.what}</p>
      <p class="note">${texts.model(currentModel(panel.page)?.title ?? '')}</p>
      ${
        problems.length
          ? html`<div class="warning">
              <p>${texts.problems(problems.length)}</p>
              <ul>
                ${problems.map(({ line, message }) => html`<li>${strings.lessons.problem(line, message)}</li>`)}
              </ul>
            </div>`
          : nothing
      }
      <fieldset class="one-file-recording">
        <legend>${texts.recording}</legend>
        ${choice('sample', texts.sample, state, panel)}
        ${choice('excerpt', entry ? texts.excerpt(entry.recording.name) : texts.noRecording, state, panel, !entry)}
        ${isExcerpt ? excerptView(entry, state, panel) : nothing}
      </fieldset>
      ${
        isPerson
          ? html`<div class="warning">
              <p>${texts.person}</p>
              ${checkBox(texts.mayPassOn, excerpt.mayPassOn, (mayPassOn) => panel.setExcerpt({ mayPassOn }))}
            </div>`
          : nothing
      }
      ${isReady === false ? html`<p class="warning">${texts.notHere}</p>` : nothing}
      <div class="row">
        ${button(texts.save, () => void panel.saveOneFile(), {
          kind: 'primary',
          isDisabled: !isReady || isSaving || mustAgree || panel.page.isBusy,
        })}
        ${isReady === null ? html`<span class="note">${texts.coming}</span>` : nothing}
        ${mustAgree ? html`<span class="note">${texts.agreeFirst}</span>` : nothing}
      </div>
    </section>
  `;
}

function choice(
  value: WritingState['excerpt']['recording'],
  label: string,
  { excerpt }: WritingState,
  panel: WritingPanel,
  isDisabled = false,
): TemplateResult {
  return html`
    <label class="check">
      <input
        type="radio"
        name="one-file-recording"
        .checked=${live(excerpt.recording === value)}
        ?disabled=${isDisabled}
        @change=${() => panel.setExcerpt({ recording: value })}
      />
      <span>${label}</span>
    </label>
  `;
}

function excerptView(
  { recording }: RecordingEntry,
  { excerpt, text }: WritingState,
  panel: WritingPanel,
): TemplateResult {
  const { startS, withAnnotations, inAllViews, isShortened } = excerpt;
  const nViews = nSampleViews(text);
  const lastS = Math.floor(recording.durationS);
  const number = (label: string, value: number, low: number, high: number, key: string) => html`
    <label class="one-file-number">
      <span>${label}</span>
      <input
        type="number"
        min=${low}
        max=${high}
        step="1"
        .value=${String(value)}
        @change=${({ target }: Event) => {
          const field = target as HTMLInputElement;
          const typed = Math.round(Number(field.value));
          const value = Math.min(high, Math.max(low, typed || low));
          field.value = String(value);
          panel.setExcerpt({ [key]: value, isShortened: typed > high });
        }}
      />
    </label>
  `;
  return html`
    <div class="one-file-excerpt">
      <div class="row">
        ${number(texts.from, startS, 0, Math.max(0, lastS - 1), 'startS')}
        ${number(texts.length, excerptDurationS(excerpt, recording), 1, Math.max(1, lastS - startS), 'durationS')}
      </div>
      <p class="note one-file-end" role="status">
        ${isShortened ? texts.ends(formatTime(recording.durationS)) : nothing}
      </p>
      ${checkBox(texts.annotations, withAnnotations, (on) => panel.setExcerpt({ withAnnotations: on }))}
      <p class="note">${texts.times}</p>
      ${
        nViews
          ? html`<div class="warning">
              <p>${texts.ofSample(nViews)}</p>
              ${checkBox(texts.inAllViews, inAllViews, (on) => panel.setExcerpt({ inAllViews: on }))}
            </div>`
          : nothing
      }
    </div>
  `;
}
