// What the file says of itself. Identity is veiled until asked for.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Channel, DeidentifiedCopy, Recording, Warning } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { gapsOf } from '../gaps.js';
import type { RecordingEntry, State } from '../state.js';
import { bySeverity } from '../severity.js';
import { counted, formatBytes, formatHz, formatNumber } from '../text.js';
import { annotationTable, readOnButton } from './annotation_parts.js';
import { factList, scrollTable } from './parts.js';

export function recordingView(
  state: State,
  entry: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const { recording } = entry;
  return html`
    <section class="card recording" id="recording" aria-label="Recording details">
      <h2>
        ${recording.name} ${entry.isSimulated ? html`<span class="tag">simulated</span>` : nothing}
      </h2>
      <div class="halves">${headerFacts(recording)} ${identity(entry, state.isBusy, actions)}</div>
      ${warningsView(recording)} ${annotationsView(recording, state.isBusy, actions)}
      <details open>
        <summary>${counted(recording.channels.length, 'channel')}</summary>
        ${channelTable(recording.channels)}
      </details>
    </section>
  `;
}

function headerFacts({ info }: Recording): TemplateResult {
  const gaps = gapsOf(info.segments, info.durationS);
  return factList([
    ['Format', info.format],
    [
      'Length',
      `${formatTime(info.durationS, 1)} (${formatNumber(Number(info.durationS.toFixed(3)))} s)`,
    ],
    ['Started', info.startedAt ? info.startedAt.replace('T', ' ') : 'not known'],
    ['Rates', [...new Set(info.channels.map(({ sfreq }) => formatHz(sfreq)))].join(', ')],
    [
      'Gaps',
      gaps.length
        ? gaps
            .slice(0, 8)
            .map(({ onsetS, durationS }) => `${durationS.toFixed(1)} s at ${formatTime(onsetS, 1)}`)
            .join(', ')
        : 'none',
    ],
    ['Size', `${formatBytes(info.sizeBytes)}; ${formatBytes(info.bytesRead)} read so far`],
  ]);
}

function identity(
  { recording: { info }, isIdentityShown, copy }: RecordingEntry,
  isBusy: boolean,
  actions: Actions,
): TemplateResult {
  const veiled = (text: string) => (isIdentityShown ? text || 'empty' : '••••••••');
  return html`
    <div class="identity">
      ${factList([
        ['Patient', veiled(info.patient)],
        ['Recording', veiled(info.recordingField)],
      ])}
      <button
        type="button"
        aria-pressed=${isIdentityShown}
        @click=${() => actions.looking.toggleIdentity()}
      >
        ${isIdentityShown ? 'Hide identity' : 'Show identity'}
      </button>
      <button type="button" ?disabled=${isBusy} @click=${() => void actions.saveWithoutIdentity()}>
        Save a copy without identity
      </button>
      ${copy ? copyNote(copy) : nothing}
    </div>
  `;
}

function copyNote({ changed, warnings }: Pick<DeidentifiedCopy, 'changed' | 'warnings'>) {
  const fields = changed.map(({ field }) => field).join(', ');
  return html`
    <p class="note">
      ${
        changed.length
          ? `In the copy, ${fields} ${changed.length === 1 ? 'is' : 'are'} replaced; every other byte is the same.`
          : 'These fields were empty already: the copy is the same.'
      }
      Its name no longer tells the recording’s.
    </p>
    ${warnings.map(({ code, message }) => html`<p class=${code === 'DEID_NAME' ? 'warning' : 'note'}>${message}.</p>`)}
  `;
}

function warningsView({ warnings }: Recording): TemplateResult {
  const { serious, formal } = bySeverity(warnings);
  if (!warnings.length) {
    return html`<p class="fine">✓ Nothing in this file had to be repaired or assumed.</p>`;
  }
  return html`
    ${warningList(serious, 'about samples, units or times', true)}
    ${warningList(formal, 'about form, without effect on the numbers', false)}
  `;
}

function warningList(
  warnings: Warning[],
  about: string,
  isSerious: boolean,
): TemplateResult | typeof nothing {
  if (!warnings.length) return nothing;
  return html`
    <details ?open=${isSerious}>
      <summary>${isSerious ? '⚠ ' : ''}${counted(warnings.length, 'warning')} ${about}</summary>
      <ul class="warnings">
        ${warnings.map(
          ({ code, message, byteOffset }) => html`
            <li>
              <code class=${isSerious ? 'serious' : ''}>${code}</code> ${message}
              ${
                byteOffset === undefined || byteOffset < 0
                  ? nothing
                  : html`<span class="note">(byte ${formatNumber(byteOffset)})</span>`
              }
            </li>
          `,
        )}
      </ul>
    </details>
  `;
}

function annotationsView(
  { annotations, info }: Recording,
  isBusy: boolean,
  actions: Actions,
): TemplateResult {
  const shown = annotations.slice(0, 1000);
  if (!annotations.length && info.annotationsComplete) {
    return html`<p class="note">The file has no annotations.</p>`;
  }
  return html`
    <details>
      <summary>
        ${counted(annotations.length, 'annotation')}${info.annotationsComplete ? '' : ' so far'}
      </summary>
      ${readOnButton(info.annotationsComplete, isBusy, actions)}
      ${shown.length < annotations.length ? html`<p class="note">The first ${shown.length} are listed.</p>` : nothing}
      ${annotations.length ? annotationTable('Annotations', shown, actions) : nothing}
    </details>
  `;
}

function channelTable(channels: Channel[]): TemplateResult {
  return scrollTable(
    'Channels',
    ['Name', 'In the file', 'Reference', 'Unit', 'Rate', 'Samples', 'Kind'],
    html`
      <tbody>
        ${channels.map(
          (channel) => html`
            <tr>
              <th scope="row">${channel.name}</th>
              <td><code>${channel.label.trim()}</code></td>
              <td>${channel.reference}</td>
              <td>${channel.unit}</td>
              <td class="number">${formatHz(channel.sfreq)}</td>
              <td class="number">${formatNumber(channel.nSamples)}</td>
              <td>${kindOf(channel)}</td>
            </tr>
          `,
        )}
      </tbody>
    `,
  );
}

function kindOf({ isVoltage, isTrigger, calibrated }: Channel): string {
  const kind = isTrigger ? 'trigger' : isVoltage ? 'voltage' : 'other';
  return calibrated ? kind : `${kind}, not calibrated`;
}
