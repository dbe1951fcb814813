// The columns while no recording is open: their purpose, and two ways to begin.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { recordingEndings } from '../../recording_files.js';
import { button, fileInput } from '../../views/parts.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';
import { cancelButton, progressView } from './method_comparison.js';
import { elsewhereNote } from './result.js';
import { strings } from '../../strings/index.js';

const texts = strings.train;

/** The first two columns. What compares methods on recordings that were closed since can be stopped. */
export function emptyChoices(state: PanelState, panel: Panel): TemplateResult {
  const { data, model } = texts.empty;
  const { run, compared } = state;
  return html`
    ${column(
      'data',
      html`
        <p>${data}</p>
        <div class="row">
          ${button(texts.empty.sample, () => void panel.useSample(), { kind: 'primary' })}
          ${fileInput(texts.empty.open, recordingEndings, true, (files) => void panel.openFiles(files))}
        </div>
        <p class="note or-drop">${texts.empty.orDrop}</p>
        ${run ? nothing : elsewhereNote(state)}
      `,
    )}
    ${column(
      'model',
      html`
        <p>${model}</p>
        ${
          compared?.isRunning
            ? html`<div class="row">${cancelButton(panel)}</div>
                ${progressView(compared)}`
            : nothing
        }
      `,
    )}
  `;
}

export const emptyResult = () => html`<p>${texts.empty.result}</p>`;

const column = (name: 'data' | 'model', body: TemplateResult) => html`
  <section class="train-column" aria-label=${texts.landmarks[name]}>
    <h3>${texts.columns[name]}</h3>
    <div class="train-scroll train-empty">${body}</div>
  </section>
`;
