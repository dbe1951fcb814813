// The three columns before a recording is open: their purpose, and two ways to begin.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { recordingEndings } from '../../recording_files.js';
import { fileInput } from '../../views/parts.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';
import { elsewhereNote } from './result.js';
import { strings } from '../../strings/index.js';

const texts = strings.train;

/** `told`: of a run whose recordings were closed. */
export function emptyView(
  state: PanelState,
  panel: Panel,
  told: TemplateResult | typeof nothing,
): TemplateResult {
  const { data, model, result } = texts.empty;
  return html`
    <div class="train-columns">
      ${column(
        'data',
        html`
          <p>${data}</p>
          <div class="row">
            <button type="button" class="primary" @click=${() => void panel.useSample()}>
              ${texts.empty.sample}
            </button>
            ${fileInput(texts.empty.open, recordingEndings, true, (files) => void panel.openFiles(files))}
          </div>
          <p class="note">${texts.empty.orDrop}</p>
          ${elsewhereNote(state)}
        `,
      )}
      ${column('model', html`<p>${model}</p>`)}
      ${column('result', told === nothing ? html`<p>${result}</p>` : told)}
    </div>
  `;
}

const column = (name: 'data' | 'model' | 'result', body: TemplateResult | typeof nothing) => html`
  <section class="train-column" aria-label=${texts.landmarks[name]}>
    <h3>${texts.columns[name]}</h3>
    <div class="train-scroll train-empty">${body}</div>
  </section>
`;
