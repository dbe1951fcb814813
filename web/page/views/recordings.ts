// The recordings that are open: choose one, close one, open more.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { ofFolder, recordingEndings } from '../recording_files.js';
import { bySeverity } from '../severity.js';
import { currentRecording, type RecordingEntry, type State } from '../state.js';
import { words } from '../words/index.js';
import { fileInput, folderInput } from './parts.js';
import { popover } from './overlays.js';

const said = words.start;

export function recordingsPopover(state: State, actions: Actions): TemplateResult {
  const { recordings, recordingKey } = state;
  return popover(
    'recordings',
    said.recordings,
    html`
      ${
        recordings.length
          ? html`<ul class="open-list" aria-label=${said.recordings}>
              ${recordings.map((entry) => openItem(entry, entry.key === recordingKey, actions))}
            </ul>`
          : html`<p class="note">${said.orDrop}</p>`
      }
      <div class="row">
        ${fileInput(said.open, recordingEndings, true, (files) => void actions.openRecordings(files), 'primary')}
        ${folderInput(said.openFolder, (files) => void actions.openRecordings(ofFolder(files)))}
        <button type="button" ?disabled=${state.isBusy} @click=${() => void actions.trySample()}>
          ${said.sample}
        </button>
        ${
          currentRecording(state)
            ? html`<button type="button" popovertarget="recording">${words.recording.open}</button>`
            : nothing
        }
      </div>
    `,
  );
}

function openItem(entry: RecordingEntry, isCurrent: boolean, actions: Actions): TemplateResult {
  const { key, recording } = entry;
  return html`
    <li class=${isCurrent ? 'current' : ''}>
      <button
        type="button"
        aria-pressed=${isCurrent}
        @click=${() => void actions.selectRecording(key)}
      >
        ${recording.name}
      </button>
      ${badges(entry)}
      <button
        type="button"
        class="close quiet"
        aria-label=${said.close(recording.name)}
        @click=${() => void actions.closeRecording(key)}
      >
        ×
      </button>
    </li>
  `;
}

function badges({ recording, isSimulated, run }: RecordingEntry): TemplateResult {
  const { serious } = bySeverity(recording.warnings);
  return html`
    <span class="badges">
      ${isSimulated ? html`<span class="tag">${words.recording.simulated}</span>` : nothing}
      ${serious.length ? html`<span class="badge" data-verdict="missing">${said.warnings(serious.length)}</span>` : nothing}
      ${run?.status === 'done' ? html`<span class="badge" data-verdict="ok">${said.classified(run.nDone)}</span>` : nothing}
    </span>
  `;
}
